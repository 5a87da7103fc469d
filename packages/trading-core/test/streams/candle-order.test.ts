/** The order of a series, from any interleaving of what a venue tells and of its history. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { CandleOrder, type OrderedNews } from "../../src/streams/candle-order.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const SLOTS = 24;

const timeOf = (slot: number): number => START + slot * MINUTE;
const endOf = (slot: number): number => timeOf(slot + 1);
const candle = (slot: number, version = 0) => ({
  time: timeOf(slot),
  open: 100 + slot,
  high: 200,
  low: 50,
  close: 100 + slot + version / 10,
  volume: 1,
});

/** A step of the venue's side: something told at once, or a read of the history. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant("closed" as const),
    slot: fc.integer({ min: 0, max: SLOTS - 1 }),
    version: fc.integer({ min: 0, max: 2 }),
    late: fc.integer({ min: 0, max: 300_000 }),
  }),
  fc.record({ kind: fc.constant("open" as const), slot: fc.integer({ min: 0, max: SLOTS }) }),
  fc.record({ kind: fc.constant("odd" as const), slot: fc.integer({ min: 0, max: SLOTS - 1 }) }),
  fc.record({ kind: fc.constant("early" as const), slot: fc.integer({ min: 0, max: SLOTS }) }),
  fc.record({
    kind: fc.constant("history" as const),
    upTo: fc.integer({ min: 0, max: SLOTS }),
    shuffle: fc.boolean(),
  }),
);

describe("the order of a series", () => {
  test("each closed candle is told once and in order, and holes only where the history has them", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.uniqueArray(fc.integer({ min: 0, max: SLOTS - 2 }), { maxLength: 10 }),
        fc.integer({ min: -1, max: 5 }),
        (steps, holes, after) => {
          const exists = (slot: number): boolean => !holes.includes(slot);
          const order = new CandleOrder("1", timeOf(after), 0);
          const told: OrderedNews[] = [];
          const confirmed = new Set<number>();
          for (const each of steps) {
            if (each.kind === "history") {
              const from = order.historyStart(3);
              const asOf = endOf(each.upTo - 1);
              const rows = [...Array.from({ length: each.upTo }).keys()]
                .filter((slot) => exists(slot) && timeOf(slot) >= from)
                .map((slot) => candle(slot));
              const newest = rows.at(-1)?.time ?? -Infinity;
              for (const slot of holes) if (timeOf(slot) < newest) confirmed.add(slot);
              // An open row at the end, as exchanges send it.
              const open = candle(each.upTo);
              const candles = each.shuffle ? [open, ...rows.toReversed()] : [...rows, open];
              told.push(...order.read({ from, candles, asOf }));
            } else if (each.kind === "closed" && exists(each.slot)) {
              told.push(
                ...order.hear({
                  candle: candle(each.slot, each.version),
                  isClosed: true,
                  venueTime: endOf(each.slot) + each.late,
                }),
              );
            } else {
              const off = each.kind === "odd" ? 7 : 0;
              const reading = { ...candle(each.slot), time: timeOf(each.slot) + off };
              // Off the grid, still open by its own word, or closed by its word before its end.
              expect(
                order.hear({
                  candle: reading,
                  isClosed: each.kind !== "open",
                  venueTime: each.kind === "odd" ? endOf(each.slot) : endOf(each.slot) - 1,
                }),
              ).toEqual([]);
            }
            const jumped = holes.filter(
              (slot) => slot > after && timeOf(slot) < order.next && !confirmed.has(slot),
            );
            expect(
              jumped,
              "a hole is passed over only when the history has a later candle",
            ).toEqual([]);
          }
          const from = order.historyStart(3);
          const all = [...Array.from({ length: SLOTS }).keys()].filter(exists);
          const candles = all.map((slot) => candle(slot));
          told.push(...order.read({ from, candles, asOf: endOf(SLOTS) }));
          expect(
            told.flatMap((news) => (news.kind === "candle" ? [news.candle.time] : [])),
            "each candle once, in order, none at or before the start",
          ).toEqual(all.filter((slot) => slot > after).map(timeOf));
          expect(order.hasGap).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a correction says what was told, an older reading corrects nothing", () => {
    const order = new CandleOrder("1", timeOf(-1), 5_000);
    const hear = (slot: number, version: number, late: number) =>
      order.hear({
        candle: candle(slot, version),
        isClosed: true,
        venueTime: endOf(slot) + late,
      });
    expect(hear(0, 0, 100)).toHaveLength(1);
    expect(hear(0, 0, 200), "repeated").toEqual([]);
    expect(hear(0, 1, 300)).toEqual([{ kind: "correction", candle: candle(0, 1), was: candle(0) }]);
    expect(hear(0, 0, 250), "older than the correction").toEqual([]);
    const read = (asOf: number) =>
      order.read({ from: timeOf(0), candles: [candle(0, 2)], asOf: endOf(0) + asOf });
    expect(read(4_999), "the history has not settled").toEqual([]);
    expect(read(5_000)).toMatchObject([{ kind: "correction", was: candle(0, 1) }]);
  });

  test("a candle of a hole that appears later is a correction of nothing", () => {
    const order = new CandleOrder("1", timeOf(-1), 0);
    const page = { from: timeOf(0), candles: [candle(0), candle(2)], asOf: endOf(2) };
    expect(order.read(page).map(({ candle: { time } }) => time)).toEqual([timeOf(0), timeOf(2)]);
    expect(order.hear({ candle: candle(1), isClosed: true, venueTime: endOf(3) })).toEqual([
      { kind: "correction", candle: candle(1), was: null },
    ]);
  });
});
