"""The House: a player that sees what any seat sees, and nothing else.

`MANNERS` name its ways to play; each is a function of a view and of luck. The view is the table's
own cut for the House's seat, the luck is the hand's stream for this action (RULEBOOK 5.1), and the
answer is one legal action: no memory, no clock, no look at the deck (RULEBOOK 1.13, 5.2, 5.3).
"""

from door.house.book import BadBook
from door.house.equilibrium import EQUILIBRIUM, MANNERS, manner_of, policy_name

__all__ = ["EQUILIBRIUM", "MANNERS", "BadBook", "manner_of", "policy_name"]
