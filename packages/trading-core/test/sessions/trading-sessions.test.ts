import { backtest } from "@bourse/backtest-engine";
import { createStrategyRegistry, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import { describe, expect, test } from "vitest";

import type { SessionEvent } from "../../src/session/session-event.ts";
import { sessionSteps, sessionWorkers } from "../../src/sessions/collections.ts";
import type { TradingSessions } from "../../src/sessions/port.ts";
import { chance, columnsOf, MINUTE, randomCandles, START, trend } from "../session/random-day.ts";
import { createStage, request, SERIES, until, worked } from "./session-stage.ts";

const CANDLES = randomCandles(120, 5);

/** All items of a list, page by page. */
async function all<Item>(
  read: (page: {
    limit: number;
    cursor?: string;
  }) => Promise<{ items: readonly Item[]; next: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read({ limit: 50, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = page.next;
  }
}

const equityOf = async (sessions: TradingSessions, id: string): Promise<number[]> =>
  (await all((page) => sessions.equity(id, page))).map(({ equity }) => equity);

const whole = (strategy: AnyStrategy, candles = CANDLES) =>
  backtest(columnsOf(candles), {
    strategy,
    symbol: "BTCUSDT",
    interval: "1",
    fee: 0.001,
    initialCapital: 10_000,
    compatibility: { finalPosition: "keep" },
  });

test.each([
  ["by signals", trend],
  ["by orders", chance],
] as const)(
  "a paper session of a strategy %s is the backtest of its candles",
  async (_, strategy) => {
    const { open, tell } = createStage();
    const sessions = open();
    await sessions.start();
    const { id, state } = await sessions.create(request({ strategy: strategy.name }));
    expect(state).toBe("warming");
    await tell(CANDLES);
    await worked(sessions, id, CANDLES.length);
    const { equity, trades } = whole(strategy);
    expect(await equityOf(sessions, id)).toEqual([...equity]);
    const session = await sessions.get(id);
    expect([session.state, session.books.trades]).toEqual(["running", trades.length]);
    const fills = await all((page) => sessions.fills(id, page));
    const exits = fills.filter(({ isEntry }) => !isEntry).map(({ price }) => price);
    expect(exits).toEqual(trades.toArray().map(({ exitPrice }) => exitPrice));
    const orders = await all((page) => sessions.orders(id, page));
    expect(orders).toHaveLength(session.orders);
    expect(new Set(orders.map(({ clientOrderId }) => clientOrderId)).size).toBe(orders.length);
    const report = await sessions.drift(id);
    expect(report).toMatchObject({
      decisions: CANDLES.length,
      isReproduced: true,
      affected: 0,
      differences: [],
      trades: [],
      simulatedEquity: session.books.equity,
    });
    await sessions.close();
  },
);

describe("a session that goes from process to process", () => {
  test("decides every candle once, with the bits of one process", async () => {
    const { open, tell } = createStage();
    let sessions = open();
    await sessions.start();
    const { id } = await sessions.create(request({ strategy: "chance" }));
    for (const [from, to] of [
      [0, 40],
      [40, 41],
      [41, 120],
    ] as const) {
      await tell(CANDLES.slice(from, to));
      await worked(sessions, id, to);
      await sessions.close();
      sessions = open();
      await sessions.start();
    }
    expect(await equityOf(sessions, id)).toEqual([...whole(chance).equity]);
    await sessions.close();
  });

  test("is taken over when the lease of its process has ended, and not before", async () => {
    const { open, tell, clock, store, stream } = createStage();
    const frozen = new Proxy(store, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) =>
          isFrozen
            ? new Promise(() => undefined)
            : (value as (...all: unknown[]) => unknown).apply(target, given);
      },
    });
    let isFrozen = false;
    // Leases outlast the minutes by which the clock jumps: one that lapses makes candles late.
    const one = open({ store: frozen, leaseMilliseconds: 90_000 });
    await one.start();
    const { id } = await one.create(request());
    await tell(CANDLES.slice(0, 10));
    await worked(one, id, 10);
    isFrozen = true;
    const two = open({ leaseMilliseconds: 3_600_000 });
    await two.start();
    stream.push(SERIES, CANDLES.slice(10, 11));
    const { items } = await store.find(sessionWorkers, { index: "by_end" });
    const end = Math.min(...items.map(({ value }) => value.until));
    expect(end - clock.now()).toBeGreaterThan(0);
    await clock.advance(end - clock.now() - 1);
    expect((await two.get(id)).candles).toBe(10);
    await clock.advance(1);
    await worked(two, id, 11);
    await tell(CANDLES.slice(11, 30));
    await worked(two, id, 30);
    expect(await equityOf(two, id)).toEqual([...whole(trend, CANDLES.slice(0, 30)).equity]);
    await two.close();
  });
});

