import { array, assert, double, integer, property } from "fast-check";
import { expect, test } from "vitest";

import { kernels } from "../../src/indicators/flow/kernels.ts";
import { peaksAt } from "../../src/metrics/drawdown.ts";
import { lttb } from "../../src/service/runs/lttb.ts";
import { thinOut } from "../../src/service/runs/thin-out.ts";

const START = 1000;
/** Values that are often equal, such as those of an account without a position. */
const line = array(
  double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => (value > 0 ? value : 500)),
  { minLength: 1, maxLength: 300 },
).map((values) => Float64Array.from(values));
/** Opens of candles, with gaps. */
const timeOf = (values: Float64Array): Float64Array =>
  Float64Array.from(values, (_, i) => 1.7e12 + 60_000 * (i + 5 * Math.floor(i / 7)));

test("the points are those of lttb, with the highest value up to each, to the last bit", () => {
  assert(
    property(line, integer({ min: 2, max: 310 }), (equity, count) => {
      const time = timeOf(equity);
      const rows = lttb(time, equity, count);
      const expected = {
        time: Array.from(rows, (row) => time[row]),
        equity: Array.from(rows, (row) => equity[row]),
        peak: [...peaksAt(rows, equity, START)],
      };
      for (const given of [kernels(), null]) {
        const thinned = thinOut(time, equity, count, START, given);
        expect({
          time: [...thinned.time],
          equity: [...thinned.equity],
          peak: [...thinned.peak],
        }).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test("there are kernels here, and none of their arrays is taken where a line is too long for them", () => {
  const given = kernels()!;
  expect(given.fits(5, 100_000)).toBe(true);
  const length = 1_000_000;
  expect(given.fits(5, length)).toBe(false);
  const equity = Float64Array.from({ length }, (_, i) => START + Math.sin(i / 100));
  const thinned = thinOut(timeOf(equity), equity, 1000, START);
  expect(thinned.time.length).toBe(1000);
  expect(thinned.equity.buffer).not.toBe(given.array(1).buffer);
});

test("many points of many rows, as a job stores them", () => {
  const equity = new Float64Array(100_000);
  let value = START;
  for (let i = 0; i < equity.length; i++) {
    if (i % 37 < 20) value *= 1 + 0.001 * Math.sin(i * i);
    equity[i] = value;
  }
  const time = timeOf(equity);
  const columnsOf = (given: ReturnType<typeof kernels>) =>
    Object.values(thinOut(time, equity, 20_000, START, given)).map((column: Float64Array) =>
      column.slice(),
    );
  expect(columnsOf(kernels())).toEqual(columnsOf(null));
});
