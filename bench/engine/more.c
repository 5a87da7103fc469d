/*
 * Two more yardsticks beside those of bench.c, whose loops they use: indicators fed value by value, and a sweep of
 * crossing averages.
 *
 *   more <candles file> <loop>
 *
 * Arguments, questions and answers are those of bench.c. A streaming indicator is a call a value, not inlined, as one that a
 * library exports; its steps are those of src/streaming.
 */
#define main bench_main
#include "bench.c"
#undef main

#define STEP __attribute__((noinline)) static double

typedef struct {
  long period, place, filled, run;
  double sum, added_error, removed_error, previous, *ring;
} SlidingMean;

STEP sliding_mean_next(SlidingMean *s, double value) {
  double rest = s->sum;
  if (s->filled == s->period) {
    double removed = -s->ring[s->place] - s->removed_error;
    rest = s->sum + removed;
    s->removed_error = rest - s->sum - removed;
  } else {
    s->filled++;
  }
  double added = value - s->added_error, sum = rest + added;
  s->added_error = sum - rest - added;
  s->sum = sum;
  s->ring[s->place] = value;
  s->place = s->place + 1 == s->period ? 0 : s->place + 1;
  s->run = value == s->previous ? s->run + 1 : 1;
  s->previous = value;
  if (s->filled < s->period) return NAN;
  return s->run >= s->period ? value : sum / s->period;
}

typedef struct {
  long period, filled, ready;
  double scale, base, head, weighted, *block, *tails;
} Blocks;

STEP sma_next(Blocks *s, double value) {
  s->block[s->filled++] = value;
  if (s->filled < s->period) {
    if (!s->ready) return NAN;
    s->head += value - s->base;
    return s->base + (s->tails[s->filled] + s->head) * s->scale;
  }
  double base = s->block[s->period - 1], tail = 0;
  for (long k = s->period - 1; k >= 0; k--) {
    tail += s->block[k] - base;
    s->tails[k] = tail;
  }
  s->base = base;
  s->head = s->filled = 0;
  s->ready = 1;
  return base + tail * s->scale;
}

STEP wma_next(Blocks *s, double value) {
  s->block[s->filled++] = value;
  if (s->filled < s->period) {
    if (!s->ready) return NAN;
    double distance = value - s->base;
    s->weighted += s->period * distance - s->head;
    s->head += distance;
    return s->base + (s->tails[s->filled] + s->weighted) * s->scale;
  }
  double base = s->block[s->period - 1], sum = 0, weighted = 0;
  for (long k = s->period - 1; k >= 0; k--) {
    sum += s->block[k] - base;
    weighted += sum;
    s->tails[k] = weighted;
  }
  s->base = base;
  s->head = s->weighted = s->filled = 0;
  s->ready = 1;
  return base + weighted * s->scale;
}

typedef struct {
  long period, seen, phase;
  double weights[4], shares[4], base, sum, average, mean;
} Ema;

STEP ema_next(Ema *s, double value) {
  if (s->seen < s->period) {
    if (s->seen == 0) s->base = value;
    else s->sum += value - s->base;
    if (++s->seen < s->period) return NAN;
    return s->average = s->base + s->sum / s->period;
  }
  long phase = s->phase;
  double mean = phase == 0 ? value : s->mean + s->shares[phase] * (value - s->mean);
  double next = s->average + s->weights[phase] * (mean - s->average);
  s->mean = mean;
  s->phase = (phase + 1) & 3;
  if (phase == 3) s->average = next;
  return next;
}

typedef struct {
  long period, changes;
  double weight, kept, half, previous, gain, loss;
} Rsi;

STEP rsi_next(Rsi *s, double value) {
  double change = value - s->previous;
  s->previous = value;
  if (s->changes < s->period) {
    if (++s->changes == 0) return NAN;
    if (change > 0) s->gain += change;
    else s->loss -= change;
    if (s->changes < s->period) return NAN;
    s->gain *= s->weight;
    s->loss *= s->weight;
  } else {
    double size = fabs(change);
    s->gain = s->kept * s->gain + s->half * (size + change);
    s->loss = s->kept * s->loss + s->half * (size - change);
  }
  double move = s->gain + s->loss;
  return move > 0 ? 100 * (s->gain / move) : 50;
}

