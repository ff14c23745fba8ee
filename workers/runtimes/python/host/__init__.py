"""What runs scripts inside Python: see runner.py."""
