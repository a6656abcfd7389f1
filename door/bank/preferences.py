"""Preferences as the store has them: "motion=off bell=on", only what differs from the defaults.

What is not understood is left out, so that a caller whose row has a word of another version, or a
damaged one, has the default there and can call.
"""

from functools import lru_cache

from door.views import CHOICES, Preferences


def written(preferences: Preferences) -> str:
    """As the store has them; "" for the defaults."""
    chosen = {name: getattr(preferences, name) for name in CHOICES}
    return " ".join(f"{name}={choice}" for name, choice in chosen.items()
                    if choice != CHOICES[name][0])


@lru_cache(maxsize=256)
def parse(text: str) -> Preferences:
    """The preferences of such a text, whatever it is; of a word said twice the last counts."""
    words = (word.partition("=") for word in text.split())
    return Preferences(**{name: choice for name, _, choice in words
                          if choice in CHOICES.get(name, ())})
