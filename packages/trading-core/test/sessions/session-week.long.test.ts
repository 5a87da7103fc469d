/**
 * A week of sessions on a simulated clock: the exchange ends its connections each day and is shut for an hour, the
 * clocks of the people change, and each day the process is replaced. The account is that of the simulation.
 */
import { createStrategyRegistry, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import { createMemoryStore } from "@bourse/kernel";
import { afterAll, expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { isHole } from "../../../../test/world/exchange/series.ts";
import { sessionCollections } from "../../src/sessions/collections.ts";
import type { TradingSessions } from "../../src/sessions/port.ts";
import { createTradingSessions } from "../../src/sessions/trading-sessions.ts";
import { chance, MINUTE, trend } from "../session/random-day.ts";
import { expectBacktest, hourly, walkRequest } from "./expect-backtest.ts";
import { letMinutesPass, madeCandles, openFaultyWorld } from "./recorded-day.ts";

const DAYS = rounds(1, 7);
const DAY = 1440;
const HOUR = 60 * MINUTE;
/** The afternoon before the clocks of Berlin go forward, at 01:00 UTC. */
const BEGIN = Date.UTC(2026, 2, 28, 12);
const HOLE = { from: BEGIN + 3 * HOUR, to: BEGIN + 4 * HOUR };
const OPTIONS = { fee: 0.001, slippage: 0.0005 };
const FLAGS = [
  "--hole-from",
  String(HOLE.from),
  "--hole-to",
  String(HOLE.to),
  "--maintenance",
  "--life-milliseconds",
  String(20 * HOUR),
];

const zone = process.env["TZ"];
process.env["TZ"] = "Europe/Berlin";
afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

/** Open of the last candle that has closed so many minutes after the beginning; 0 before the first. */
function lastClosed(minutes: number, step: number): number {
  const open = BEGIN + (Math.floor((minutes * MINUTE) / step) - 1) * step;
  if (open < BEGIN) return 0;
  return isHole(open, [HOLE]) ? HOLE.from - step : open;
}

test(`${DAYS} days with disconnects, maintenance, a change of the clocks and redeploys are the simulation`, async () => {
  const [before, after] = [0, DAY].map((minutes) =>
    new Date(BEGIN + minutes * MINUTE).getTimezoneOffset(),
  );
  expect([before, after]).toEqual([-60, -120]);
  const world = await openFaultyWorld(FLAGS, BEGIN);
  const { clock } = world;
  const store = createMemoryStore({ collections: sessionCollections, clock });
  const open = (): TradingSessions =>
    createTradingSessions({
      store,
      streams: { bybit: world.stream },
      defaultExchange: "bybit",
      strategies: createStrategyRegistry([trend, chance, hourly]),
      clock,
      leaseMilliseconds: 86_400_000,
    });
  let sessions = open();
  await sessions.start();
  const ids = new Map<string, readonly [AnyStrategy, number]>();
  for (const [strategy, interval, step] of [
    [trend, "1m", MINUTE],
    [chance, "1m", MINUTE],
    [hourly, "1m", MINUTE],
    [trend, "1h", HOUR],
  ] as const) {
    const request = walkRequest(strategy, OPTIONS, { interval, startTime: BEGIN });
    ids.set((await sessions.create(request)).id, [strategy, step]);
  }
  for (let day = 0; day < DAYS; day++) {
    await letMinutesPass(world, DAY, async (minute) => {
      const { items } = await sessions.list({ limit: 10 });
      return items.every(({ id, lastCandleTime }) => {
        const [, step] = ids.get(id)!; // the test has created them all
        return (lastCandleTime ?? 0) >= lastClosed(day * DAY + minute, step);
      });
    });
    await sessions.close();
    sessions = open();
    await sessions.start();
  }
  for (const [id, [strategy, step]] of ids) {
    const count = (DAYS * DAY * MINUTE) / step;
    const candles = madeCandles(count, { start: BEGIN, step, holes: [HOLE] });
    await expectBacktest(store, id, strategy, candles, OPTIONS);
  }
  expect(world.exchange.sockets.opened).toBeGreaterThan(DAYS);
  await sessions.close();
  await world.close();
}, 3_000_000);
