/*
 * Plain loops for the indicators that TA-Lib lacks, with the same defaults as the indicators. Each fills whole lines:
 * rows before the first value hold nothing that counts.
 */

#define MAX_PERIOD 64

static double *scratch[8];

static double *scratch_line(int k) {
  if (!scratch[k]) scratch[k] = malloc(n * sizeof(double));
  return scratch[k];
}

static int whole(void) {
  begin = 0;
  count = n;
  return 0;
}

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

/* Highest (sign 1) or lowest (-1) of the last values, by blocks of one period (van Herk, 1992). */
static void extremes(const double *x, int period, double sign, double *out) {
  double tails[MAX_PERIOD];
  for (int block = 0; block + period <= n; block += period) {
    double best = -INFINITY;
    for (int k = period - 1; k >= 0; k--) {
      best = larger(best, sign * x[block + k]);
      tails[k] = best;
    }
    int last = block + period - 1;
    out[last] = sign * tails[0];
    best = -INFINITY;
    for (int k = 1; k < period && last + k < n; k++) {
      best = larger(best, sign * x[last + k]);
      out[last + k] = sign * larger(best, tails[k]);
    }
  }
}

static void weighted_mean(const double *x, int first, int period, double *out) {
  double sum = 0, weighted = 0, scale = 2.0 / (period * (period + 1.0));
  for (int i = first; i < first + period - 1; i++) {
    sum += x[i];
    weighted += (i - first + 1) * x[i];
  }
  double leaving = 0;
  for (int i = first + period - 1; i < n; i++) {
    sum += x[i] - leaving;
    weighted += period * x[i];
    out[i] = weighted * scale;
    weighted -= sum;
    leaving = x[i - period + 1];
  }
}

static double true_range(int i) {
  double before = column_close[i - 1];
  return larger(column_high[i], before) - smaller(column_low[i], before);
}

/* Wilder's average of the true range, from the row `period` on. */
static void average_range(int period, double *out) {
  double sum = 0;
  for (int i = 1; i <= period; i++) sum += true_range(i);
  double average = out[period] = sum / period;
  for (int i = period + 1; i < n; i++) out[i] = average += (true_range(i) - average) / period;
}

static double typical(int i) { return (column_high[i] + column_low[i] + column_close[i]) / 3; }

static int extra_anchoredVwap(void) {
  double traded = 0, paid = 0;
  for (int i = 0; i < n; i++) {
    traded += column_volume[i];
    paid += typical(i) * column_volume[i];
    lines[0][i] = traded > 0 ? paid / traded : typical(i);
  }
  return whole();
}

static int extra_vwap(void) {
  double traded = 0, paid = 0, session = NAN;
  for (int i = 0; i < n; i++) {
    double now = floor(column_time[i] / 86400000.0);
    if (now != session) {
      session = now;
      traded = paid = 0;
    }
    traded += column_volume[i];
    paid += typical(i) * column_volume[i];
    lines[0][i] = traded > 0 ? paid / traded : typical(i);
  }
  return whole();
}

static int extra_choppiness(void) {
  double *top = scratch_line(0), *bottom = scratch_line(1), way = 0, scale = 100 / log10(14);
  extremes(column_high, 14, 1, top);
  extremes(column_low, 14, -1, bottom);
  for (int i = 1; i < n; i++) {
    way += true_range(i);
    if (i > 14) way -= true_range(i - 14);
    double range = top[i] - bottom[i];
    if (i >= 14) lines[0][i] = range > 0 ? scale * log10(way / range) : 100;
  }
  return whole();
}

static int extra_donchian(void) {
  extremes(column_high, 20, 1, lines[0]);
  extremes(column_low, 20, -1, lines[2]);
  for (int i = 19; i < n; i++) lines[1][i] = 0.5 * (lines[0][i] + lines[2][i]);
  return whole();
}

static int extra_heikinAshi(void) {
  double open = (column_open[0] + column_close[0]) / 2, close = 0;
  for (int i = 0; i < n; i++) {
    if (i > 0) open = (open + close) / 2;
    close = (column_open[i] + column_high[i] + column_low[i] + column_close[i]) / 4;
    lines[0][i] = open;
    lines[1][i] = larger(column_high[i], larger(open, close));
    lines[2][i] = smaller(column_low[i], smaller(open, close));
    lines[3][i] = close;
  }
  return whole();
}

