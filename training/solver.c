/* The solver: external-sampling MCCFR (Lanctot et al. 2009) on real cards, the House on its few bet
 * sizes against a caller on a dense menu. training/README.txt explains the method and the layout.
 *
 * A deal is WIDTH hands of either side, and each meets each: their bets are walked together, so that
 * what an action brings is known from WIDTH of the other side's hands and not from one.
 *
 * Python owns all memory (numpy arrays); this file only walks. One call of solve() plays so many
 * deals; regrets and the House's average strategy grow in the arrays that were passed in.
 */

#include "bets.h"

#ifndef FROZEN
#define FROZEN 0                         /* 1: the House plays its average and learns nothing */
#endif

/* By regret: what did better than the rest so far, the more the likelier; else anything. */
static inline void match(const float *regret, const float *legal, int count, float *strategy)
{
    float sum = 0, of = 0;
    for (int a = 0; a < count; a++) {
        strategy[a] = legal[a] * (regret[a] > 0 ? regret[a] : 0);
        sum += strategy[a];
        of += legal[a];
    }
    float share = sum > 0 ? 1 / sum : 0, even = sum > 0 ? 0 : 1 / of;
    for (int a = 0; a < count; a++) strategy[a] = strategy[a] * share + legal[a] * even;
}

static int sample(Game *game, const float *share, int count, float sum)
{
    float left = chance(game->luck) * sum;
    int last = 0;
    for (int a = 0; a < count; a++)
        if (share[a] > 0) {
            last = a;
            left -= share[a];
            if (left < 0) break;
        }
    return last;
}

static const float LOWEST = -3000, HOPELESS = -600, LOOK_AGAIN = 0.05f, ASTRAY = 0.02f;
enum { CHEAP = 12 };

static inline void learn(float *regret, const float *value, const float *strategy,
                         const float *looked, int count)
{
    float mean = 0;
    for (int a = 0; a < count; a++) mean += strategy[a] * value[a];
    for (int a = 0; a < count; a++) {
        float sum = regret[a] + looked[a] * (value[a] - mean);
        regret[a] = sum > LOWEST ? sum : LOWEST;
    }
}

static inline int hopeless(float regret, float share) { return regret < HOPELESS && share == 0; }

/* -- the walk: values are dollars that I win, by the places of my range ---------------------------- */

static void walk(Walk *w, State s, const Round *round, const Range *mine, const Range *other, float *value);
static void draws(Walk *w, State s, const Round *round, const Range *mine, const Range *other, float *value);

static void won(const Range *mine, int dollars, float *value)
{
    for (int i = 0; i < mine->count; i++) value[i] = (float)dollars;
}

static void showdown(const State *s, const Round *round, const Range *mine, const Range *other, float *value)
{
    float weight[WIDTH] = {0};
    for (int k = 0; k < other->count; k++)
        weight[other->at[k]] = other->weight[k] * (float)s->put[0] / WIDTH;
    for (int i = 0; i < mine->count; i++) {
        const float *better = round->better[mine->at[i]];
        float sum = 0;
        for (int k = 0; k < WIDTH; k++) sum += weight[k] * better[k];
        value[i] = sum;
    }
}

static void over(Walk *w, State s, const Round *round, const Range *mine, const Range *other, float *value)
{
    if (s.round) { showdown(&s, round, mine, other, value); return; }
    int raiser = s.opener < 0 ? 0 : s.raises & 1 ? !s.opener : s.opener;
    s.group = group_of(s.put[0], raiser);
    draws(w, s, round, mine, other, value);
}

static void begin(Walk *w, State s, const Round *round, const Range *mine, const Range *other, float *value)
{
    s.to_act = w->game->house_first ? HOUSE : CALLER;
    s.opener = -1;
    s.raises = s.checked = 0;
    (w->game->now > s.put[0] ? walk : over)(w, s, round, mine, other, value);
}

static void act(Walk *w, State s, const Round *round, const Range *mine, const Range *other,
                int action, int amount, float *value)
{
    int side = s.to_act;
    if (s.opener < 0) {
        if (action == CHECK) {
            if (s.checked) { over(w, s, round, mine, other, value); return; }
            s.checked = 1;
        } else {
            s.opener = side;
            s.open = action - 1;
            s.put[side] += amount;
        }
    } else if (action == FOLD) {
        won(mine, side == w->me ? -s.put[side] : s.put[side], value);
        return;
    } else {
        s.put[side] = s.put[!side];
        if (action == CALL) { over(w, s, round, mine, other, value); return; }
        s.put[side] += amount;
        s.raises++;
        if (side == CALLER) s.again[s.opener == CALLER ? 0 : s.raises > 1] = action - 2;
    }
    s.to_act = !side;
    walk(w, s, round, mine, other, value);
}

/* Now and then, a look at what follows an action that the caller perhaps never takes: the House must
 * know an answer to it all the same. Only what comes after it learns from it. */
