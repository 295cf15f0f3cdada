"""What every part of the performer uses; nothing here imports another part."""
