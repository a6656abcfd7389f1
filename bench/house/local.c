/* A local best response (Lisy and Bowling 2016, arXiv:1612.07547): a caller who knows the House's
 * book and keeps count of what it may hold.
 *
 * Holdings are guessed from the cards that the caller has not seen (simulator.h); each thing that the
 * House does makes a guess more or less likely, exactly as the book has it. At each decision the
 * caller takes the action that is worth most if both only check and call from then on: any whole
 * dollar, any cards kept. Guesses decide nothing of what the House does, so what this caller wins is
 * a lower bound of what can be won.
 */

#include "simulator.h"

enum { SIZES = 7 };

static int fresh[HANDS][5];              /* what may come to the caller beside each guess */

static void hope(Game *game, Deal *deal)
{
    for (int k = game->real; k < game->hands; k++) {
        uint64_t gone = 0;
        for (int i = 0; i < 5; i++) gone |= 1ull << deal->cards[CALLER][0][i];
        for (int i = 0; i < 10; i++) gone |= 1ull << deal->cards[HOUSE][k][i];
        for (int i = 0; i < 5; i++) {
            do fresh[k][i] = below(game->luck, 52); while (gone >> fresh[k][i] & 1);
            gone |= 1ull << fresh[k][i];
        }
    }
    deal->hoped = 1;
}

static inline float compared(int mine, int other) { return mine > other ? 1 : mine < other ? -1 : 0; }

/* A number of discards for a guess, by its chances in the book. */
static int guessed_draw(Game *game, const State *s, const Deal *deal, int k)
{
    float of[DRAWS];
    draw_shares(game, s, deal, k, of);
    int left = below(game->luck, COARSE), draw = 0;
    while (draw < DRAWS - 1 && (left -= of[draw]) >= 0) draw++;
    return draw;
}

/* What the House would throw most of, up to three. */
static int usual_keep(const Deal *deal)
{
    const uint8_t *kept = deal->holding[CALLER][0]->kept;
    int draw = 3;
    while (draw && kept[draw] == 0xff) draw--;
    return kept[draw];
}

/* 1 where the caller would beat a guess, -1 where it would lose, if nobody folds any more. */
static void foresee(Game *game, State s, Deal *deal, float *win)
{
    if (!deal->hoped) hope(game, deal);
    int kept = usual_keep(deal);
    for (int k = game->real; k < game->hands; k++)
        if (s.weight[k] > 0 && s.round)
            win[k] = compared(s.mine, house_strength(game, deal, k, s.drew[HOUSE]));
        else if (s.weight[k] > 0)
            win[k] = compared(after(game, deal->cards[CALLER][0], kept, fresh[k]),
                              house_strength(game, deal, k, guessed_draw(game, &s, deal, k)));
}

/* -- the draw ------------------------------------------------------------------------------------ */

/* Guesses that hold a card which came to the caller are out. */
static void see(const Game *game, State *s, const Deal *deal, int kept)
{
    uint64_t came = 0;
    for (int i = 0; i < 5 - __builtin_popcount(kept); i++)
        came |= 1ull << deal->cards[CALLER][0][5 + i];
    for (int k = game->real; k < game->hands; k++)
        for (int i = 0; i < 10; i++)
            if (came >> deal->cards[HOUSE][k][i] & 1) s->weight[k] = 0;
    divided(s->weight, game->real, game->hands);
}

static float caller_draws(Game *game, State s, Deal *deal)
{
    float won[KEEPS] = {0};
    int best = 0;
    if (!deal->hoped) hope(game, deal);
    for (int k = game->real; k < game->hands; k++) {
        if (s.weight[k] <= 0) continue;
        int other = house_strength(game, deal, k, guessed_draw(game, &s, deal, k));
        for (int kept = 0; kept < KEEPS; kept++)
            won[kept] += s.weight[k]
                * compared(after(game, deal->cards[CALLER][0], kept, fresh[k]), other);
    }
    for (int kept = 1; kept < KEEPS; kept++)
        if (won[kept] > won[best]) best = kept;
    see(game, &s, deal, best);
    return drawn(game, s, deal, best);
}

/* -- bets ---------------------------------------------------------------------------------------- */

typedef struct { float won, folds[SIZES], lost[SIZES]; } Hope;   /* lost: won, where it folds */

/* How often the House folds to each size of the menu, and what the caller would have won there. */
static Hope answers(Game *game, const State *s, Deal *deal)
{
    Hope hope = {0};
    float win[HANDS];
    const Bets *bets = &s->bets;
    int count = bets->count, opener = count ? bets->opener : CALLER, sizes = count ? 4 : SIZES;
    foresee(game, *s, deal, win);
    for (int k = game->real; k < game->hands; k++) {
        if (s->weight[k] <= 0) continue;
        hope.won += s->weight[k] * win[k];
        if (count > RAISES) continue;
        const uint8_t *row = row_of(game, s, deal, k, sheet_of(game));
        int first = count ? taken_for(game, bets, 0) : 0, again = count == 3 ? taken_for(game, bets, 1) : 0;
        for (int i = 0; i < sizes; i++) {
            int slot = slot_from(s->round, opener, count + 1, count ? first : i,
                                 count == 3 ? again : i, i);
            float fold, raise;
            answer_shares(s, row, slot, &fold, &raise);
            fold *= s->weight[k] / whole(s);
            hope.folds[i] += fold;
            hope.lost[i] += fold * win[k];
        }
    }
    return hope;
}

/* Dollars of a bet or raise of `amount`: the pot where the House folds, else what both have put. */
static float worth(const Game *game, const State *s, const Hope *hope, int amount)
{
    const Bets *bets = &s->bets;
    int count = bets->count;
    Between size = between(amount, count ? caller_raise : caller_open, count ? 4 : SIZES,
                           cap_before(game, bets, count), 2 * put_before(bets, count));
    float low = (float)size.share / size.of, put = s->put[HOUSE];
    float folds = low * hope->folds[size.low] + (1 - low) * hope->folds[size.high];
    float lost = low * hope->lost[size.low] + (1 - low) * hope->lost[size.high];
    if (amount * CHEAP <= 2 * put + amount) folds = lost = 0;    /* the House calls that */
    return folds * put + (hope->won - lost) * (put + amount);
}

static float caller_acts(Game *game, State s, Deal *deal, int cap)
{
    Hope hope = answers(game, &s, deal);
    float most = hope.won * s.put[HOUSE];
    int best = 0;
    if (s.bets.count && -s.put[CALLER] > most) { most = -s.put[CALLER]; best = -1; }
    for (int n = cap < 2 ? cap : 2; n && n <= cap; n++) {
        float value = worth(game, &s, &hope, n);
        if (value > most) { most = value; best = n; }
    }
    return act(game, s, deal, best);
}
