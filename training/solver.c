/* The solver: external-sampling MCCFR (Lanctot et al. 2009) on real cards, the House on its few bet
 * sizes against a caller on a dense menu. training/README.txt explains the method and the layout.
 *
 * Python owns all memory (numpy arrays); this file only walks. One call of solve() plays so many
 * deals; regrets and the House's average strategy grow in the arrays that were passed in.
 *
 * Slots are those of door/house/lines.py; tests/unit/test_house_lines.py compares the two.
 */

#include "poker.h"

/* NOBODY learns: then values are the caller's. */
enum { HOUSE_ACTIONS = 4, CALLER_ACTIONS = 8 };
enum { HOUSE_SLOTS_1 = 96, HOUSE_SLOTS_2 = 40, CALLER_SLOTS_1 = 51, CALLER_SLOTS_2 = 35, HOUSE_RAISES = 1 };

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
    int64_t visits;
    int32_t fixed;                       /* the House plays its average and learns nothing */
    int32_t independent;                 /* two decks: as if cards did not remove each other */
    int32_t spread;                      /* sizes and stacks stand for those around them, too */
    int32_t below, above;                /* the nearest stacks that have tables */
    int32_t now;                         /* the stack of this deal */
} Game;

typedef struct {
    int round, to_act, opener, raises, open, again[2], checked;
    int put[2];
    int group, drew[2];
} State;

typedef struct {                         /* one deal, seen from both sides */
    const Holding *holding[2];
    int cards[2][10];                    /* five sorted, five to come */
    int16_t strength[2][DRAWS];          /* -1: not worked out yet */
} Deal;

static void deal_cards(Game *game, Deal *deal)
{
    int deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int side = 0; side < 2; side++) {
        int from = side && !game->independent ? 10 : 0;
        deal->holding[side] = game->holdings + dealt(game->luck, deck, from, deal->cards[side]);
        memset(deal->strength[side], -1, sizeof deal->strength[side]);
    }
}

