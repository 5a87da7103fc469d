import { array, assert, double, integer, property } from "fast-check";
import { expect, test } from "vitest";

import { lttb } from "../../src/results/lttb.ts";
import { thinOut } from "../../src/results/thin-out.ts";

const START = 1000;
/** Values that are often equal, such as those of an account without a position. */
const line = array(
  double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => (value > 0 ? value : 500)),
  { minLength: 1, maxLength: 300 },
).map((values) => Float64Array.from(values));
/** Opens of candles, with gaps. */
const timeOf = (values: Float64Array): Float64Array =>
  Float64Array.from(values, (_, i) => 1.7e12 + 60_000 * (i + 5 * Math.floor(i / 7)));

test("the points are those of lttb, with the highest value up to each", () => {
  assert(
    property(line, integer({ min: 2, max: 310 }), (equity, count) => {
      const time = timeOf(equity);
      const rows = [...lttb(time, equity, count)];
      const thinned = thinOut(time, equity, count, START);
      expect([...thinned.time]).toEqual(rows.map((row) => time[row]));
      expect([...thinned.equity]).toEqual(rows.map((row) => equity[row]));
      const peaks = rows.map((row) => Math.max(START, ...equity.subarray(0, row + 1)));
      expect([...thinned.peak]).toEqual(peaks);
    }),
  );
});
