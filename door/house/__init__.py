"""The House: a player that sees what any seat sees, and nothing else.

`policy(view, luck)` is the whole of it. The view is the table's own cut for the House's seat, the
luck is the hand's stream for this action (RULEBOOK 5.1), and the answer is one legal action: no
memory, no clock, no look at the deck (RULEBOOK 1.13, 5.2, 5.3).
"""

from door.house.book import BadBook
from door.house.heuristic import POLICY_HASH, policy

__all__ = ["POLICY_HASH", "BadBook", "policy", "policy_hash"]


def policy_hash() -> str:
    """What stands in every hand record. Raises BadBook if the House cannot play."""
    return POLICY_HASH
