/*
 * The engine's loops in C, algorithm for algorithm: the yardstick that bench.ts measures the engine by.
 *
 *   bench <candles file> <loop>
 *
 * The file holds columns of float64: open, high, low, close. Each `r` on the standard input is a run, answered with
 * the nanoseconds of processor time that it took; `s` asks for a checksum of the last one, by which bench.ts sees that
 * both did the same work.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long count;
static double *opens, *highs, *lows, *closes;
static double *out_a, *out_b, *out_c, *equity;

static double sum_of(const double *values) {
  double sum = 0;
  for (long i = 0; i < count; i++)
    if (!isnan(values[i])) sum += values[i];
  return sum;
}

static void sliding_mean(const double *values, long period, double *out) {
  double sum = 0, added_error = 0, removed_error = 0, previous = NAN;
  long since = 0, repeated = period - 1;
  for (long i = 0; i < period; i++) {
    double value = values[i];
    double added = value - added_error;
    double total = sum + added;
    added_error = total - sum - added;
    sum = total;
    if (value != previous) since = i;
    previous = value;
    out[i] = NAN;
  }
  out[period - 1] = repeated - since >= repeated ? previous : sum / period;
  for (long i = period; i < count; i++) {
    double removed = -values[i - period] - removed_error;
    double rest = sum + removed;
    removed_error = rest - sum - removed;
    double value = values[i];
    double added = value - added_error;
    sum = rest + added;
    added_error = sum - rest - added;
    if (value != previous) since = i;
    previous = value;
    out[i] = i - since >= repeated ? value : sum / period;
  }
}

static void sma(const double *values, long period, double *out) {
  double scale = 1.0 / period;
  for (long i = 0; i < period - 1; i++) out[i] = NAN;
  for (long block = 0; block + period <= count; block += period) {
    long last = block + period - 1, i = last, end = last + period - 1;
    long stop = end + 1 < count ? end + 1 : count;
    double base = values[last], tail = 0, head = 0;
    for (; end >= stop; end--, i--) tail += values[i] - base;
    for (; end > last; end--, i--) {
      tail += values[i] - base;
      out[end] = tail;
    }
    tail += values[block] - base;
    out[last] = base + tail * scale;
    for (i = last + 1; i < stop; i++) {
      head += values[i] - base;
      out[i] = base + (out[i] + head) * scale;
    }
  }
}

static void smooth(const double *values, long period, double weight, double *out) {
  long ready = period - 1, i = ready + 1;
  double base = values[0], sum = 0;
  for (long k = 1; k <= ready; k++) sum += values[k] - base;
  double average = base + sum / period;
  for (long k = 0; k < ready; k++) out[k] = NAN;
  out[ready] = average;
  double kept = 1 - weight, weight2 = 1 - kept * kept, weight3 = 1 - kept * kept * kept,
         weight4 = 1 - kept * kept * kept * kept;
  double share2 = weight / weight2, share3 = weight / weight3, share4 = weight / weight4;
  for (; i + 3 < count; i += 4) {
    double mean1 = values[i];
    double mean2 = mean1 + share2 * (values[i + 1] - mean1);
    double mean3 = mean2 + share3 * (values[i + 2] - mean2);
    double mean4 = mean3 + share4 * (values[i + 3] - mean3);
    out[i] = average + weight * (mean1 - average);
    out[i + 1] = average + weight2 * (mean2 - average);
    out[i + 2] = average + weight3 * (mean3 - average);
    average += weight4 * (mean4 - average);
    out[i + 3] = average;
  }
  for (; i < count; i++) {
    average += weight * (values[i] - average);
    out[i] = average;
  }
}

static long slide_wma_blocks(const double *values, long period, double scale, double *out) {
  if (3 * period > count) return 0;
  double base = values[period - 1], tail = 0, tail_weighted = 0;
  for (long i = period - 1, end = i + period - 1; i > 0; i--, end--) {
    tail += values[i] - base;
    tail_weighted += tail;
    out[end] = tail_weighted;
  }
  tail += values[0] - base;
  out[period - 1] = base + (tail_weighted + tail) * scale;
  long block = period;
  for (; block + 2 * period <= count; block += period) {
    long last = block + period - 1;
    double next = values[last], head = 0, head_weighted = 0;
    tail = tail_weighted = 0;
    for (long i = block, j = last, end = last + period - 1; i < last; i++, j--, end--) {
      double distance = values[i] - base;
      head_weighted += period * distance - head;
      head += distance;
      tail += values[j] - next;
      tail_weighted += tail;
      out[i] = base + (out[i] + head_weighted) * scale;
      out[end] = tail_weighted;
    }
    tail += values[block] - next;
    out[last] = next + (tail_weighted + tail) * scale;
    base = next;
  }
  return block - period;
}

static void wma(const double *values, long period, double *out) {
  double scale = 2.0 / (period * (period + 1));
  for (long i = 0; i < period - 1; i++) out[i] = NAN;
  for (long block = slide_wma_blocks(values, period, scale, out); block + period <= count; block += period) {
    long last = block + period - 1, i = last, end = last + period - 1;
    long stop = end + 1 < count ? end + 1 : count;
    double base = values[last], tail = 0, head = 0, weighted = 0;
    for (; end >= stop; end--, i--) weighted += tail += values[i] - base;
    for (; end > last; end--, i--) {
      tail += values[i] - base;
      weighted += tail;
      out[end] = weighted;
    }
    tail += values[block] - base;
    out[last] = base + (weighted + tail) * scale;
    weighted = 0;
    for (i = last + 1; i < stop; i++) {
      double distance = values[i] - base;
      weighted += period * distance - head;
      head += distance;
      out[i] = base + (out[i] + weighted) * scale;
    }
  }
}

static void rsi(const double *values, long period, double *out) {
  double weight = 1.0 / period, gain = 0, loss = 0;
  for (long i = 0; i < period; i++) out[i] = NAN;
  for (long i = 1; i <= period; i++) {
    double change = values[i] - values[i - 1];
    if (change > 0) gain += change;
    else loss -= change;
  }
  gain *= weight;
  loss *= weight;
  out[period] = gain + loss > 0 ? 100 * (gain / (gain + loss)) : 50;
  double previous = values[period], kept = 1 - weight, half = 0.5 * weight;
  for (long i = period + 1; i < count; i++) {
    double value = values[i], change = value - previous, size = fabs(change);
    previous = value;
    gain = kept * gain + half * (size + change);
    loss = kept * loss + half * (size - change);
    double move = gain + loss;
    out[i] = move > 0 ? 100 * (gain / move) : 50;
  }
}

static void bollinger(const double *values, long period, double width, double *middle, double *upper,
                      double *lower) {
  double scale = 1.0 / period;
  for (long i = 0; i < period - 1; i++) middle[i] = upper[i] = lower[i] = NAN;
  for (long block = 0; block + period <= count; block += period) {
    long last = block + period - 1, i = last, end = last + period - 1;
    long stop = end + 1 < count ? end + 1 : count;
    double base = values[last], sum = 0, squares = 0;
    for (; end >= stop; end--, i--) {
      double distance = values[i] - base;
      sum += distance;
      squares += distance * distance;
    }
    for (; end >= last; end--, i--) {
      double distance = values[i] - base;
      sum += distance;
      squares += distance * distance;
      middle[end] = sum;
      upper[end] = squares;
    }
    sum = squares = 0;
    for (i = last; i < stop; i++) {
      double distance = values[i] - base;
      sum += distance;
      squares += distance * distance;
      double shift = (middle[i] + sum) * scale, mean = base + shift;
      double variance = (upper[i] + squares) * scale - shift * shift;
      double reach = width * sqrt(variance < 0 ? 0 : variance);
      middle[i] = mean;
      upper[i] = mean + reach;
      lower[i] = mean - reach;
    }
  }
}

static double range_at(double high, double low, double before) {
  double top = before > high ? before : high, bottom = before < low ? before : low;
  return top - bottom;
}

static void atr(long period, double *out) {
  double sum = 0, average, weight = 1.0 / period, kept = 1 - weight, before = closes[0];
  for (long i = 0; i < period; i++) out[i] = NAN;
  for (long i = 1; i <= period; i++) {
    sum += range_at(highs[i], lows[i], before);
    before = closes[i];
  }
  out[period] = average = sum / period;
  for (long i = period + 1; i < count; i++) {
    average = kept * average + weight * range_at(highs[i], lows[i], before);
    before = closes[i];
    out[i] = average;
  }
}

typedef struct {
  double quantity, entry_price, exit_price, pnl, fraction, fees;
  long entry_index, exit_index, reason;
} Trade;

/*
 * Crossing averages, long only, all cash at the next open, fee on both sides, marked at every close. What is handed
 * out (signals, trades, equity) is new in every round, as it is in the engine.
 */