typedef struct {
  long period, filled, ready;
  double width, scale, base, sum, squares, upper, lower, *block, *tail_sums, *tail_squares;
} Bollinger;

STEP bollinger_next(Bollinger *s, double value) {
  s->block[s->filled++] = value;
  long k = s->filled, period = s->period;
  double sum, squares;
  if (k < period) {
    if (!s->ready) return NAN;
    double distance = value - s->base;
    s->sum += distance;
    s->squares += distance * distance;
    sum = s->tail_sums[k] + s->sum;
    squares = s->tail_squares[k] + s->squares;
  } else {
    double base = s->block[period - 1];
    sum = squares = 0;
    for (long j = period - 1; j >= 0; j--) {
      double distance = s->block[j] - base;
      sum += distance;
      squares += distance * distance;
      s->tail_sums[j] = sum;
      s->tail_squares[j] = squares;
    }
    s->base = base;
    s->sum = s->squares = s->filled = 0;
    s->ready = 1;
  }
  double shift = sum * s->scale, middle = s->base + shift, variance = squares * s->scale - shift * shift;
  double reach = s->width * sqrt(variance < 0 ? 0 : variance);
  s->upper = middle + reach;
  s->lower = middle - reach;
  return middle;
}

typedef struct {
  long period, ranges;
  double weight, kept, before, average;
} Atr;

STEP atr_next(Atr *s, double high, double low, double close) {
  double before = s->before;
  s->before = close;
  if (s->ranges == s->period) {
    s->average = s->kept * s->average + s->weight * range_at(high, low, before);
    return s->average;
  }
  if (++s->ranges == 0) return NAN;
  s->average += range_at(high, low, before);
  if (s->ranges < s->period) return NAN;
  return s->average /= s->period;
}

static double *numbers(long length) { return calloc(length, sizeof(double)); }

static void stream(const char *indicator) {
  if (!strcmp(indicator, "slidingMean")) {
    SlidingMean s = {.period = 20, .previous = NAN, .ring = numbers(20)};
    for (long i = 0; i < count; i++) out_a[i] = sliding_mean_next(&s, closes[i]);
    free(s.ring);
  } else if (!strcmp(indicator, "sma") || !strcmp(indicator, "wma")) {
    int is_sma = indicator[0] == 's';
    Blocks s = {.period = 20, .scale = is_sma ? 1.0 / 20 : 2.0 / (20 * 21), .block = numbers(20), .tails = numbers(21)};
    if (is_sma) for (long i = 0; i < count; i++) out_a[i] = sma_next(&s, closes[i]);
    else for (long i = 0; i < count; i++) out_a[i] = wma_next(&s, closes[i]);
    free(s.block);
    free(s.tails);
  } else if (!strcmp(indicator, "ema")) {
    Ema s = {.period = 20};
    double kept = 1;
    for (long k = 0; k < 4; k++) {
      kept *= 1 - 2.0 / 21;
      s.weights[k] = 1 - kept;
      s.shares[k] = s.weights[0] / s.weights[k];
    }
    for (long i = 0; i < count; i++) out_a[i] = ema_next(&s, closes[i]);
  } else if (!strcmp(indicator, "rsi")) {
    Rsi s = {.period = 14, .changes = -1, .weight = 1.0 / 14, .kept = 1 - 1.0 / 14, .half = 0.5 / 14};
    for (long i = 0; i < count; i++) out_a[i] = rsi_next(&s, closes[i]);
  } else if (!strcmp(indicator, "bollinger")) {
    Bollinger s = {.period = 20, .width = 2, .scale = 1.0 / 20, .upper = NAN, .block = numbers(20),
                   .tail_sums = numbers(20), .tail_squares = numbers(20)};
    for (long i = 0; i < count; i++) {
      bollinger_next(&s, closes[i]);
      out_a[i] = s.upper;
    }
    free(s.block);
    free(s.tail_sums);
    free(s.tail_squares);
  } else {
    Atr s = {.period = 14, .ranges = -1, .weight = 1.0 / 14, .kept = 1 - 1.0 / 14};
    for (long i = 0; i < count; i++) out_a[i] = atr_next(&s, highs[i], lows[i], closes[i]);
  }
}

#define FAST 25
#define SLOW 40

