/* The House, for simulator.h: where it stands in its book, and what it does there.
 *
 * The book is read from its own bytes, as door/house/lines.py and equilibrium.py read it.
 */

#include "cards.h"

/* -- the line of bets, as door/house/lines.py has it ------------------------------------------- */

static int put_before(const State *s, int bets)
{
    int put = s->start;
    for (int i = 0; i < bets; i++) put += s->amount[i];
    return put;
}

static int cap_after(const Game *game, const State *s, int bets)
{
    int left = game->stack - put_before(s, bets);
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

static Between size_of(const Game *game, const State *s, int bet)
{
    int house = (bet & 1 ? !s->opener : s->opener) == HOUSE, pot = 2 * put_before(s, bet);
    if (house && bet) return (Between){0, 0, 0, 1};
    return between(s->amount[bet], house ? house_open : bet ? caller_raise : caller_open,
                   house ? 3 : bet ? 4 : 7, cap_after(game, s, bet), pot);
}

/* The House takes it for either by chance. */
static int taken_for(Game *game, const State *s, int bet)
{
    Between size = size_of(game, s, bet);
    if (size.low == size.high) return size.low;
    return asked(game, size.of) < size.share ? size.low : size.high;
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
    int own = s->opener == HOUSE;
    int first = s->count ? taken_for(game, s, 0) : 0;
    int again = s->count > 1 ? taken_for(game, s, own ? 1 : 2) : 0;
    int last = own && s->count > 3 ? taken_for(game, s, 3) : 0;
    return slot_from(s->round, s->opener, s->count, first, again, last);
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

static const uint8_t *row_of(const Game *game, const State *s, Deal *deal, int k, const Sheet *sheet)
{
    if (!s->round)
        return game->book + sheet->first + (int64_t)deal->holding[HOUSE][k]->class * FIRST_ROW;
    int own = seen(s->drew[HOUSE]), other = seen(s->drew[CALLER]);
    int final = house_strength(game, deal, k, s->drew[HOUSE]);
    int bucket = game->book[sheet->strengths + own * STRENGTHS + final];
    int64_t at = ((int64_t)fitting(s->group, sheet) * SEEN + own) * SEEN + other;
    return game->book + sheet->second + (at * sheet->buckets + bucket) * SECOND_ROW;
}

typedef struct { float of[HANDS][DRAWS]; } Share;            /* [holding][action], in fifteenths */

static float divided(float *weight, int from, int to)
{
    float sum = 0;
    for (int k = from; k < to; k++) sum += weight[k];
    for (int k = from; k < to && sum > 0; k++) weight[k] /= sum;
    return sum;
}

/* One of `count` actions by chance, as the real holdings wish; all weights as it leaves them. */
static int decided(Game *game, State *s, const Share *share, int count)
{
    float total[DRAWS] = {0}, left = (next(game->luck) >> 40) * (SHARES / 16777216.0f);
    int action = 0;
    tell(game, ASKED, SHARES);
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

/* Dollars bet or raised, 0 for a check or a call, -1 for a fold. */
static int house_acts(Game *game, State *s, Deal *deal, int cap)
{
    Share share;
    for (int k = 0; k < game->hands; k++) {
        if (s->weight[k] <= 0) { memset(share.of[k], 0, sizeof share.of[k]); continue; }
        const Sheet *sheet = sheet_of(game);
        int slot = house_slot(game, s);
        const uint8_t *row = row_of(game, s, deal, k, sheet);
        float *of = share.of[k];
        if (slot) {
            of[0] = row[1 + slot] >> 4;
            of[1] = cap ? row[1 + slot] & 15 : 0;
            of[2] = SHARES - of[0] - of[1];
            of[3] = 0;
        } else {
            int five = row[0] >> 4, twelve = row[0] & 15, most = row[1] >> 4;
            of[0] = cap > 5 ? five : 0;
            of[1] = cap > 12 ? twelve : 0;
            of[3] = SHARES - five - twelve - most;
            of[2] = SHARES - of[3] - of[0] - of[1];
        }
    }
    int action = decided(game, s, &share, 4);
    int due = s->put[CALLER] - s->put[HOUSE], cheap = due * CHEAP <= s->put[0] + s->put[1];
    if (s->count) return action == 0 && !cheap ? -1 : action == 1 ? cap : 0;
    return action == 3 ? 0 : action == 2 ? cap : house_open[action];
}

static void draw_shares(Game *game, const State *s, const Deal *deal, int k, float *of)
{
    const Sheet *sheet = sheet_of(game);
    const Holding *holding = deal->holding[HOUSE][k];
    int64_t at = (int64_t)holding->class * sheet->groups + fitting(s->group, sheet);
    const uint8_t *row = game->book + sheet->draw + at * DRAW_ROW;
    of[0] = SHARES;                      /* what cannot be thrown is kept */
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
    return decided(game, s, &share, DRAWS);
}
