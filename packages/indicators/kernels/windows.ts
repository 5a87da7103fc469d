// Windows in blocks of one period that begin with the first row: the tails of a block are summed from behind and wait
// in the output where their windows will end, and heads are added to them. Heads of a block and its tails are computed
// in one loop, for neither waits for the other. The output has room for one period more.

/** Mean of the last `period` values, from the row `period - 1` on. */
export function mean(x: usize, out: usize, rows: i32, period: i32): void {
  if (rows < period) return;
  const scale = 1 / <f64>period;
  const last = (<usize>(period - 1)) << 3;
  let base = load<f64>(x + last);
  let tail: f64 = 0;
  for (let at = last; at > 0; at -= 8) {
    tail += load<f64>(x + at) - base;
    store<f64>(out + last + at, tail);
  }
  store<f64>(out + last, base + (tail + (load<f64>(x) - base)) * scale);
  x += last + 8;
  out += last + 8;
  let left = rows - period;
  for (; left >= period; left -= period) {
    const next = load<f64>(x + last);
    let head: f64 = 0;
    tail = 0;
    let behind = last;
    for (let at: usize = 0; at < last; at += 8) {
      head += load<f64>(x + at) - base;
      store<f64>(out + at, base + (load<f64>(out + at) + head) * scale);
      tail += load<f64>(x + behind) - next;
      store<f64>(out + last + behind, tail);
      behind -= 8;
    }
    store<f64>(out + last, next + (tail + (load<f64>(x) - next)) * scale);
    base = next;
    x += last + 8;
    out += last + 8;
  }
  let head: f64 = 0;
  for (; left > 0; left--) {
    head += load<f64>(x) - base;
    store<f64>(out, base + (load<f64>(out) + head) * scale);
    x += 8;
    out += 8;
  }
}

/** Sum of the last `period` values, from the row `period - 1` on. */
export function windowSum(x: usize, out: usize, rows: i32, period: i32): void {
  if (rows < period) return;
  const last = (<usize>(period - 1)) << 3;
  let tail: f64 = 0;
  for (let at = last; at > 0; at -= 8) {
    tail += load<f64>(x + at);
    store<f64>(out + last + at, tail);
  }
  store<f64>(out + last, tail + load<f64>(x));
  x += last + 8;
  out += last + 8;
  let left = rows - period;
  for (; left >= period; left -= period) {
    let head: f64 = 0;
    tail = 0;
    let behind = last;
    for (let at: usize = 0; at < last; at += 8) {
      head += load<f64>(x + at);
      store<f64>(out + at, load<f64>(out + at) + head);
      tail += load<f64>(x + behind);
      store<f64>(out + last + behind, tail);
      behind -= 8;
    }
    store<f64>(out + last, tail + load<f64>(x));
    x += last + 8;
    out += last + 8;
  }
  let head: f64 = 0;
  for (; left > 0; left--) {
    head += load<f64>(x);
    store<f64>(out, load<f64>(out) + head);
    x += 8;
    out += 8;
  }
}

/** Linearly weighted mean of the last `period` values, from the row `period - 1` on. */
export function weightedMean(x: usize, out: usize, rows: i32, period: i32): void {
  if (rows < period) return;
  const weight = <f64>period;
  const scale = 2 / (weight * (weight + 1));
  const last = (<usize>(period - 1)) << 3;
  let base = load<f64>(x + last);
  let tail: f64 = 0;
  let tailWeighted: f64 = 0;
  for (let at = last; at > 0; at -= 8) {
    tail += load<f64>(x + at) - base;
    tailWeighted += tail;
    store<f64>(out + last + at, tailWeighted);
  }
  tail += load<f64>(x) - base;
  store<f64>(out + last, base + (tailWeighted + tail) * scale);
  x += last + 8;
  out += last + 8;
  let left = rows - period;
  for (; left >= period; left -= period) {
    const next = load<f64>(x + last);
    let head: f64 = 0;
    let weighted: f64 = 0;
    tail = 0;
    tailWeighted = 0;
    let behind = last;
    for (let at: usize = 0; at < last; at += 8) {
      const distance = load<f64>(x + at) - base;
      weighted += weight * distance - head;
      head += distance;
      store<f64>(out + at, base + (load<f64>(out + at) + weighted) * scale);
      tail += load<f64>(x + behind) - next;
      tailWeighted += tail;
      store<f64>(out + last + behind, tailWeighted);
      behind -= 8;
    }
    tail += load<f64>(x) - next;
    store<f64>(out + last, next + (tailWeighted + tail) * scale);
    base = next;
    x += last + 8;
    out += last + 8;
  }
  let head: f64 = 0;
  let weighted: f64 = 0;
  for (; left > 0; left--) {
    const distance = load<f64>(x) - base;
    weighted += weight * distance - head;
    head += distance;
    store<f64>(out, base + (load<f64>(out) + weighted) * scale);
    x += 8;
    out += 8;
  }
}
