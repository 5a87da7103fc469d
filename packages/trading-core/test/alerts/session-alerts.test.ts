/** Alerts of a session over one store: from the stream of its candles to the channel. */
import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { createManualClock, createMemoryStore, seededIds } from "@bourse/kernel";
import { expect, test } from "vitest";

import { openAlerts } from "../../src/alerts/index.ts";
import { backtestCollections } from "../../src/backtest-service.ts";
import { recordEvent } from "../../src/events/event-log.ts";
import { createTradingSessions } from "../../src/sessions/trading-sessions.ts";
import { createMemoryCandleStream } from "../../src/streams/index.ts";
import { START, trend } from "../session/random-day.ts";
import { request, SERIES, until } from "../sessions/session-stage.ts";

test("a session whose candles fall silent is alerted once, and once that they go on, over a change of its process", async () => {
  const clock = createManualClock({ now: START });
  const store = createMemoryStore({ collections: backtestCollections, clock });
  const stream = createMemoryCandleStream({ clock });
  const open = (seed: number) =>
    createTradingSessions({
      store,
      streams: { memory: stream },
      defaultExchange: "memory",
      strategies: createStrategyRegistry([trend]),
      clock,
      ids: seededIds(seed),
      tell: async (tx, event) => void (await recordEvent(tx, event)),
    });
  const told: string[] = [];
  const alerts = openAlerts({
    store,
    key: new Uint8Array(32),
    clock,
    texts: { "session.stale": ({ symbol }) => `silent: ${symbol}` },
    channels: [
      {
        name: "pager",
        maxLength: 4000,
        send: async ({ text }) => (told.push(text.split("\n")[0]!.slice(25)), { status: "sent" }),
      },
    ],
  });
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await alerts.look();
      await alerts.deliverDue();
    }
  };
  await alerts.look();
  const one = open(1);
  await one.start();
  const { id } = await one.create(request());
  await until(() => Promise.resolve(stream.following() === 1));
  stream.setStale(SERIES, true);
  await until(async () => (await one.get(id)).staleSince !== null);
  await work();
  await one.close();

  const two = open(2);
  await two.start();
  await until(() => Promise.resolve(stream.following() === 1));
  await work();
  stream.setStale(SERIES, false);
  await until(async () => (await two.get(id)).staleSince === null);
  await work();
  expect(told).toEqual([
    "silent: BTCUSDT",
    expect.stringMatching(
      /^Session with candles again, after a silence since .*Z: trend on BTCUSDT/,
    ),
  ]);
  await two.close();
  await alerts.close();
});
