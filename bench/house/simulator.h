/* A hand between the shipped policy file and a caller, by the rules of RULEBOOK 1 with exact
 * settlement, for exploit.c and local.c, which are callers. tests/property/test_house_simulator.py
 * checks it action by action against the real table.
 *
 * The caller's side may be told what many holdings of the
 * House's would do: those before `real` decide together what the House does, each weighing what it
 * has left of its share, and the value of a hand is their mean. With one of them that is a real hand;
 * with more the mean is the same and chance less. Those after them are a caller's guesses of what the
 * House may have; they decide nothing. bench/house/exploiters.py owns all memory.
 */

#include "house.h"

/* -- a hand: values are dollars won by the caller ------------------------------------------------ */

static float caller_acts(Game *game, State s, Deal *deal, int cap);
static float caller_draws(Game *game, State s, Deal *deal);

static float showdown(const Game *game, const State *s, Deal *deal)
{
    float won = 0;
    for (int k = 0; k < game->real; k++) {
        int other = house_strength(game, deal, k, s->drew[HOUSE]);
        won += s->mine > other ? s->weight[k] : s->mine < other ? -s->weight[k] : 0;
    }
    return won * s->put[0];
}

static float act(Game *game, State s, Deal *deal, int amount);

static float go_on(Game *game, State s, Deal *deal)
{
    int cap = s.bets.count > RAISES ? 0 : cap_before(game, &s.bets, s.bets.count);
    if (s.to_act == CALLER) return caller_acts(game, s, deal, cap);
    int amount = house_acts(game, &s, deal, cap);
    return act(game, s, deal, amount);
}

static float begin(Game *game, State s, Deal *deal, int round)
{
    s.round = round;
    s.to_act = game->house_first ? HOUSE : CALLER;
    s.first = s.bets;
    s.bets = (Bets){.opener = -1, .start = s.put[0]};
    s.checked = 0;
    if (game->stack > s.put[0]) return go_on(game, s, deal);
    if (round) return showdown(game, &s, deal);
    s.group = group_of(s.put[0], 0);
    return caller_draws(game, s, deal);
}

static float round_over(Game *game, State s, Deal *deal)
{
    if (s.round) return showdown(game, &s, deal);
    s.group = group_of(s.put[0], s.bets.count ? side_of(&s.bets, s.bets.count - 1) : 0);
    return caller_draws(game, s, deal);
}

/* `amount`: dollars bet or raised, 0 for a check or a call, -1 for a fold. */
static float act(Game *game, State s, Deal *deal, int amount)
{
    int side = s.to_act;
    tell(game, ACTED, amount);
    if (amount < 0) return side == CALLER ? -s.put[CALLER] : s.put[HOUSE];
    if (!amount && !s.bets.count) {
        if (s.checked) return round_over(game, s, deal);
        s.checked = 1;
    } else {
        if (s.bets.count) s.put[side] = s.put[!side];
        else s.bets.opener = side;
        if (!amount) return round_over(game, s, deal);
        s.put[side] += amount;
        s.bets.amount[s.bets.count++] = amount;
    }
    s.to_act = !side;
    return go_on(game, s, deal);
}

/* Both sides throw: the House as it is decided, the caller all but `kept`, bits of sorted cards. */
static float drawn(Game *game, State s, Deal *deal, int kept)
{
    const int *cards = deal->cards[CALLER][0];
    s.drew[CALLER] = 5 - __builtin_popcount(kept);
    s.mine = after(game, cards, kept, cards + 5);
    s.drew[HOUSE] = house_draws(game, &s, deal);
    tell(game, KEPT, deal->holding[HOUSE][0]->kept[s.drew[HOUSE]]);
    tell(game, KEPT, kept);
    return begin(game, s, deal, 1);
}

static void deal_hand(Game *game, Deal *deal, State *s)
{
    deal_cards(game, deal);
    memset(s, 0, sizeof *s);
    s->put[0] = s->put[1] = ANTE;
    for (int k = 0; k < game->hands; k++)
        s->weight[k] = 1.0f / (k < game->real ? game->real : game->hands - game->real);
}

/* Plays deals, learning or not; dollars that the caller won in all, and their squares. */
double play(Game *game, int64_t deals, double *squares)
{
    double won = 0;
    *squares = 0;
    prepare();
    for (int64_t n = 0; n < deals; n++) {
        Deal deal;
        State s;
        deal_hand(game, &deal, &s);
        double value = begin(game, s, &deal, 0);
        tell(game, WON, (int)value);
        won += value;
        *squares += value * value;
    }
    return won;
}