static void ma_crossover(long fast, long slow) {
  long capacity = 64;
  int8_t *signals = calloc(count, 1);
  Trade *trades = malloc(capacity * sizeof(Trade));
  free(equity);
  equity = calloc(count, sizeof(double));
  sliding_mean(closes, fast, out_a);
  sliding_mean(closes, slow, out_b);
  signals[0] = 0;
  for (long i = 1; i < count; i++) {
    int up = out_a[i - 1] < out_b[i - 1] && out_a[i] > out_b[i];
    int down = out_a[i - 1] > out_b[i - 1] && out_a[i] < out_b[i];
    signals[i] = up ? 1 : down ? 2 : 0;
  }
  double fee = 0.001, cash = 10000, quantity = 0, entry_price = 0, entry_fee = 0;
  long trade_count = 0, entry_index = 0;
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
      if (trade_count == capacity) trades = realloc(trades, (capacity *= 2) * sizeof(Trade));
      double net = pnl - entry_fee - exit_fee;
      trades[trade_count++] = (Trade){quantity, entry_price, price, net, net / (quantity * entry_price),
                                      entry_fee + exit_fee, entry_index, i, 0};
      quantity = 0;
    }
    equity[i] = cash + quantity * (closes[i] - entry_price);
  }
  free(signals);
  free(trades);
}

