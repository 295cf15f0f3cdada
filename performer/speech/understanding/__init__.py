"""What words that were heard mean: whether they are for us, an order, or nothing but our own voice."""
