"""What the house measures of itself: `python -m bench [name ...]`."""
