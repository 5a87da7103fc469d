/** Kills a process that runs a live session at any moment: no order is doubled, and the books are the exchange's. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Decimal } from "@bourse/kernel";
import { afterAll, expect, test, vi } from "vitest";

import { isWholeRun } from "../../../../../test/support/rounds.ts";
import { openStore } from "../../../../adapters/store/src/index.ts";
import { drawn } from "../../../../backtest-engine/test/stepper/random-day.ts";
import { killChild } from "../../../../outbox/test/support/kill-child.ts";
import type { SessionOrder } from "../../../src/session/index.ts";
import { randomCandles } from "../../session/random-day.ts";
import { allItems } from "./all-items.ts";
import { live } from "./live-stage.ts";
import { serveExchange } from "./remote-exchange.ts";
import { StandInExchange } from "./stand-in-exchange.ts";
import { openVictimSessions, VICTIM_COLLECTIONS } from "./victim-sessions.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-live-"));
afterAll(() => rmSync(folder, { recursive: true }));

const VICTIM = new URL("live-victim.ts", import.meta.url);
const KILLS = isWholeRun ? 30 : 3;
const COUNT = isWholeRun ? 1500 : 120;

test(`${KILLS} kills double no order and lose no fill of a live session`, async () => {
  const url = `sqlite:${join(folder, "sessions.db")}`;
  const exchange = new StandInExchange(Date.now);
  exchange.last = 100;
  const next = drawn(6);
  // Prices wander, so that stops are met between two looks of a session.
  const market = setInterval(() => {
    exchange.last = 100 + (next() - 0.5) * 2;
    exchange.trade(exchange.last);
  }, 20);
  const served = await serveExchange(exchange.broker(), drawn(5));
  const first = await openStore(url, { collections: VICTIM_COLLECTIONS });
  const { id } = await openVictimSessions(first, served.url, COUNT).create(
    live({ stopLoss: 0.008, takeProfit: 0.01 }),
  );
  await first.close();
  for (let kill = 0; kill < KILLS; kill++) {
    await killChild(VICTIM, [url, served.url, String(COUNT)], (kill * 137) % 500);
  }
  const store = await openStore(url, { collections: VICTIM_COLLECTIONS });
  const sessions = openVictimSessions(store, served.url, COUNT);
  await sessions.start();
  const orders = () => allItems((page) => sessions.orders(id, page));
  let restedAt = Infinity;
  await vi.waitUntil(
    async () => {
      const { candles, live: state, state: name, reason } = await sessions.get(id);
      if (name === "halted") throw new Error(String(reason));
      if (candles < COUNT) return false;
      clearInterval(market);
      // The stop of what is held goes on resting.
      const isOnItsWay = ({ status, type }: SessionOrder): boolean =>
        status === "waiting" && type !== "stop";
      if ((await orders()).some(isOnItsWay)) return false;
      restedAt = Math.min(restedAt, Date.now());
      return (state?.reconciledAt ?? 0) > restedAt;
    },
    { timeout: 600_000, interval: 100 },
  );
  const session = await sessions.get(id);
  const own = await orders();
  expect(own.length).toBeGreaterThan(COUNT / 20);
  expect(own.some(({ tag }) => tag === "stop_loss")).toBe(true);
  const byClient = new Map(own.map((order) => [order.clientOrderId, order]));
  expect(byClient.size).toBe(own.length);
  expect(new Set(exchange.orders.map(({ clientOrderId }) => clientOrderId)).size).toBe(
    exchange.orders.length,
  );
  for (const { clientOrderId, filledQuantity } of exchange.orders) {
    expect(byClient.get(clientOrderId ?? "")?.filled).toBe(Number(filledQuantity));
  }
  const fills = await allItems((page) => sessions.fills(id, page));
  const held = fills.reduce(
    (sum, { side, quantity }) => sum + (side === "buy" ? 1 : -1) * quantity,
    0,
  );
  expect(held).toBeCloseTo(exchange.position.toNumber(), 9);
  expect(session.live?.ownPosition).toBe(exchange.position.toString());
  const close = Decimal.fromNumber(randomCandles(COUNT, 21).at(-1)?.close ?? 0);
  const value = exchange.position.times(close).plus(exchange.cash).toNumber();
  expect(session.books.equity - 10_000).toBeCloseTo(value - 1_000_000, 6);
  await sessions.close();
  await store.close();
  served.close();
}, 900_000);