test("the lease of a process holds while it takes up more sessions than it can claim in its time", async () => {
  const { open, clock, store } = createStage();
  const idle = open();
  for (let k = 0; k < 20; k++) await idle.create(request());
  const left: number[] = [];
  const claim: typeof store.transaction = async (work) => {
    await clock.advance(500);
    const { items } = await store.find(sessionWorkers, { index: "by_end" });
    for (const { value } of items) left.push(value.until - clock.now());
    return await store.transaction(work);
  };
  const slow = new Proxy(store, {
    get(target, key) {
      if (key === "transaction") return claim;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  const sessions = open({ store: slow, leaseMilliseconds: 3000 });
  await sessions.start();
  expect(left.length).toBeGreaterThan(20);
  expect(Math.min(...left)).toBeGreaterThan(0);
  await sessions.close();
});

describe("acts", () => {
  test("pause, resume, flatten and stop stand between two candles", async () => {
    const { open, tell } = createStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(request());
    await tell(CANDLES.slice(0, 20));
    await worked(sessions, id, 20);
    expect((await sessions.pause(id)).state).toBe("paused");
    await expect(sessions.pause(id)).rejects.toMatchObject({
      code: "SESSION_STATE",
      details: { id, state: "paused" },
    });
    await tell(CANDLES.slice(20, 40));
    await worked(sessions, id, 40);
    const paused = (await all((page) => sessions.decisions(id, page))).slice(20);
    expect(paused.every(({ scope }) => scope === "reducing")).toBe(true);
    expect((await sessions.resume(id)).state).toBe("running");
    await tell(CANDLES.slice(40, 80));
    await worked(sessions, id, 80);
    expect((await sessions.get(id)).books.positions).toHaveLength(1);
    expect((await sessions.flatten(id)).state).toBe("flattening");
    await tell(CANDLES.slice(80, 82));
    await worked(sessions, id, 82);
    const flat = await sessions.get(id);
    expect([flat.state, flat.books.positions]).toEqual(["paused", []]);
    const stopped = await sessions.stop(id);
    expect([stopped.state, stopped.stoppedAt]).toEqual(["stopped", stopped.updatedAt]);
    await tell(CANDLES.slice(82, 90));
    const orders = await all((page) => sessions.orders(id, page));
    expect(orders.filter(({ status }) => status === "waiting")).toEqual([]);
    expect((await sessions.get(id)).candles).toBe(82);
    expect(await sessions.drift(id)).toMatchObject({ isReproduced: true, affected: 0 });
    await sessions.close();
  });

  test("tell the events of a session in their transactions", async () => {
    const { open, tell } = createStage();
    const events: SessionEvent[] = [];
    const sessions = open({
      tell: (_, event) => {
        events.push(event);
        return Promise.resolve();
      },
    });
    await sessions.start();
    const { id } = await sessions.create(request());
    await tell(CANDLES.slice(0, 30));
    await worked(sessions, id, 30);
    await sessions.stop(id);
    const kinds = new Set(events.map(({ type }) => type));
    expect([...kinds].toSorted()).toEqual([
      "session.changed",
      "session.created",
      "session.filled",
      "session.ordered",
    ]);
    expect(events.at(-1)?.session.state).toBe("stopped");
    await sessions.close();
  });
});

describe("late, corrected and broken candles", () => {
  test("of several candles after a gap only the newest enters, and the report says so", async () => {
    const { open, tell, clock, stream } = createStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(request());
    await tell(CANDLES.slice(0, 20));
    await clock.advance(10 * MINUTE);
    stream.push(SERIES, CANDLES.slice(20, 30), "history");
    await worked(sessions, id, 30);
    const decisions = (await all((page) => sessions.decisions(id, page))).slice(20);
    expect(decisions.map(({ isLate }) => isLate)).toEqual([
      ...Array.from({ length: 9 }, () => true),
      false,
    ]);
    const late = await sessions.get(id);
    expect(late.lateCandles).toBe(9);
    const entries = (await all((page) => sessions.orders(id, page))).filter(
      ({ decision, reduceOnly }) => decision >= 20 && decision < 29 && !reduceOnly,
    );
    expect(entries).toEqual([]);
    const report = await sessions.drift(id);
    expect(report.isReproduced).toBe(true);
    expect(report.affected).toBeGreaterThan(0);
    expect(new Set(report.differences.map(({ cause }) => cause))).toEqual(new Set(["late_candle"]));
    expect(report.trades.length).toBeGreaterThan(0);
    await sessions.close();
  });

  test("a correction changes no decision that stands, and is the cause in the report", async () => {
    const { open, tell, stream } = createStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(request());
    await tell(CANDLES.slice(0, 40));
    await worked(sessions, id, 40);
    const before = await equityOf(sessions, id);
    const wrong = CANDLES[20]!;
    const fallen = 0.9 * wrong.low;
    stream.push(SERIES, [{ ...wrong, low: fallen, close: fallen }]);
    await until(async () => (await sessions.get(id)).corrections === 1);
    expect(await equityOf(sessions, id)).toEqual(before);
    const report = await sessions.drift(id);
    expect(report.isReproduced).toBe(true);
    expect(report.differences[0]).toMatchObject({ cause: "correction" });
    await sessions.close();
  });

  test("another version of the strategy and other parameters are named as the cause", async () => {
    const stage = createStage();
    const sessions = stage.open();
    await sessions.start();
    const { id } = await sessions.create(request());
    await stage.tell(CANDLES.slice(0, 40));
    await worked(sessions, id, 40);
    const other = await sessions.drift(id, { parameters: { share: 0.02 } });
    expect(other.differences[0]).toMatchObject({ cause: "parameters" });
    const changed = { ...trend, version: "2", decide: () => ({}) } as unknown as AnyStrategy;
    const silent = {
      ...changed,
      decide: ({ length }: { readonly length: number }) => ({
        signals: new Uint8Array(length),
        warmUp: 0,
      }),
    } as unknown as AnyStrategy;
    const later = stage.open({ strategies: createStrategyRegistry([silent]) });
    const report = await later.drift(id);
    expect(report.strategyVersion).toEqual({ session: "1", now: "2" });
    expect(report.differences[0]).toMatchObject({ cause: "strategy_version" });
    await sessions.close();
  });

  test("a strategy that throws halts its session with the reason, and it goes on when it is resumed", async () => {
    let isBroken = true;
    const fragile = {
      ...trend,
      name: "fragile",
      decide: (...given: Parameters<(typeof trend & { decide: never })["decide"]>) => {
        const [{ length }] = given as unknown as [{ readonly length: number }];
        if (isBroken && length === 4) throw new Error("The model is not loaded.");
        return (trend as unknown as { decide: (...all: unknown[]) => unknown }).decide(
          ...(given as unknown as unknown[]),
        );
      },
    } as unknown as AnyStrategy;
    const { open, tell, store } = createStage([fragile]);
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(request({ strategy: "fragile" }));
    await tell(CANDLES.slice(0, 6));
    await until(async () => (await sessions.get(id)).state === "halted");
    const halted = await sessions.get(id);
    expect([halted.reason, halted.candles]).toEqual(["The model is not loaded.", 3]);
    isBroken = false;
    expect((await sessions.resume(id)).reason).toBeNull();
    await worked(sessions, id, 6);
    const { items } = await store.find(sessionSteps, { index: "by_session", equals: [id] });
    expect(items.map(({ value }) => value.index)).toEqual([0, 1, 2, 3, 4, 5]);
    await sessions.close();
  });

  test("a strategy by orders whose code has changed halts its session at a restart, and trades nothing", async () => {
    const stage = createStage();
    const one = stage.open();
    await one.start();
    const { id } = await one.create(request({ strategy: "chance" }));
    await stage.tell(CANDLES.slice(0, 40));
    await worked(one, id, 40);
    await one.close();
    const idle = { ...chance, createTrader: () => ({ onCandle: () => undefined }) } as AnyStrategy;
    const two = stage.open({ strategies: createStrategyRegistry([idle]) });
    await two.start();
    await until(async () => (await two.get(id)).state === "halted");
    const { reason, candles } = await two.get(id);
    expect([reason?.includes("came out otherwise than before"), candles]).toEqual([true, 40]);
    await two.close();
  });

  test("the run of a session that was stopped ends without a candle", async () => {
    const { open, tell, stream, clock } = createStage();
    const sessions = open({ leaseMilliseconds: 3000 });
    await sessions.start();
    const { id } = await sessions.create(request());
    await tell(CANDLES.slice(0, 2));
    await worked(sessions, id, 2);
    await sessions.stop(id);
    await clock.advance(1000);
    await until(() => Promise.resolve(stream.following() === 0));
    expect((await sessions.get(id)).state).toBe("stopped");
    await sessions.close();
  });

  test("a stream that falls silent is told, and that it speaks again", async () => {
    const { open, tell, stream } = createStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(request());
    await tell(CANDLES.slice(0, 2));
    stream.setStale(SERIES, true);
    await until(async () => (await sessions.get(id)).staleSince !== null);
    stream.setStale(SERIES, false);
    await until(async () => (await sessions.get(id)).staleSince === null);
    expect((await sessions.get(id)).state).toBe("running");
    await sessions.close();
  });

  test("a silence and its end are told once each, over a restart and however often the stream repeats them", async () => {
    const { open, tell, stream } = createStage();
    const told: SessionEvent[] = [];
    const staleness = (): readonly string[] =>
      told.map(({ type }) => type).filter((type) => /stale|fresh/.test(type));
    const one = open({
      leaseMilliseconds: 3000,
      tell: async (_, event) => void told.push(event),
    });
    await one.start();
    const { id } = await one.create(request());
    await tell(CANDLES.slice(0, 2));
    await worked(one, id, 2);
    stream.setStale(SERIES, true);
    await until(async () => (await one.get(id)).staleSince !== null);
    const { staleSince } = await one.get(id);
    await one.close();

    // The stream of the next process says again that it is silent.
    const two = open({ tell: async (_, event) => void told.push(event) });
    await two.start();
    await until(() => Promise.resolve(stream.following() === 1));
    stream.setStale(SERIES, true);
    stream.setStale(SERIES, false);
    await until(async () => (await two.get(id)).staleSince === null);
    expect(staleness()).toEqual(["session.stale", "session.fresh"]);
    expect(told.at(-1)).toMatchObject({ session: { id, strategy: "trend" }, staleSince });
    await two.close();
  });

  test("a silence that another process has noted ends with a candle in time, and is told", async () => {
    const { open, tell, stream } = createStage();
    const told: SessionEvent[] = [];
    const one = open({ leaseMilliseconds: 3000 });
    await one.start();
    const { id } = await one.create(request());
    await tell(CANDLES.slice(0, 2));
    await worked(one, id, 2);
    stream.setStale(SERIES, true);
    await until(async () => (await one.get(id)).staleSince !== null);
    await one.close();
    // Nobody follows it now: the next process is told of no silence.
    stream.setStale(SERIES, false);
    const two = open({ tell: async (_, event) => void told.push(event) });
    await two.start();
    await tell(CANDLES.slice(2, 3));
    await worked(two, id, 3);
    expect((await two.get(id)).staleSince).toBeNull();
    expect(told[0]).toMatchObject({ type: "session.fresh", session: { id } });
    await two.close();
  });
});

describe("requests", () => {
  const { lookBack: _, ...rest } = trend;
  const unbounded = { ...rest, name: "unbounded" } as AnyStrategy;
  const { open } = createStage([trend, unbounded]);
  const sessions = open({ maxOwnerSessions: 1 });

  test.each<[string, Record<string, unknown>, string]>([
    ["an array strategy without a look-back", { strategy: "unbounded" }, "STRATEGY_UNBOUNDED"],
    ["a live broker", { broker: "live" }, "BROKER_UNSUPPORTED"],
    ["a broker that is not known", { broker: "demo" }, "BROKER_UNSUPPORTED"],
    ["an unknown strategy", { strategy: "none" }, "STRATEGY_UNKNOWN"],
    ["an unknown exchange", { exchange: "nowhere" }, "EXCHANGE_UNKNOWN"],
    ["an unknown interval", { interval: "7q" }, "INTERVAL_INVALID"],
    ["an unknown option", { slipage: 1 }, "OPTIONS_INVALID"],
    ["an option out of bounds", { fee: 2 }, "OPTIONS_INVALID"],
    ["an option that needs candles to come", { dividends: [] }, "OPTIONS_INVALID"],
    ["a warm-up out of bounds", { warmUpCandles: -1 }, "OPTIONS_INVALID"],
    ["parameters out of bounds", { parameters: { share: 2 } }, "PARAMETERS_INVALID"],
    ["no symbol", { symbol: "" }, "OPTIONS_INVALID"],
  ])("%s is refused, and nothing is stored", async (__, wrong, code) => {
    await expect(sessions.create({ ...request(), ...wrong } as never)).rejects.toMatchObject({
      code,
    });
    expect((await sessions.list()).items).toEqual([]);
  });

  test("a live session without an account of the service is told the option that names one", async () => {
    await expect(sessions.create({ ...request(), broker: "live" })).rejects.toThrow(
      'Create it with the option "live", or choose the broker "paper".',
    );
  });

  test("an unknown session is refused by every call", async () => {
    const unknown = { code: "SESSION_UNKNOWN" };
    await expect(sessions.get("none")).rejects.toMatchObject(unknown);
    await expect(sessions.pause("none")).rejects.toMatchObject(unknown);
    await expect(sessions.decisions("none")).rejects.toMatchObject(unknown);
    await expect(sessions.drift("none")).rejects.toMatchObject(unknown);
  });

  test("a caller has as many sessions as the quota allows", async () => {
    const { id } = await sessions.create(request(), { owner: "anna" });
    await expect(sessions.create(request(), { owner: "anna" })).rejects.toMatchObject({
      code: "QUOTA_EXCEEDED",
    });
    await sessions.stop(id);
    await sessions.create(request({ startTime: START + 1 }), { owner: "anna" });
    const { items } = await sessions.list();
    expect(items.map(({ number, state }) => [number, state])).toEqual([
      [2, "warming"],
      [1, "stopped"],
    ]);
    expect(items[0]?.startTime).toBe(START + MINUTE);
    expect((await sessions.list({ state: "stopped" })).items).toHaveLength(1);
  });
});
