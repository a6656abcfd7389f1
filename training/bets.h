/* What either side may bet in solver.c's game, on few sizes that stand for all, and at which stacks. */

#include "deals.h"

static inline int cap_of(const Game *game, const State *s)
{
    int most = s->put[0] > s->put[1] ? s->put[0] : s->put[1], left = game->now - most;
    return s->opener >= 0 && s->raises == RAISES ? 0 : left < LARGEST ? left : LARGEST;
}

/* A size below the top one is there when the cap is above it; the top one is the cap. */
static Menu menu_of(const Game *game, const State *s)
{
    Menu menu = {0};
    const int *sizes; int count, start, *amount = menu.amount, cap = cap_of(game, s);
    if (s->opener < 0) {
        sizes = s->to_act ? caller_open : house_open;
        count = s->to_act ? CALLER_OPENS : HOUSE_OPENS;
        start = 1;
    } else {
        sizes = s->to_act ? caller_raise : house_raise;
        count = s->to_act ? CALLER_RAISES : HOUSE_RAISES;
        start = 2;
    }
    for (int i = 0; i < start; i++) amount[i] = 0;
    for (int i = 0; i < count - 1; i++) amount[start + i] = sizes[i] < cap ? sizes[i] : -1;
    amount[start + count - 1] = cap > 0 ? cap : -1;
    menu.count = start + count;
    for (int i = 0; i < menu.count; i++) menu.legal[i] = amount[i] >= 0;
    return menu;
}

static const float SPREAD = 0.25f;       /* how often an amount near a size is meant */

/* Dollars that the caller bets where a size was chosen: that one, or one that the House takes for
 * it (lines.py). Else the House would know nothing of stacks that its sizes never leave. */
static int meant(Game *game, const State *s, int action, int amount)
{
    int start = s->opener < 0 ? 1 : 2, count = start == 1 ? CALLER_OPENS : CALLER_RAISES;
    const int *menu = start == 1 ? caller_open : caller_raise;
    int pot = 2 * (s->put[0] > s->put[1] ? s->put[0] : s->put[1]), cap = cap_of(game, s);
    int at = action - start, low = 0, high = cap;
    if (!game->spread || s->to_act == HOUSE || amount <= 0 || chance(game->luck) > SPREAD) return amount;
    for (int i = 0; i < count - 1; i++) {
        if (menu[i] < amount) low = menu[i];
        if (i > at && menu[i] < high) high = menu[i];
    }
    if (!low) low = amount;
    if (amount == cap) high = cap;
    if (high - low < 2) return amount;
    int bet = low + 1 + below(game->luck, high - low - 1);
    int from = bet < amount ? low : amount, to = bet < amount ? amount : high;
    float lower = (float)(to - bet) * (pot + from) / ((float)(to - from) * (pot + bet));
    return bet == amount || chance(game->luck) < (bet < amount ? 1 - lower : lower) ? bet : amount;
}

/* The table's stack, or one towards the next table: the nearer the likelier, as it is played. */
static int stack_of(Game *game)
{
    int next = below(game->luck, 2) ? game->below : game->above, gap = next - game->stack;
    if (!game->spread || !gap) return game->stack;
    int one = below(game->luck, gap < 0 ? -gap : gap), other = below(game->luck, gap < 0 ? -gap : gap);
    int far = one < other ? one : other;
    return game->stack + (gap < 0 ? -far : far);
}