static void look_astray(Walk *w, const State *s, const Round *round, const Range *mine, const Range *other,
                        const Menu *menu)
{
    float unused[MOST];
    if (w->me != HOUSE || chance(w->game->luck) > ASTRAY) return;
    int action = below(w->game->luck, menu->count);
    if (menu->legal[action] > 0)
        act(w, *s, round, mine, other, action, meant(w->game, s, action, menu->amount[action]), unused);
}

/* The range of who did it, and how likely: `share` is of all of them. */
static Range narrowed(const Range *range, float strategy[][ACTIONS], int action, float share)
{
    Range next = {.count = 0};
    for (int i = 0; i < range->count; i++)
        if (strategy[i][action] > 0) {
            next.at[next.count] = range->at[i];
            next.weight[next.count++] = range->weight[i] * strategy[i][action] * WIDTH / share;
        }
    return next;
}

/* What a side goes by: its regrets or, for a House that learns no more, its average. */
static inline float *const *mind_of(const Game *game, int side)
{
    return FROZEN && side == HOUSE ? game->average : game->regret[side];
}

/* As it is played, the House calls for so small a part of the pot (door/house/equilibrium.py). */
static inline void never_fold_for_little(const State *s, float *strategy)
{
    if (s->opener < 0 || (s->put[CALLER] - s->put[HOUSE]) * CHEAP > s->put[0] + s->put[1]) return;
    strategy[CALL] += strategy[FOLD];
    strategy[FOLD] = 0;
}

/* The other side does one thing, as all its hands together wish. */
static inline void other_acts(Walk *w, const State *s, const Round *round, const Range *mine,
                              const Range *other, const Menu *menu, int actions, float *value)
{
    float strategy[WIDTH][ACTIONS], share[ACTIONS] = {0}, sum = 0;
    for (int i = 0; i < other->count; i++) {
        match(row_of(mind_of(w->game, s->to_act), s, round, other->at[i]), menu->legal, actions, strategy[i]);
        if (FROZEN) never_fold_for_little(s, strategy[i]);
        for (int a = 0; a < actions; a++) share[a] += other->weight[i] * strategy[i][a];
    }
    for (int a = 0; a < actions; a++) sum += share[a];
    for (int i = 0; i < other->count && s->to_act == HOUSE && !FROZEN; i++) {
        float *average = row_of(w->game->average, s, round, other->at[i]);
        for (int a = 0; a < actions; a++) average[a] += other->weight[i] * strategy[i][a];
    }
    look_astray(w, s, round, mine, other, menu);
    int action = sample(w->game, share, actions, sum);
    Range next = narrowed(other, strategy, action, share[action]);
    act(w, *s, round, mine, &next, action, meant(w->game, s, action, menu->amount[action]), value);
}

/* Every hand of mine tries everything, save what is hopeless, which is tried now and then. */
static inline void i_act(Walk *w, const State *s, const Round *round, const Range *mine,
                         const Range *other, const Menu *menu, int actions, float *value)
{
    float *regret[MOST], strategy[MOST][ACTIONS], gain[MOST][ACTIONS], looked[MOST][ACTIONS];
    for (int i = 0; i < mine->count; i++) {
        regret[i] = row_of(w->game->regret[s->to_act], s, round, mine->at[i]);
        match(regret[i], menu->legal, actions, strategy[i]);
        for (int a = 0; a < actions; a++) gain[i][a] = looked[i][a] = 0;
    }
    for (int a = 0; a < menu->count; a++) {
        if (menu->legal[a] == 0) continue;
        int all = chance(w->game->luck) < LOOK_AGAIN;
        Range kept = {.count = 0};
        uint8_t from[MOST];
        float part[MOST];
        for (int i = 0; i < mine->count; i++)
            if (all || !hopeless(regret[i][a], strategy[i][a])) {
                from[kept.count] = (uint8_t)i;
                kept.at[kept.count++] = mine->at[i];
            }
        if (!kept.count) continue;
        act(w, *s, round, &kept, other, a, meant(w->game, s, a, menu->amount[a]), part);
        for (int j = 0; j < kept.count; j++) {
            gain[from[j]][a] = part[j];
            looked[from[j]][a] = 1;
        }
    }
    for (int i = 0; i < mine->count; i++) {
        value[i] = 0;
        for (int a = 0; a < actions; a++) value[i] += strategy[i][a] * gain[i][a];
        learn(regret[i], gain[i], strategy[i], looked[i], actions);
    }
}

static void walk(Walk *w, State s, const Round *round, const Range *mine, const Range *other, float *value)
{
    Menu menu = menu_of(w->game, &s);
    w->game->visits += s.to_act == w->me ? mine->count : other->count;
    if (s.to_act == w->me && s.to_act == HOUSE) i_act(w, &s, round, mine, other, &menu, HOUSE_ACTIONS, value);
    else if (s.to_act == w->me) i_act(w, &s, round, mine, other, &menu, CALLER_ACTIONS, value);
    else if (s.to_act == HOUSE) other_acts(w, &s, round, mine, other, &menu, HOUSE_ACTIONS, value);
    else other_acts(w, &s, round, mine, other, &menu, CALLER_ACTIONS, value);
}

/* -- the draw --------------------------------------------------------------------------------------- */

