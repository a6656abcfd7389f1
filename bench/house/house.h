/* The House, for simulator.h: where it stands in its book, and what it does there.
 *
 * The book is read from its own bytes, as door/house/lines.py and equilibrium.py read it.
 */

#include "cards.h"

/* -- the line of bets, as door/house/lines.py has it ------------------------------------------- */

static int put_before(const Bets *bets, int bet)
{
    int put = bets->start;
    for (int i = 0; i < bet; i++) put += bets->amount[i];
    return put;
}

static int side_of(const Bets *bets, int bet) { return bet & 1 ? !bets->opener : bets->opener; }

static int cap_before(const Game *game, const Bets *bets, int bet)
{
    int left = game->stack - put_before(bets, bet);
    return left < LARGEST ? left : LARGEST;
}

/* Where an amount stands between two sizes of a menu: the places of both, and of how many chances
 * how many are for the lower. One size: twice its place. */
typedef struct { int low, high, share, of; } Between;

static Between between(int amount, const int *menu, int count, int cap, int pot)
{
    int top = count - 1, at = 0;
    if (amount >= cap) return (Between){top, top, 0, 1};
    while (at < top && menu[at] < amount) at++;
    if (at < top && menu[at] == amount) return (Between){at, at, 0, 1};
    int above = menu[at] < cap ? at : top;
    if (!at) return (Between){above, above, 0, 1};
    int low = menu[at - 1], high = menu[at] < cap ? menu[at] : cap;
    return (Between){at - 1, above, (high - amount) * (pot + low), (high - low) * (pot + amount)};
}

static Between size_of(const Game *game, const Bets *bets, int bet)
{
    int house = side_of(bets, bet) == HOUSE, pot = 2 * put_before(bets, bet);
    if (house && bet) return (Between){0, 0, 0, 1};
    return between(bets->amount[bet], house ? house_open : bet ? caller_raise : caller_open,
                   house ? 3 : bet ? 4 : 7, cap_before(game, bets, bet), pot);
}

/* The House takes it for either by chance. */
static int taken_for(Game *game, const Bets *bets, int bet)
{
    Between size = size_of(game, bets, bet);
    if (size.low == size.high) return size.low;
    return asked(game, size.of) < size.share ? size.low : size.high;
}

/* What the first round came to, as the House takes it (lines.py, group). */
static int house_group(Game *game, const Bets *bets)
{
    int put = put_before(bets, bets->count), taken = ANTE, last = bets->count - 1;
    for (int bet = 0; bet <= last; bet++) {
        int cap = cap_before(game, bets, bet), top = bet ? 3 : 6;
        if (side_of(bets, bet) == HOUSE) { taken += bets->amount[bet]; continue; }
        int place = taken_for(game, bets, bet), size = (bet ? caller_raise : caller_open)[place];
        taken += place < top && size < cap ? size : cap;
    }
    return group_of(taken < game->stack ? taken : put, last < 0 ? 0 : side_of(bets, last));
}

static int slot_from(int second, int opener, int count, int first, int again, int last)
{
    if (!count) return 0;
    if (opener == HOUSE && count == 2) return 8 + 4 * first + again;
    if (opener == HOUSE)
        return second ? 32 + 4 * (again > 1) + last : 48 + 16 * first + 4 * again + last;
    return count == 1 ? 1 + first : 20 + 4 * (second ? third[first] : first) + again;
}

static int house_slot(Game *game, const State *s)
{
    const Bets *bets = &s->bets;
    int own = bets->opener == HOUSE;
    int first = bets->count ? taken_for(game, bets, 0) : 0;
    int again = bets->count > 1 ? taken_for(game, bets, own ? 1 : 2) : 0;
    int last = own && bets->count > 3 ? taken_for(game, bets, 3) : 0;
    return slot_from(s->round, bets->opener, bets->count, first, again, last);
}

/* -- the House ---------------------------------------------------------------------------------- */

static const Sheet *sheet_of(Game *game)
{
    int low = game->sheet[0].stack, high = game->sheet[1].stack;
    if (low == high) return &game->sheet[0];
    return &game->sheet[asked(game, high - low) < game->stack - low];
}

static int fitting(int group, const Sheet *sheet)
{
    return group < sheet->groups ? group : sheet->groups > 1 ? sheet->groups - 2 + (group - 1) % 2 : 0;
}

static const uint8_t *row_of(Game *game, const State *s, Deal *deal, int k, const Sheet *sheet)
{
    if (!s->round)
        return game->book + sheet->first + (int64_t)deal->holding[HOUSE][k]->class * FIRST_ROW;
    int own = seen(s->drew[HOUSE]), other = seen(s->drew[CALLER]);
    int final = house_strength(game, deal, k, s->drew[HOUSE]);
    int bucket = game->book[sheet->strengths + own * STRENGTHS + final];
    int64_t at = ((int64_t)fitting(house_group(game, &s->first), sheet) * SEEN + own) * SEEN + other;
    return game->book + sheet->second + (at * sheet->buckets + bucket) * SECOND_ROW;
}

