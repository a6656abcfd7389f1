"""The casino: rules, the House, bank, screens, floor and carriers.

This file holds the version and nothing else: a door starts through it, so it imports nothing.
"""

__version__ = "0.1.0"