static int final_strength(const Game *game, Deal *deal, int side, int draw)
{
    int16_t *known = &deal->strength[side][draw];
    const int *cards = deal->cards[side];
    if (*known < 0)
        *known = (int16_t)drawn_to(game->plain, game->suited, cards,
                                   deal->holding[side]->kept[draw], cards + 5);
    return *known;
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

static int64_t place_of(const Game *game, const State *s, Deal *deal)
{
    int side = s->to_act, actions = side ? CALLER_ACTIONS : HOUSE_ACTIONS;
    int64_t place;
    if (s->round == 0)
        place = (int64_t)deal->holding[side]->class * (side ? CALLER_SLOTS_1 : HOUSE_SLOTS_1);
    else {
        int own = seen(s->drew[side]), other = seen(s->drew[!side]);
        int bucket = game->bucket[own * STRENGTHS + final_strength(game, deal, side, s->drew[side])];
        place = (((int64_t)s->group * SEEN + own) * SEEN + other) * game->buckets + bucket;
        place *= side ? CALLER_SLOTS_2 : HOUSE_SLOTS_2;
    }
    return (place + slot_of(s)) * actions;
}

/* -- what may be done --------------------------------------------------------------------------- */

static inline int cap_of(const Game *game, const State *s)
{
    int most = s->put[0] > s->put[1] ? s->put[0] : s->put[1], left = game->now - most;
    return s->opener >= 0 && s->raises == RAISES ? 0 : left < LARGEST ? left : LARGEST;
}

/* A size below the top one is there when the cap is above it; the top one is the cap. */
static int amounts(const Game *game, const State *s, int *amount)
{
    const int *sizes; int count, start, cap = cap_of(game, s);
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
    return start + count;
}

/* Dollars that the caller bets where a size was chosen: that one, or one that the House takes for
 * it (lines.py). Else the House would know nothing of stacks that its sizes never leave. */
static int meant(Game *game, const State *s, int action, int amount)
{
    int start = s->opener < 0 ? 1 : 2, count = start == 1 ? CALLER_OPENS : CALLER_RAISES;
    const int *menu = start == 1 ? caller_open : caller_raise;
    int pot = 2 * (s->put[0] > s->put[1] ? s->put[0] : s->put[1]), cap = cap_of(game, s);
    int at = action - start, low = 0, high = cap;
    if (!game->spread || s->to_act == HOUSE || amount <= 0 || chance(game->luck) < 0.5f) return amount;
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

static void match(const float *regret, const int *amount, int count, float *strategy)
{
    float sum = 0;
    int legal = 0;
    for (int a = 0; a < count; a++) {
        strategy[a] = amount[a] >= 0 && regret[a] > 0 ? regret[a] : 0;
        sum += strategy[a];
        legal += amount[a] >= 0;
    }
    for (int a = 0; a < count; a++)
        strategy[a] = sum > 0 ? strategy[a] / sum : amount[a] >= 0 ? 1.0f / legal : 0;
}

static int sample(Game *game, const float *strategy, int count)
{
    float left = chance(game->luck);
    int last = 0;
    for (int a = 0; a < count; a++)
        if (strategy[a] > 0) {
            last = a;
            left -= strategy[a];
            if (left < 0) break;
        }
    return last;
}

/* -- the walk: values are dollars won by `who` -------------------------------------------------- */

static const float LOWEST = -3000, HOPELESS = -600, LOOK_AGAIN = 0.05f, ASTRAY = 0.02f;

static float walk(Game *game, State s, Deal *deal, int who);

static float draws(Game *game, State s, Deal *deal, int who);

static float over(Game *game, State s, Deal *deal, int who)
{
    if (s.round == 0) {
        int raiser = s.opener < 0 ? 0 : s.raises & 1 ? !s.opener : s.opener;
        s.group = group_of(s.put[0], raiser);
        return draws(game, s, deal, who);
    }
    int me = who == HOUSE ? HOUSE : CALLER;
    int mine = final_strength(game, deal, me, s.drew[me]);
    int other = final_strength(game, deal, !me, s.drew[!me]);
    return mine > other ? s.put[0] : mine < other ? -s.put[0] : 0;
}

static float begin(Game *game, State s, Deal *deal, int who, int round)
{
    s.round = round;
    s.to_act = game->house_first ? HOUSE : CALLER;
    s.opener = -1;
    s.raises = s.checked = 0;
    return game->now > s.put[0] ? walk(game, s, deal, who) : over(game, s, deal, who);
}

static float act(Game *game, State s, Deal *deal, int who, int action, int amount)
{
    int side = s.to_act;
    if (s.opener < 0) {
        if (action == CHECK) {
            if (s.checked) return over(game, s, deal, who);
            s.checked = 1;
        } else {
            s.opener = side;
            s.open = action - 1;
            s.put[side] += amount;
        }
    } else if (action == FOLD) {
        return side == (who == HOUSE ? HOUSE : CALLER) ? -s.put[side] : s.put[side];
    } else {
        s.put[side] = s.put[!side];
        if (action == CALL) return over(game, s, deal, who);
        s.put[side] += amount;
        s.raises++;
        if (side == CALLER) s.again[s.opener == CALLER ? 0 : s.raises > 1] = action - 2;
    }
    s.to_act = !side;
    return walk(game, s, deal, who);
}

static void learn(float *regret, const int *legal, const float *value, const float *strategy,
                  const uint8_t *skipped, int count)
{
    float mean = 0;
    for (int a = 0; a < count; a++) mean += strategy[a] * value[a];
    for (int a = 0; a < count; a++)
        if (legal[a] >= 0 && !skipped[a]) {
            float sum = regret[a] + value[a] - mean;
            regret[a] = sum > LOWEST ? sum : LOWEST;
        }
}

static int hopeless(Game *game, float regret, float share)
{
    return regret < HOPELESS && share == 0 && chance(game->luck) > LOOK_AGAIN;
}

/* Now and then, a look at what follows an action that the caller perhaps never takes: the House must
 * know an answer to it all the same. Only what comes after it learns from it. */
static void look_astray(Game *game, State s, Deal *deal, int who, const int *amount, int count)
{
    if (who != HOUSE || chance(game->luck) > ASTRAY) return;
    int action = below(game->luck, count);
    if (amount[action] >= 0)
        act(game, s, deal, who, action, meant(game, &s, action, amount[action]));
}

static float walk(Game *game, State s, Deal *deal, int who)
{
    int amount[CALLER_ACTIONS], count = amounts(game, &s, amount), part = s.round ? 2 : 0;
    int64_t place = place_of(game, &s, deal);
    float *regret = game->regret[s.to_act][part] + place, strategy[CALLER_ACTIONS];
    int fixed = game->fixed && s.to_act == HOUSE;
    match(fixed ? game->average[part] + place : regret, amount, count, strategy);
    game->visits++;
    if (s.to_act != who) {
        if (s.to_act == HOUSE && !fixed) {
            float *average = game->average[part] + place;
            for (int a = 0; a < count; a++) average[a] += strategy[a];
        }
        look_astray(game, s, deal, who, amount, count);
        int action = sample(game, strategy, count);
        return act(game, s, deal, who, action, meant(game, &s, action, amount[action]));
    }
    float value[CALLER_ACTIONS] = {0}, mean = 0;
    uint8_t skipped[CALLER_ACTIONS] = {0};
    for (int a = 0; a < count; a++) {
        if (amount[a] < 0) continue;
        if (hopeless(game, regret[a], strategy[a])) { skipped[a] = 1; continue; }
        value[a] = act(game, s, deal, who, a, meant(game, &s, a, amount[a]));
        mean += strategy[a] * value[a];
    }
    learn(regret, amount, value, strategy, skipped, count);
    return mean;
}

static int draw_options(const Holding *holding, int *legal)
{
    for (int d = 0; d < DRAWS; d++) legal[d] = holding->kept[d] == 0xff ? -1 : 0;
    return DRAWS;
}

static float *draw_row(float *array, const State *s, const Deal *deal, int side)
{
    return array + ((int64_t)deal->holding[side]->class * GROUPS + s->group) * DRAWS;
}

static int sampled_draw(Game *game, const State *s, Deal *deal, int side)
{
    int legal[DRAWS], fixed = game->fixed && side == HOUSE;
    float strategy[DRAWS], *average = draw_row(game->average[1], s, deal, HOUSE);
    draw_options(deal->holding[side], legal);
    match(fixed ? average : draw_row(game->regret[side][1], s, deal, side), legal, DRAWS, strategy);
    if (side == HOUSE && !fixed)
        for (int d = 0; d < DRAWS; d++) average[d] += strategy[d];
    return sample(game, strategy, DRAWS);
}

/* Neither side knows the other's number: the other's is sampled, and one's own tried. */
static float draws(Game *game, State s, Deal *deal, int who)
{
    for (int side = 0; side < 2; side++)
        if (side != who) s.drew[side] = sampled_draw(game, &s, deal, side);
    if (who == NOBODY) return begin(game, s, deal, who, 1);
    int legal[DRAWS];
    float strategy[DRAWS], value[DRAWS] = {0}, mean = 0;
    uint8_t skipped[DRAWS] = {0};
    float *regret = draw_row(game->regret[who][1], &s, deal, who);
    draw_options(deal->holding[who], legal);
    match(regret, legal, DRAWS, strategy);
    for (int d = 0; d < DRAWS; d++) {
        if (legal[d] < 0) continue;
        if (hopeless(game, regret[d], strategy[d])) { skipped[d] = 1; continue; }
        s.drew[who] = d;
        value[d] = begin(game, s, deal, who, 1);
        mean += strategy[d] * value[d];
    }
    learn(regret, legal, value, strategy, skipped, DRAWS);
    return mean;
}

/* A fresh deal, the antes paid. */
static State seated(Game *game, Deal *deal)
{
    State s = {.put = {ANTE, ANTE}};
    deal_cards(game, deal);
    game->now = stack_of(game);
    return s;
}

/* Plays so many deals, each once for either side; returns dollars that the House won in all. */
double solve(Game *game, int64_t deals)
{
    double won = 0;
    prepare();
    for (int64_t n = 0; n < deals; n++) {
        Deal deal;
        State s = seated(game, &deal);
        if (game->fixed)
            won -= begin(game, s, &deal, CALLER, 0);
        else {
            won += begin(game, s, &deal, HOUSE, 0);
            begin(game, s, &deal, CALLER, 0);
        }
    }
    return won;
}

/* Plays deals to their end: the House by its average, the caller by its regrets, nobody learning.
 * Dollars that the caller won in all; their squares are added up beside them. */
double play(Game *game, int64_t deals, double *squares)
{
    double won = 0;
    prepare();
    *squares = 0;
    for (int64_t n = 0; n < deals; n++) {
        Deal deal;
        State s = seated(game, &deal);
        double value = begin(game, s, &deal, NOBODY, 0);
        won += value;
        *squares += value * value;
    }
    return won;
}