static float *draw_row(float *array, const State *s, const Hand *hand)
{
    return array + ((int64_t)hand->holding->class * GROUPS + s->group) * DRAWS;
}

static void match_draws(Walk *w, const State *s, int side, int i, float *legal, float *strategy)
{
    const Hand *hand = &w->hand[side][i];
    for (int d = 0; d < DRAWS; d++) legal[d] = hand->holding->kept[d] != 0xff;
    match(draw_row(mind_of(w->game, side)[1], s, hand), legal, DRAWS, strategy);
}

/* What the other side throws, as it is seen; which of 3, 4 and 5 it is, every hand has by itself. */
static Range other_draws(Walk *w, State *s, Round *next, const Range *other)
{
    float strategy[WIDTH][ACTIONS], seen_of[WIDTH][ACTIONS] = {{0}}, share[SEEN] = {0}, sum = 0, legal[DRAWS];
    int side = !w->me;
    for (int i = 0; i < other->count; i++) {
        int hand = other->at[i];
        match_draws(w, s, side, hand, legal, strategy[i]);
        for (int d = 0; d < DRAWS; d++) {
            seen_of[i][seen(d)] += strategy[i][d];
            if (side == HOUSE && !FROZEN)
                draw_row(w->game->average[1], s, &w->hand[side][hand])[d]
                    += other->weight[i] * strategy[i][d];
        }
        for (int c = 0; c < SEEN; c++) share[c] += other->weight[i] * seen_of[i][c];
    }
    for (int c = 0; c < SEEN; c++) sum += share[c];
    s->drew[side] = sample(w->game, share, SEEN, sum);
    for (int i = 0; i < other->count; i++) {
        int hand = other->at[i], drew = s->drew[side];
        if (drew == SEEN - 1) drew += sample(w->game, strategy[i] + drew, DRAWS - drew, seen_of[i][drew]);
        next->hand[side][hand] = (uint8_t)hand;
        next->drew[side][hand] = (uint8_t)drew;
    }
    return narrowed(other, seen_of, s->drew[side], share[s->drew[side]]);
}

/* Neither side knows the other's number: the other's is sampled, and all of one's own are tried. */
static void draws(Walk *w, State s, const Round *round, const Range *mine, const Range *other, float *value)
{
    Round next;
    Range others = other_draws(w, &s, &next, other);
    float strategy[MOST][DRAWS], legal[MOST][DRAWS], gain[MOST][DRAWS], looked[MOST][DRAWS], *regret[MOST];
    int all = chance(w->game->luck) < LOOK_AGAIN, me = w->me;
    for (int i = 0; i < mine->count; i++) {
        int hand = round->hand[me][mine->at[i]];
        regret[i] = draw_row(w->game->regret[me][1], &s, &w->hand[me][hand]);
        match_draws(w, &s, me, hand, legal[i], strategy[i]);
        for (int d = 0; d < DRAWS; d++) {
            gain[i][d] = 0;
            looked[i][d] = legal[i][d] * (float)(all || !hopeless(regret[i][d], strategy[i][d]));
        }
    }
    for (int c = 0; c < SEEN; c++) {
        Range kept = {.count = 0};
        uint8_t from[MOST];
        float part[MOST];
        for (int d = c; d < (c == SEEN - 1 ? DRAWS : c + 1); d++)
            for (int i = 0; i < mine->count; i++)
                if (looked[i][d] > 0) {
                    int at = kept.count++;
                    from[at] = (uint8_t)i;
                    kept.at[at] = (uint8_t)at;
                    next.hand[me][at] = round->hand[me][mine->at[i]];
                    next.drew[me][at] = (uint8_t)d;
                }
        if (!kept.count) continue;
        s.drew[me] = c;
        s.round = 1;
        second_rows(w, &s, &next, &kept, me);
        second_rows(w, &s, &next, &others, !me);
        compare(w, &next, &kept, &others);
        begin(w, s, &next, &kept, &others, part);
        for (int j = 0; j < kept.count; j++) gain[from[j]][next.drew[me][j]] = part[j];
        s.round = 0;
    }
    for (int i = 0; i < mine->count; i++) {
        value[i] = 0;
        for (int d = 0; d < DRAWS; d++) value[i] += strategy[i][d] * gain[i][d];
        learn(regret[i], gain[i], strategy[i], looked[i], DRAWS);
    }
}

/* Plays so many deals, each once for either side that learns; returns the dollars that the first of
 * them won, a hand of each deal. */
double solve(Game *game, int64_t deals)
{
    double dollars = 0;
    prepare();
    for (int64_t n = 0; n < deals; n++) {
        Walk w = {.game = game};
        Round round;
        Range range[2];
        State s = {.put = {ANTE, ANTE}};
        float value[MOST];
        deal_cards(&w);
        first_round(&w, &round, range);
        game->now = stack_of(game);
        for (int first = w.me = FROZEN ? CALLER : HOUSE; w.me <= CALLER; w.me++) {
            begin(&w, s, &round, &range[w.me], &range[!w.me], value);
            for (int i = 0; i < WIDTH && w.me == first; i++) dollars += value[i] / WIDTH;
        }
    }
    return dollars;
}