static int extra_hma(void) {
  double *half = scratch_line(0), *full = scratch_line(1), *ahead = scratch_line(2);
  weighted_mean(column_close, 0, 8, half);
  weighted_mean(column_close, 0, 16, full);
  for (int i = 15; i < n; i++) ahead[i] = 2 * half[i] - full[i];
  weighted_mean(ahead, 15, 4, lines[0]);
  return whole();
}

static void middle(int period, double *out) {
  double *top = scratch_line(0), *bottom = scratch_line(1);
  extremes(column_high, period, 1, top);
  extremes(column_low, period, -1, bottom);
  for (int i = period - 1; i < n; i++) out[i] = 0.5 * (top[i] + bottom[i]);
}

static int extra_ichimoku(void) {
  double *third = scratch_line(2);
  middle(9, lines[0]);
  middle(26, lines[1]);
  middle(52, third);
  for (int i = 26; i < n; i++) {
    lines[2][i] = 0.5 * (lines[0][i - 26] + lines[1][i - 26]);
    lines[3][i] = third[i - 26];
  }
  memcpy(lines[4], column_close, n * sizeof(double));
  return whole();
}

static int extra_keltner(void) {
  double *average = scratch_line(0), sum = 0, weight = 2.0 / 21;
  average_range(10, average);
  for (int i = 0; i < 20; i++) sum += column_close[i];
  double mean = sum / 20;
  for (int i = 19; i < n; i++) {
    if (i > 19) mean += weight * (column_close[i] - mean);
    lines[0][i] = mean + 2 * average[i];
    lines[1][i] = mean;
    lines[2][i] = mean - 2 * average[i];
  }
  return whole();
}

static int extra_renko(void) {
  double first = column_close[0], number = 0, side = 0;
  for (int i = 0; i < n; i++) {
    double distance = column_close[i] - first;
    double rises = floor(distance) - (side < 0 ? number + 1 : number);
    double falls = (side > 0 ? number - 1 : number) - ceil(distance);
    if (rises > 0) {
      number = floor(distance);
      side = 1;
    } else if (falls > 0) {
      number = ceil(distance);
      side = -1;
    }
    lines[0][i] = first + number;
    lines[1][i] = side;
    lines[2][i] = rises > 0 ? rises : falls > 0 ? -falls : 0;
  }
  return whole();
}

static int extra_supertrend(void) {
  double *average = scratch_line(0), side = -1, upper = INFINITY, lower = -INFINITY, before = NAN;
  average_range(10, average);
  for (int i = 10; i < n; i++) {
    double mid = (column_high[i] + column_low[i]) / 2, close = column_close[i];
    double top = mid + 3 * average[i], bottom = mid - 3 * average[i];
    if (top < upper || before > upper) upper = top;
    if (bottom > lower || before < lower) lower = bottom;
    if (i > 10 && (side < 0 ? close > upper : close < lower)) side = -side;
    before = close;
    lines[0][i] = side > 0 ? lower : upper;
    lines[1][i] = side;
  }
  return whole();
}

static int extra_zigzag(void) {
  double pivot = column_close[0], top = column_high[0], bottom = column_low[0], share = 0.05;
  int side = 0, pivot_row = 0, top_row = 0, bottom_row = 0;
  for (int i = 0; i < n; i++) {
    double high = column_high[i], low = column_low[i];
    if (i > 0) {
      int is_top = side >= 0 && high > top, is_bottom = side <= 0 && low < bottom;
      if (is_top) top = high, top_row = i;
      if (is_bottom) bottom = low, bottom_row = i;
      if (side >= 0 && !is_top && low <= top * (1 - share)) {
        side = -1;
        pivot = top;
        pivot_row = top_row;
        bottom = low;
        bottom_row = i;
      } else if (side <= 0 && !is_bottom && high >= bottom * (1 + share)) {
        side = 1;
        pivot = bottom;
        pivot_row = bottom_row;
        top = high;
        top_row = i;
      }
    }
    lines[0][i] = pivot;
    lines[1][i] = i - pivot_row;
    lines[2][i] = side == 0 ? pivot : side > 0 ? top : bottom;
    lines[3][i] = i - (side == 0 ? 0 : side > 0 ? top_row : bottom_row);
    lines[4][i] = side;
  }
  return whole();
}
