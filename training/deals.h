/* What solver.c walks through: a game, a deal of many hands to either side, the entries of a round,
 * and where they stand in the arrays.
 *
 * Slots are those of door/house/lines.py; tests/unit/test_house_lines.py compares the two.
 */

#include "poker.h"

enum { HOUSE_ACTIONS = 4, CALLER_ACTIONS = 8, ACTIONS = CALLER_ACTIONS };
enum { HOUSE_SLOTS_1 = 96, HOUSE_SLOTS_2 = 40, CALLER_SLOTS_1 = 51, CALLER_SLOTS_2 = 35, HOUSE_RAISES = 1 };
enum { WIDTH = 16, MOST = 3 * WIDTH };   /* 3, 4 and 5 thrown are seen alike: a hand stands thrice */

static const int house_raise[HOUSE_RAISES] = {25};

typedef struct {                         /* what does not change between deals */
    const Holding *holdings;             /* by the combinatorial number of the sorted cards */
    const uint16_t *plain, *suited;      /* strength by sum of rank keys, by mask of ranks */
    const uint8_t *bucket;               /* [SEEN][STRENGTHS] */
    int32_t buckets, classes;
    int32_t stack, house_first;
    float *regret[2][3];                 /* [side][first round, draw, second round] */
    float *average[3];                   /* the House's */
    uint64_t luck[4];
    int64_t visits;                      /* hands that were looked at, at every decision */
    int32_t independent;                 /* two decks: as if cards did not remove each other */
    int32_t spread;                      /* sizes and stacks stand for those around them, too */
    int32_t below, above;                /* the nearest stacks that have tables */
    int32_t now;                         /* the stack of this deal */
} Game;

typedef struct {
    int round, to_act, opener, raises, open, again[2], checked;
    int put[2];
    int group, drew[2];                  /* discards as they are seen */
} State;

typedef struct {
    const Holding *holding;
    int cards[10];                       /* five sorted, five to come */
    int16_t strength[DRAWS];             /* -1: not worked out yet */
} Hand;

typedef struct {                         /* a walk: what `me` learns of a deal */
    Game *game;
    int me;
    Hand hand[2][WIDTH];
} Walk;

/* Of the entries of a round those that are still there, and how likely. All of them count WIDTH
 * together; one's own count the same, whatever one would do with them. */
typedef struct { int count; uint8_t at[MOST]; float weight[MOST]; } Range;

typedef struct {                         /* the entries of a round, which are hands, or draws to them */
    uint8_t hand[2][MOST], drew[2][MOST];
    int64_t row[2][MOST];                /* where their slots begin */
    float better[MOST][WIDTH];           /* mine than the other's: 1, 0 or -1 */
} Round;

typedef struct { int count, amount[ACTIONS]; float legal[ACTIONS]; } Menu;  /* legal: 1 or 0 */

/* Two halves of a deck, out of which either side has all its hands: no card is in two that meet. */
static void deal_cards(Walk *w)
{
    int deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int i = 0; i < 51; i++) {
        int j = i + below(w->game->luck, 52 - i), kept = deck[i];
        deck[i] = deck[j]; deck[j] = kept;
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < WIDTH; i++) {
            Hand *hand = &w->hand[side][i];
            int from = w->game->independent ? 0 : 26 * side, to = w->game->independent ? 52 : from + 26;
            hand->holding = w->game->holdings + dealt(w->game->luck, deck, from, to, hand->cards);
            memset(hand->strength, -1, sizeof hand->strength);
        }
}

static int final_strength(const Game *game, Hand *hand, int draw)
{
    if (hand->strength[draw] < 0)
        hand->strength[draw] = (int16_t)drawn_to(game->plain, game->suited, hand->cards,
                                                 hand->holding->kept[draw], hand->cards + 5);
    return hand->strength[draw];
}

/* -- where things stand in the arrays ---------------------------------------------------------- */

static int slot_of(const State *s)
{
    int second = s->round;
    if (s->to_act == HOUSE) {
        if (s->opener < 0) return 0;
        if (s->opener == CALLER && s->raises == 0) return 1 + s->open;
        if (s->opener == HOUSE && s->raises == 1) return 8 + 4 * s->open + s->again[0];
        if (s->opener == CALLER)
            return 20 + 4 * (second ? third[s->open] : s->open) + s->again[0];
        return second ? 32 + 4 * (s->again[0] > 1) + s->again[1]
                      : 48 + 16 * s->open + 4 * s->again[0] + s->again[1];
    }
    if (s->opener < 0) return 0;
    if (s->opener == HOUSE && s->raises == 0) return 1 + s->open;
    if (s->opener == CALLER && s->raises == 1) return 4 + s->open;
    if (s->opener == HOUSE) return 11 + 4 * s->open + s->again[0];
    return 23 + 4 * (second ? third[s->open] : s->open) + s->again[0];
}

static inline float *row_of(float *const *arrays, const State *s, const Round *round, int at)
{
    int actions = s->to_act ? CALLER_ACTIONS : HOUSE_ACTIONS;
    return arrays[s->round ? 2 : 0] + (round->row[s->to_act][at] + slot_of(s)) * actions;
}

static void first_round(const Walk *w, Round *round, Range *range)
{
    for (int side = 0; side < 2; side++) {
        range[side].count = WIDTH;
        for (int i = 0; i < WIDTH; i++) {
            round->row[side][i] = w->hand[side][i].holding->class
                * (int64_t)(side ? CALLER_SLOTS_1 : HOUSE_SLOTS_1);
            round->hand[side][i] = range[side].at[i] = (uint8_t)i;
            range[side].weight[i] = 1;
        }
    }
}

static void second_rows(Walk *w, const State *s, Round *round, const Range *range, int side)
{
    int own = s->drew[side], other = s->drew[!side], buckets = w->game->buckets;
    int64_t start = (((int64_t)s->group * SEEN + own) * SEEN + other) * buckets;
    for (int i = 0; i < range->count; i++) {
        int at = range->at[i];
        int final = final_strength(w->game, &w->hand[side][round->hand[side][at]], round->drew[side][at]);
        round->row[side][at] = (start + w->game->bucket[own * STRENGTHS + final])
            * (side ? CALLER_SLOTS_2 : HOUSE_SLOTS_2);
    }
}

static void compare(Walk *w, Round *round, const Range *mine, const Range *other)
{
    int theirs[WIDTH] = {0}, me = w->me;
    for (int k = 0; k < other->count; k++) {
        int at = other->at[k];
        theirs[at] = final_strength(w->game, &w->hand[!me][round->hand[!me][at]], round->drew[!me][at]);
    }
    for (int i = 0; i < mine->count; i++) {
        int at = mine->at[i];
        int own = final_strength(w->game, &w->hand[me][round->hand[me][at]], round->drew[me][at]);
        for (int k = 0; k < WIDTH; k++)
            round->better[at][k] = (float)((own > theirs[k]) - (own < theirs[k]));
    }
}