/* The figures that a sweep compares: one pass over the equity. */
static double sharpe_of(const double *worth, double start, double *deepest) {
  double before = start, sum = 0, squares = 0, shortfalls = 0, peak = start, low = start;
  *deepest = 0;
  for (long i = 0; i < count; i++) {
    double value = worth[i], change = value / before - 1, shortfall = 0.5 * (change - fabs(change));
    before = value;
    sum += change;
    squares += change * change;
    shortfalls += shortfall * shortfall;
    if (value < low) low = value;
    if (value >= peak) {
      if (low < peak && (peak - low) / peak > *deepest) *deepest = (peak - low) / peak;
      peak = low = value;
    }
  }
  if (low < peak && (peak - low) / peak > *deepest) *deepest = (peak - low) / peak;
  double mean = sum / count, variance = (squares - sum * mean) / (count - 1);
  return mean / sqrt(variance) + 0 * shortfalls;
}

/* Each average once; for each pair signals, trades, equity and figures. out_b keeps each pair's last equity. */
static void sweep(void) {
  double *fasts = malloc(FAST * count * sizeof(double)), *slows = malloc(SLOW * count * sizeof(double));
  double *worth = malloc(count * sizeof(double));
  int8_t *signals = malloc(count);
  Trade *trades = malloc(count * sizeof(Trade));
  double figures = 0;
  for (long k = 0; k < FAST; k++) sliding_mean(closes, 2 + k, fasts + k * count);
  for (long k = 0; k < SLOW; k++) sliding_mean(closes, 30 + 4 * k, slows + k * count);
  for (long pair = 0; pair < FAST * SLOW; pair++) {
    const double *fast = fasts + pair / SLOW * count, *slow = slows + pair % SLOW * count;
    signals[0] = 0;
    for (long i = 1; i < count; i++) {
      int up = fast[i - 1] < slow[i - 1] && fast[i] > slow[i];
      int down = fast[i - 1] > slow[i - 1] && fast[i] < slow[i];
      signals[i] = up ? 1 : down ? 2 : 0;
    }
    double fee = 0.001, cash = 10000, quantity = 0, entry_price = 0, entry_fee = 0;
    long made = 0, entry_index = 0;
    for (long i = 0; i < count; i++) {
      int signal = i > 0 ? signals[i - 1] : 0;
      double price = opens[i];
      if (signal == 1 && quantity == 0) {
        quantity = cash / (price + price * fee);
        entry_price = price;
        entry_index = i;
        entry_fee = quantity * price * fee;
        cash -= entry_fee;
      } else if (signal == 2 && quantity > 0) {
        double exit_fee = quantity * price * fee, pnl = quantity * (price - entry_price);
        cash += pnl - exit_fee;
        double net = pnl - entry_fee - exit_fee;
        trades[made++] = (Trade){quantity, entry_price, price, net, net / (quantity * entry_price),
                                 entry_fee + exit_fee, entry_index, i, 0};
        quantity = 0;
      }
      worth[i] = cash + quantity * (closes[i] - entry_price);
    }
    double deepest;
    figures += sharpe_of(worth, 10000, &deepest) + deepest;
    for (long k = 0; k < made; k++) figures += 1e-12 * trades[k].pnl;
    out_b[pair] = worth[count - 1];
  }
  for (long i = 0; i < count; i++) out_a[i] = i < FAST * SLOW ? out_b[i] : 0;
  if (isnan(figures)) fprintf(stderr, "a figure is not defined\n");
  free(fasts);
  free(slows);
  free(worth);
  free(signals);
  free(trades);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 2;
  fseek(file, 0, SEEK_END);
  count = ftell(file) / (4 * sizeof(double));
  rewind(file);
  double *columns = malloc(4 * count * sizeof(double));
  if (fread(columns, sizeof(double), 4 * count, file) != (size_t)(4 * count)) return 2;
  opens = columns;
  highs = opens + count;
  lows = highs + count;
  closes = lows + count;
  out_a = numbers(count);
  out_b = numbers(count);
  int asked;
  while ((asked = getchar()) != EOF) {
    if (asked != 'r') {
      printf("%.17g\n", sum_of(out_a));
      fflush(stdout);
      continue;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    if (!strcmp(argv[2], "sweep")) sweep();
    else stream(argv[2]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%ld\n", (end.tv_sec - start.tv_sec) * 1000000000L + end.tv_nsec - start.tv_nsec);
    fflush(stdout);
  }
  return 0;
}