static void run(const char *loop) {
  if (!strcmp(loop, "sma pair")) sma(closes, 50, out_b), sma(closes, 10, out_a);
  else if (!strcmp(loop, "sma")) sma(closes, 20, out_a);
  else if (!strcmp(loop, "ema")) smooth(closes, 20, 2.0 / 21, out_a);
  else if (!strcmp(loop, "wma")) wma(closes, 20, out_a);
  else if (!strcmp(loop, "rsi")) rsi(closes, 14, out_a);
  else if (!strcmp(loop, "bollinger")) bollinger(closes, 20, 2, out_b, out_a, out_c);
  else if (!strcmp(loop, "atr")) atr(14, out_a);
  else if (!strcmp(loop, "ma_crossover")) ma_crossover(10, 50);
  else {
    fprintf(stderr, "unknown loop %s\n", loop);
    exit(2);
  }
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
  out_a = calloc(count, sizeof(double));
  out_b = calloc(count, sizeof(double));
  out_c = calloc(count, sizeof(double));
  int asked;
  while ((asked = getchar()) != EOF) {
    if (asked != 'r') {
      printf("%.17g\n", strcmp(argv[2], "ma_crossover") ? sum_of(out_a) : sum_of(equity));
      fflush(stdout);
      continue;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    run(argv[2]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%ld\n", (end.tv_sec - start.tv_sec) * 1000000000L + end.tv_nsec - start.tv_nsec);
    fflush(stdout);
  }
  return 0;
}
