import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { html } from "../../src/html.ts";
import { monthlyReturns } from "../../src/report/monthly-returns.ts";
import { columnsOf, lineIndices } from "../../src/report/reduce.ts";
import { linearScale, timeScale } from "../../src/report/scale.ts";

const HOUR = 3_600_000;
const finite = fc.double({ min: -1e12, max: 1e12, noNaN: true });

describe("HTML", () => {
  test("escapes what is put in, and leaves HTML of its own alone", () => {
    const inner = html`<b>${"<i>"}</b>`;
    expect(html`<p title="${`"'&`}">${[inner, 5, undefined]}</p>`.html).toBe(
      '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>5</p>',
    );
  });
});

describe("a linear scale", () => {
  test("holds every value between its ends, in their order, with at least one tick", () => {
    fc.assert(
      fc.property(finite, finite, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const { place, ticks } = linearScale(low, high);
        const value = low + (high - low) * share;
        expect(place(low)).toBeGreaterThanOrEqual(0);
        expect(place(high)).toBeLessThanOrEqual(100);
        expect(place(value)).toBeGreaterThanOrEqual(place(low));
        expect(place(value)).toBeLessThanOrEqual(place(high));
        expect(ticks.length).toBeGreaterThanOrEqual(1);
        expect(ticks.length).toBeLessThanOrEqual(10);
      }),
    );
  });

  test("puts its ticks at round values", () => {
    expect(linearScale(9400, 38_000).ticks.map(({ value }) => value)).toEqual([
      10_000, 15_000, 20_000, 25_000, 30_000, 35_000,
    ]);
  });
});

describe("a time scale", () => {
  test("puts its ticks at the starts of days, months or years between its ends", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 4e12 }),
        (first, span) => {
          const { ticks } = timeScale(first, first + span);
          expect(ticks.length).toBeLessThanOrEqual(8);
          for (const { value, place } of ticks) {
            expect(value).toBeGreaterThanOrEqual(first);
            expect(value).toBeLessThanOrEqual(first + span);
            expect(place).toBeGreaterThanOrEqual(0);
            expect(place).toBeLessThanOrEqual(100);
            expect(value % 60_000).toBe(0);
          }
        },
      ),
    );
  });
});

describe("a reduced series", () => {
  test("is cut into even columns without a gap", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 500 }),
        (length, count) => {
          const columns = columnsOf(length, count);
          expect(columns.length).toBe(Math.min(length, count));
          expect(columns[0]?.from).toBe(0);
          expect(columns.at(-1)?.to).toBe(length);
          for (const [index, { from, to }] of columns.entries()) {
            expect(to).toBeGreaterThan(from);
            if (index > 0) expect(from).toBe(columns[index - 1]?.to);
          }
        },
      ),
    );
  });

  test("keeps its ends, its lowest and its highest value", () => {
    fc.assert(
      fc.property(fc.float64Array({ minLength: 1, maxLength: 2000, noNaN: true }), (values) => {
        const kept = lineIndices(values, 20).map((index) => values[index]);
        expect(kept[0]).toBe(values[0]);
        expect(kept.at(-1)).toBe(values.at(-1));
        expect(kept).toContain(values.toSorted()[0]);
        expect(kept).toContain(values.toSorted().at(-1));
        expect(kept.length).toBeLessThanOrEqual(80);
      }),
    );
  });
});

describe("monthly returns", () => {
  test("compound to the year's, and the years' to the whole run's", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1.8e12 }),
        fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 400 }),
        (start, worths) => {
          const time = Float64Array.from(worths, (_, i) => start + i * 53 * HOUR);
          const years = monthlyReturns(time, Float64Array.from(worths), 1000);
          const growth = (list: readonly (number | null)[]): number =>
            list.reduce<number>((product, value) => product * (1 + (value ?? 0)), 1);
          for (const { months, total } of years) expect(growth(months)).toBeCloseTo(1 + total, 6);
          const whole = (worths.at(-1) ?? 0) / 1000;
          expect(growth(years.map(({ total }) => total)) / whole).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  test("measure each month from the close before it", () => {
    const time = Float64Array.of(
      Date.UTC(2023, 11, 31),
      Date.UTC(2024, 0, 1),
      Date.UTC(2024, 0, 2),
    );
    const [first, second] = monthlyReturns(time, Float64Array.of(110, 121, 99), 100);
    expect(first?.months[11]).toBeCloseTo(0.1);
    expect(second?.year).toBe(2024);
    expect(second?.months[0]).toBeCloseTo(-0.1);
    expect(second?.months[1]).toBeNull();
  });
});
