/* Cards, deals and what a game in C knows, for simulator.h. The tables of cards are those of
 * training/cards.py.
 */

#include "../../training/poker.h"

#ifndef HANDS
#define HANDS 16                         /* the House's holdings at a time, at most */
#endif

enum { FIRST_ROW = 193, SECOND_ROW = 41, DRAW_ROW = 3, FINE = 255, COARSE = 15, CHEAP = 12 };
enum { SLOTS_1 = 51, SLOTS_2 = 35, KEEPS = 32, CLASSES = 287 };
enum { ACTIONS = 27 };                   /* 1 + n, beside FOLD and CALL, bets or raises n dollars */
enum { CARD = 1, ASKED, CAME, ACTED, KEPT, WON };            /* of a story, in pairs */

typedef struct { int32_t stack, buckets, groups; int64_t strengths, first, draw, second; } Sheet;

typedef struct {
    const Holding *holdings;
    const uint16_t *plain, *suited;
    const uint8_t *book;
    Sheet sheet[2];                      /* the nearest below and above the stack */
    int32_t stack, house_first, buckets;
    const uint8_t *bucket;               /* the caller's own, [SEEN][STRENGTHS] */
    float *regret[4];                    /* first round, draw, second round, the same by few buckets */
    uint64_t luck[4], cards[4];          /* of play, of the deck */
    int32_t menu_only, learning, at_random;
    int32_t hands, real;                 /* holdings of the House's, those that are played */
    int32_t *story;                      /* what was done, for the check against the real table */
    int32_t told;
} Game;

typedef struct {
    int opener, count, amount[4], start; /* what each put in before it */
} Bets;                                  /* of a round: bets and raises */

typedef struct {
    int round, to_act, checked, put[2];
    Bets bets, first;                    /* of this round, and of the first */
    int group, drew[2], mine;            /* as the caller knows it; its strength after the draw */
    float weight[HANDS];                 /* adding up to 1 among the real, and among the others */
} State;

typedef struct {
    const Holding *holding[2][HANDS];    /* the caller has one */
    int cards[2][HANDS][10];
    int16_t strength[HANDS][DRAWS];      /* the House's by its number of discards; -1: not yet */
    int order[5];                        /* the caller's, pairs before kickers, high before low */
    int hoped;                           /* whether local.c has seen it */
} Deal;

static void tell(Game *game, int kind, int what)
{
    if (!game->story) return;
    game->story[game->told++] = kind;
    game->story[game->told++] = what;
}

/* What the House's luck is asked, and what came. */
static int asked(Game *game, int bound)
{
    int came = below(game->luck, bound);
    tell(game, ASKED, bound);
    tell(game, CAME, came);
    return came;
}

/* -- cards ------------------------------------------------------------------------------------- */

/* Cards of a pair first, then those of the suit that most have, then high before low. */
static void put_in_order(Deal *deal)
{
    const int *cards = deal->cards[CALLER][0];
    int weight[5];
    for (int i = 0; i < 5; i++) {
        int same = 0, suit = 0;
        for (int j = 0; j < 5; j++) {
            same += cards[i] >> 2 == cards[j] >> 2;
            suit += (cards[i] & 3) == (cards[j] & 3);
        }
        weight[i] = 10000 * same + 1000 * (suit > 2 ? suit : 0) + cards[i];
        deal->order[i] = i;
    }
    for (int i = 1; i < 5; i++)
        for (int j = i; j && weight[deal->order[j - 1]] < weight[deal->order[j]]; j--) {
            int kept = deal->order[j]; deal->order[j] = deal->order[j - 1]; deal->order[j - 1] = kept;
        }
}

static void deal_cards(Game *game, Deal *deal)
{
    int deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i;
    deal->holding[CALLER][0] = game->holdings + dealt(game->cards, deck, 0, 52, deal->cards[CALLER][0]);
    for (int k = 0; k < game->hands; k++)   /* a guess may hold what is still to come to the caller */
        deal->holding[HOUSE][k] = game->holdings
            + dealt(game->cards, deck, k < game->real ? 10 : 5, 52, deal->cards[HOUSE][k]);
    memset(deal->strength, -1, sizeof deal->strength);
    deal->hoped = 0;
    put_in_order(deal);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 10; i++) tell(game, CARD, deal->cards[side][0][i]);
}

static int after(const Game *game, const int *held, int kept, const int *fresh)
{
    return drawn_to(game->plain, game->suited, held, kept, fresh);
}

static int house_strength(const Game *game, Deal *deal, int k, int draw)
{
    int16_t *known = &deal->strength[k][draw];
    if (*known < 0) {
        int kept = deal->holding[HOUSE][k]->kept[draw];
        const int *cards = deal->cards[HOUSE][k];
        *known = (int16_t)after(game, cards, kept == 0xff ? 31 : kept, cards + 5);
    }
    return *known;
}
