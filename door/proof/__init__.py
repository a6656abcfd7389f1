"""What a hand's record proves: the hand dealt and played again, checked, opened and printed.

Nothing here reads a store or a screen: it takes records as the bank gives them (door.views).
"""