typedef struct { float of[HANDS][DRAWS]; } Share;            /* [holding][action] */

/* What the shares of a moment's actions come to. */
static int whole(const State *s) { return s->round ? COARSE : FINE; }

static float divided(float *weight, int from, int to)
{
    float sum = 0;
    for (int k = from; k < to; k++) sum += weight[k];
    for (int k = from; k < to && sum > 0; k++) weight[k] /= sum;
    return sum;
}

/* One of `count` actions by chance, as the real holdings wish; all weights as it leaves them.
 * `all` is what a holding's shares come to. */
static int decided(Game *game, State *s, const Share *share, int count, int all)
{
    float total[DRAWS] = {0}, left = (next(game->luck) >> 40) * (all / 16777216.0f);
    int action = 0;
    tell(game, ASKED, all);
    tell(game, CAME, (int)left);
    for (int k = 0; k < game->real; k++)
        for (int a = 0; a < count; a++) total[a] += s->weight[k] * share->of[k][a];
    for (int a = 0; a < count; a++)
        if (total[a] > 0) {
            action = a;
            if ((left -= total[a]) < 0) break;
        }
    for (int k = 0; k < game->hands; k++) s->weight[k] *= share->of[k][action];
    divided(s->weight, 0, game->real);
    if (game->hands > game->real && divided(s->weight, game->real, game->hands) <= 0)
        for (int k = game->real; k < game->hands; k++)       /* no guess was right: begin again */
            s->weight[k] = 1.0f / (game->hands - game->real);
    return action;
}

/* Shares of a fold and of a raise, in a slot where there is a bet to answer. */
static void answer_shares(const State *s, const uint8_t *row, int slot, float *fold, float *again)
{
    const uint8_t *fine = row + 1 + 2 * slot;
    *fold = s->round ? row[1 + slot] >> 4 : fine[0];
    *again = s->round ? row[1 + slot] & 15 : fine[1];
}

/* Dollars bet or raised, 0 for a check or a call, -1 for a fold. */
static int house_acts(Game *game, State *s, Deal *deal, int cap)
{
    Share share;
    int all = whole(s);
    for (int k = 0; k < game->hands; k++) {
        if (s->weight[k] <= 0) { memset(share.of[k], 0, sizeof share.of[k]); continue; }
        const Sheet *sheet = sheet_of(game);
        int slot = house_slot(game, s);
        const uint8_t *row = row_of(game, s, deal, k, sheet);
        float *of = share.of[k];
        if (slot) {
            answer_shares(s, row, slot, &of[0], &of[1]);
            if (!cap) of[1] = 0;
            of[2] = all - of[0] - of[1];
            of[3] = 0;
        } else {
            int five = s->round ? row[0] >> 4 : row[0], twelve = s->round ? row[0] & 15 : row[1];
            int most = s->round ? row[1] >> 4 : row[2];
            of[0] = cap > 5 ? five : 0;
            of[1] = cap > 12 ? twelve : 0;
            of[3] = all - five - twelve - most;
            of[2] = all - of[3] - of[0] - of[1];
        }
    }
    int action = decided(game, s, &share, 4, all);
    int due = s->put[CALLER] - s->put[HOUSE], cheap = due * CHEAP <= s->put[0] + s->put[1];
    if (s->bets.count) return action == 0 && !cheap ? -1 : action == 1 ? cap : 0;
    return action == 3 ? 0 : action == 2 ? cap : house_open[action];
}

static void draw_shares(Game *game, const State *s, const Deal *deal, int k, float *of)
{
    const Sheet *sheet = sheet_of(game);
    const Holding *holding = deal->holding[HOUSE][k];
    int64_t at = (int64_t)holding->class * sheet->groups + fitting(house_group(game, &s->bets), sheet);
    const uint8_t *row = game->book + sheet->draw + at * DRAW_ROW;
    of[0] = COARSE;                      /* what cannot be thrown is kept */
    for (int d = 1; d < DRAWS; d++) {
        of[d] = holding->kept[d] == 0xff ? 0 : row[d / 2] >> (d % 2 ? 0 : 4) & 15;
        of[0] -= of[d];
    }
}

static int house_draws(Game *game, State *s, const Deal *deal)
{
    Share share;
    for (int k = 0; k < game->hands; k++)
        if (s->weight[k] > 0) draw_shares(game, s, deal, k, share.of[k]);
        else memset(share.of[k], 0, sizeof share.of[k]);
    return decided(game, s, &share, DRAWS, COARSE);
}
