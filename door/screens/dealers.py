"""The four who deal at the Poker Table, by the day of the week: their names and what they say.

They deal and they talk, and that is all: the House plays by one book, whoever sits there. A saying
fits beside the House's cards in two rows of 15 columns, and in one row at 40, its quotes included
and whatever number (up to 999,999) stands in it for "#".
When it is said is patter.py's business; their faces are the picture poker/dealers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32


class Dealer(NamedTuple):
    """Somebody who deals, and their sayings by the occasion."""

    name: str
    sayings: Mapping[str, tuple[str, ...]]


def _dealer(name: str, text: str) -> Dealer:
    """A line an occasion: "ante: Good cards, hon. | Here we go."."""
    occasions = (line.partition(": ") for line in text.strip().splitlines())
    return Dealer(name, {occasion: tuple(said.split(" | ")) for occasion, _, said in occasions})


DOT = _dealer("Dot", """
hello: Sit down, dear. | Evening, hon. | Saved you a seat.
new: New here, dear? | A new face, hon!
away: Long time, dear. | Coffee went cold, hon.
daily: Every day, dear! | My regular, hon.
broke: Hide the purse, hon! | Be gentle today, dear.
chalk: I read your words. | Your chalk, hon.
career: # hands, dear! | #? My stars, hon.
record: Your biggest pot! | A record, dear!
ante: Good cards, hon. | Here we go, dear. | Shuffled it twice. | Mind the coffee.
milestone: Time flies, hon. | That many? My, my.
hot: Look at you go! | You're on a roll.
cold: Luck turns, hon. | Chin up, dear.
ahead: Nice stack, dear. | Pie's on you, hon.
behind: Slow and steady. | No hurry, hon.
house bets: Care to pay, hon? | A little wager. | In for a stitch?
house raises: Feeling lucky? | Up a stitch. | Just a bit more.
caller bets: Somebody's brave. | Noted, dear.
caller raises: Well, I never! | Bold, dear.
capped: That's the lot. | No more yarn, hon.
all in: All of it? Oh my. | Hold my knitting.
caller pat: Not one, dear? | Happy as they are?
house pat: We'll keep ours. | These will do.
house many: We needed a few. | A thin one, hon.
caller folds: Wise, I dare say. | Save it, hon.
house folds: All yours, dear. | You read me, hon.
caller wins: Well played, hon. | Good for you!
house wins: Next one's yours. | So close, dear.
tie: We share, like pie. | Half each, hon.
caller big: Oh, how lovely! | Frame that one!
house big: Sorry about that. | Grandma's recipe.
beat: That one stings. | Poor dear. A beauty.
bluff: Caught me, hon. | Fibbing at my age!
""")

WALT = _dealer("Walt", """
hello: All aboard. | Seat's yours. | Tickets, please.
new: First ride? Sit. | New on this line?
away: Long layover. | Back on the rails.
daily: Season ticket, eh? | The daily train.
broke: Guard the mail car. | You emptied us once.
chalk: Saw your notice. | Nice sign, that.
career: # stops behind us. | Stop #. Onward.
record: Longest train yet. | Heaviest haul!
ante: On time. Deal. | Doors closing. | Next stop: luck. | Mind the gap.
milestone: Long line, this. | Good mileage.
hot: Express run. | All signals green.
cold: Slow freight. It'll pass. | Tunnels end.
ahead: First class now. | Heavy freight.
behind: Uphill stretch. | More coal, friend.
house bets: Fare, please. | Toll ahead. | Signal's amber.
house raises: Feeling lucky? | More steam. | Steeper grade.
caller bets: Whistle heard. | Under way.
caller raises: Full throttle. | Noted. Steam up.
capped: End of the line. | Boiler's full.
all in: The whole train. | One-way ticket.
caller pat: Stays coupled. | No change. Good.
house pat: House stays put. | No stop for us.
house many: Shunting a few. | Taking on cars.
caller folds: Off at this stop. | Safe and sound.
house folds: Your track. | I yield. Go on.
caller wins: Right on time. | Clear road. Yours.
house wins: Next train soon. | House arrives.
tie: Same platform. | Double track.
caller big: What an engine! | Gold-plated run.
house big: Heavy engine. | A strong engine.
beat: Rough crossing. | Derailed. Shame.
bluff: Empty cars. True. | Ran on smoke.
""")

INEZ = _dealer("Inez", """
hello: Hey, you made it! | Pull up a chair! | Jukebox is warm.
new: New in town? Hi! | First dance? Come!
away: Where've you been? | We missed your beat.
daily: Every day! Love it. | My daily tune!
broke: You stole the show! | Encore? Our poor bank.
chalk: Nice lyrics up there. | I hum your words.
career: Track #! Play on. | # songs, you and I.
record: Top of your chart! | Your biggest hit!
ante: Cue the music. | And one, two... | Drop the needle. | Let's dance.
milestone: Still dancing! | Gold record night.
hot: Hit after hit! | Oh, that rhythm!
cold: Flip the record. | New song, new luck.
ahead: Look who's in tune. | You're charting!
behind: Slow songs first. | The night's young.
house bets: Care to dance? | It's warm in here. | Coin for the box?
house raises: Feeling lucky? | Turn it up! | Faster now.
caller bets: Nice opening. | Oh, I like that.
caller raises: Louder! I like it. | Is that so?
capped: Top volume. | That's the chorus.
all in: The whole jukebox! | Big finish!
caller pat: No new steps? | Happy with that?
house pat: Same tune for us. | I like my steps.
house many: New band for us. | Tuning up.
caller folds: Sit one out. | Next song, then.
house folds: You lead. | Mind my toes. Yours.
caller wins: Encore! | Take a bow. | That was smooth.
house wins: My dance, thanks. | Play it again?
tie: A duet! | Same beat.
caller big: Number one hit! | Somebody clap!
house big: We brought brass. | Loud, I know.
beat: Blue note. Ouch. | Sad song, that.
bluff: I was humming. | No band behind me.
""")

GUS = _dealer("Gus", """
hello: Quiet water today. | Room in the boat. | Evening, friend.
new: New to this pond? | First cast? Easy now.
away: Long winter, friend. | Pond missed you.
daily: Out every morning. | Same hour, same boat.
broke: You drained the pond. | Leave us a minnow.
chalk: Read your chalk. Good. | Your words, I see.
career: # casts, friend. | Cast #. Steady.
record: Your biggest yet. | Weigh that one!
ante: Lines in. | Cast away. | Could be a nibble. | Patience, friend.
milestone: Many casts now. | A long day's fishing.
hot: Fish are jumping. | Lucky bait, that.
cold: Tide will turn. | Slow water. Wait.
ahead: Full basket. | Boat rides low.
behind: Low tide, that's all. | Plenty of fish yet.
house bets: A worm on a hook. | See a ripple? | Bait's out.
house raises: Feeling lucky? | Deeper water. | Wind's up.
caller bets: A tug. I felt it. | Hm. A ripple.
caller raises: Strong pull. | Big fish, or boot?
capped: Line's all out. | Deep as it goes.
all in: Boat and all? | The whole catch.
caller pat: Keeping them all? | Still waters.
house pat: We sit still. | Good net as is.
house many: Small fry, back in. | Mending the net.
caller folds: Cut the line. Wise. | Fish tomorrow.
house folds: Got away from me. | Your fish.
caller wins: Nice catch. | Landed it.
house wins: That one got away. | House eats tonight.
tie: Split the supper. | Half a fish each.
caller big: Hang it on a wall! | Now that's a fish.
house big: Big one. Sorry. | Heavy on the line.
beat: Lost it at the boat. | Ouch. Good fight.
bluff: Only an old boot. | Empty hook. Yes.
""")

DEALERS = (DOT, WALT, INEZ, GUS)
_WEEK = (DOT, DOT, WALT, WALT, INEZ, INEZ, GUS)     # Monday first


def on_duty(weekday: int) -> Dealer:
    """Who deals on a day of the week, Monday being 0."""
    return _WEEK[weekday]


def in_practice(text: str) -> Dealer:
    """Who deals in a practice night, by the text of its seed: the same on every day."""
    return DEALERS[crc32(f"dealer {text}".encode()) % len(DEALERS)]
