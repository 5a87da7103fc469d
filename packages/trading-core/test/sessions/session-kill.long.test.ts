/** A process that runs paper sessions is killed at any moment: no decision, order or fill is lost or doubled. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  createStrategyRegistry,
  resolveParameters,
  type AnyStrategy,
} from "@bourse/backtest-engine/strategies";
import { afterAll, expect, test } from "vitest";

import { isWholeRun } from "../../../../test/support/rounds.ts";
import { openStore } from "../../../adapters/store/src/index.ts";
import { killChild } from "../../../outbox/test/support/kill-child.ts";
import { SessionKernel, type SessionFill, type SessionOrder } from "../../src/session/index.ts";
import { sessionCollections } from "../../src/sessions/collections.ts";
import { createTradingSessions } from "../../src/sessions/trading-sessions.ts";
import { chance, randomCandles, START, trend } from "../session/random-day.ts";
import { listedStream } from "./listed-stream.ts";
import { request } from "./session-stage.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-sessions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const VICTIM = new URL("kill-victim.ts", import.meta.url);
const KILLS = isWholeRun ? 30 : 3;
const COUNT = isWholeRun ? 3000 : 400;
const CANDLES = randomCandles(COUNT, 21);

/** The records of a session that nobody kills. */
function undisturbed(strategy: AnyStrategy, id: string) {
  const kernel = new SessionKernel({
    id,
    strategy,
    parameters: resolveParameters(strategy, {}),
    symbol: "BTCUSDT",
    interval: "1",
    startTime: START,
    options: { initialCapital: 10_000, fee: 0.001 },
  });
  const orders = new Map<number, SessionOrder>();
  const fills: SessionFill[] = [];
  const decisions = CANDLES.map((candle) => {
    const step = kernel.step({ candle, isLate: false });
    for (const order of step.orders) orders.set(order.id, order);
    fills.push(...step.fills);
    return step.decision.decisionHash;
  });
  return { decisions, orders: [...orders.values()], fills, books: kernel.books };
}

test(
  `${KILLS} kills lose and double no decision, order or fill, and the books are those of one run`,
  async () => {
    const url = `sqlite:${join(folder, "sessions.db")}`;
    const open = async () => {
      const store = await openStore(url, { collections: sessionCollections });
      const sessions = createTradingSessions({
        store,
        streams: { listed: listedStream(CANDLES) },
        defaultExchange: "listed",
        strategies: createStrategyRegistry([trend, chance]),
        leaseMilliseconds: 300,
      });
      return { store, sessions };
    };
    const first = await open();
    const ids = new Map<AnyStrategy, string>();
    for (const strategy of [trend, chance]) {
      const { id } = await first.sessions.create(request({ strategy: strategy.name }));
      ids.set(strategy, id);
    }
    await first.store.close();
    for (let kill = 0; kill < KILLS; kill++) {
      await killChild(VICTIM, [url, String(COUNT)], (kill * 37) % 150);
    }
    const { store, sessions } = await open();
    const done = new Promise<void>((resolve) => {
      void store.watch(() => {
        void Promise.all([...ids.values()].map((id) => sessions.get(id))).then((all) => {
          if (all.every(({ candles }) => candles === COUNT)) resolve();
        });
      });
    });
    await sessions.start();
    await done;
    for (const [strategy, id] of ids) {
      const expected = undisturbed(strategy, id);
      const { books, candles } = await sessions.get(id);
      expect([candles, books]).toEqual([COUNT, expected.books]);
      const all = { limit: 1000 };
      const decisions: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await sessions.decisions(id, { ...all, ...(cursor && { cursor }) });
        decisions.push(...page.items.map(({ decisionHash }) => decisionHash));
        cursor = page.next;
      }
      expect(decisions).toEqual(expected.decisions);
      expect((await sessions.orders(id, all)).items).toEqual(expected.orders.slice(0, 1000));
      expect((await sessions.fills(id, all)).items).toEqual(expected.fills.slice(0, 1000));
    }
    await sessions.close();
    await store.close();
  },
  isWholeRun ? 300_000 : 60_000,
);
