"""Jobs: calls that take long and go on beside the show, which is told when they are done."""
