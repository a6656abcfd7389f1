/* What every walk through the game in C shares: the rules' numbers, sizes and groups, luck, and the
 * strength of cards. The tables of cards are made by cards.py.
 *
 * Sizes and groups are those of door/house/lines.py; tests/unit/test_house_lines.py compares them.
 */

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { HOUSE, CALLER, NOBODY };
enum { ANTE = 5, LARGEST = 25, RAISES = 3 };
enum { FOLD = 0, CHECK = 0, CALL = 1 };
enum { DRAWS = 6, SEEN = 4 };            /* discards 0 to 5; told apart: 0, 1, 2, 3 or more */
enum { HOUSE_OPENS = 3, CALLER_OPENS = 7, CALLER_RAISES = 4, LEVELS = 10 };
enum { GROUPS = 2 * LEVELS - 1, STRENGTHS = 7462 };

static const int house_open[HOUSE_OPENS] = {5, 12, 25};
static const int caller_open[CALLER_OPENS] = {2, 3, 5, 8, 12, 18, 25};
static const int caller_raise[CALLER_RAISES] = {2, 5, 12, 25};
static const int third[CALLER_OPENS] = {0, 0, 0, 1, 1, 2, 2};
static const int level_from[LEVELS] = {5, 6, 9, 12, 15, 20, 27, 34, 49, 71};

typedef struct {
    uint16_t class;
    uint8_t kept[DRAWS];                 /* bits of the sorted cards that are kept; 0xff: no option */
} Holding;

static inline int seen(int draw) { return draw < SEEN ? draw : SEEN - 1; }

static inline int group_of(int put, int aggressor)
{
    int level = LEVELS - 1;
    while (put < level_from[level]) level--;
    return level ? 1 + 2 * (level - 1) + aggressor : 0;
}

/* -- luck --------------------------------------------------------------------------------------- */

static inline uint64_t turned(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next(uint64_t *s) /* xoshiro256**, Blackman and Vigna 2018 */
{
    uint64_t result = turned(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
    s[2] ^= t; s[3] = turned(s[3], 45);
    return result;
}

static inline int below(uint64_t *luck, int n) { return (int)(((next(luck) >> 32) * n) >> 32); }
static inline float chance(uint64_t *luck) { return (next(luck) >> 40) * (1.0f / 16777216.0f); }

/* -- cards: 4 * rank + suit ---------------------------------------------------------------------- */

static const int rank_key[13] =
    {0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415};
static int choose[53][6];

/* To be called before any cards are dealt. */
static inline void prepare(void)
{
    for (int n = 0; n < 53; n++)
        for (int k = 0; k < 6; k++)
            choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
}

/* By sum of rank keys, or by mask of ranks where they are of one suit. */
static inline int strength_of(const uint16_t *plain, const uint16_t *suited, const int *cards)
{
    int key = 0, mask = 0, suits = 0xf;
    for (int i = 0; i < 5; i++) {
        key += rank_key[cards[i] >> 2];
        mask |= 1 << (cards[i] >> 2);
        suits &= 1 << (cards[i] & 3);
    }
    return suits ? suited[mask] : plain[key];
}

static inline void sort5(int *cards)
{
    for (int i = 1; i < 5; i++)
        for (int j = i; j && cards[j - 1] > cards[j]; j--) {
            int kept = cards[j]; cards[j] = cards[j - 1]; cards[j - 1] = kept;
        }
}

/* Five cards and five to come, shuffled from those of the deck at `from` up to `to`; the place of
 * the five, sorted, in the table of holdings. */
static inline int dealt(uint64_t *luck, int *deck, int from, int to, int *cards)
{
    int number = 0;
    for (int i = from; i < from + 10; i++) {
        int j = i + below(luck, to - i), kept = deck[i];
        deck[i] = deck[j]; deck[j] = kept;
    }
    memcpy(cards, deck + from, 10 * sizeof(int));
    sort5(cards);
    for (int i = 0; i < 5; i++) number += choose[cards[i]][i + 1];
    return number;
}

/* What five cards come to of which some are kept, by bits, and the others replaced in order. */
static inline int drawn_to(const uint16_t *plain, const uint16_t *suited, const int *held, int kept,
                           const int *fresh)
{
    int cards[5];
    for (int i = 0; i < 5; i++) cards[i] = kept >> i & 1 ? held[i] : *fresh++;
    return strength_of(plain, suited, cards);
}
