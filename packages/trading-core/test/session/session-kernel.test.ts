import { resolveParameters, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isSessionError, SessionKernel, type SessionStep } from "../../src/session/index.ts";
import type { SessionMove } from "../../src/session/index.ts";
import { chance, MINUTE, randomCandles, START, trend } from "./random-day.ts";

const CANDLES = randomCandles(60, 3);
const ID = "0a0b0c0d-0000-4000-8000-000000000001";

const open = (strategy: AnyStrategy, startTime = START): SessionKernel =>
  new SessionKernel({
    id: ID,
    strategy,
    parameters: resolveParameters(strategy, {}),
    symbol: "BTCUSDT",
    interval: "1",
    startTime,
    options: { initialCapital: 10_000, fee: 0.001 },
  });

type Event = { readonly candle: boolean } | SessionMove;

const events = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ candle: fc.boolean() }) },
    fc.constantFrom<SessionMove>("pause", "resume", "flatten", "halt", "stop"),
  ),
  { minLength: 10, maxLength: 60 },
);

interface Walked {
  readonly kernel: SessionKernel;
  readonly steps: readonly SessionStep[];
  /** Moves that were taken, with the number of candles before each. */
  readonly moves: readonly (readonly [number, SessionMove])[];
}

/** Plays events; a session that does not follow its candles is told none. `candle`: told late. */
function walk(strategy: AnyStrategy, list: readonly Event[]): Walked {
  const kernel = open(strategy, START + 5 * MINUTE);
  const steps: SessionStep[] = [];
  const moves: (readonly [number, SessionMove])[] = [];
  for (const event of list) {
    if (typeof event === "string") {
      const at = kernel.length;
      try {
        kernel.act(event);
        moves.push([at, event]);
      } catch (error) {
        expect(isSessionError(error, "SESSION_STATE")).toBe(true);
      }
      continue;
    }
    const candle = CANDLES[kernel.length];
    if (candle === undefined || ["halted", "stopped"].includes(kernel.state)) continue;
    steps.push(kernel.step({ candle, isLate: event.candle }));
  }
  return { kernel, steps, moves };
}

describe.each([
  ["by signals", trend],
  ["by orders", chance],
] as const)("a session of a strategy %s", (_, strategy) => {
  test("enters nothing on a late candle, paused or flattening, and holds nothing once it is flat", () => {
    fc.assert(
      fc.property(events, (list) => {
        let before = "warming";
        for (const { decision, fills, orders, state, books } of walk(strategy, list).steps) {
          if (decision.scope !== "all") {
            const entering = orders.filter(
              ({ decision: by, reduceOnly }) => by === decision.index && !reduceOnly,
            );
            expect(entering).toEqual([]);
          }
          if (before === "flattening" && state === "paused") expect(books.positions).toEqual([]);
          for (const { quantity, price, fee } of fills) {
            expect(quantity).toBeGreaterThan(0);
            expect(Number.isFinite(price + fee)).toBe(true);
          }
          before = state;
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is the same after a restart at any candle, with the signals that were given", () => {
    fc.assert(
      fc.property(events, (list) => {
        const { kernel, steps, moves } = walk(strategy, list);
        const again = open(strategy, START + 5 * MINUTE);
        const take = (at: number): void => {
          for (const [place, move] of moves) if (place === at) again.act(move);
        };
        for (const [i, { decision, said, books }] of steps.entries()) {
          take(i);
          const candle = CANDLES[i]!;
          const repeated = again.step({ candle, isLate: decision.isLate, said: said ?? undefined });
          expect(repeated.decision).toEqual(decision);
          expect(repeated.books).toEqual(books);
        }
        take(steps.length);
        expect(again.state).toBe(kernel.state);
      }),
      { numRuns: 60 },
    );
  });

  test("ends every order once, and books each fill to one order at most", () => {
    fc.assert(
      fc.property(events, (list) => {
        const ended = new Map<number, string>();
        const submitted = new Set<string>();
        for (const { orders, fills } of walk(strategy, list).steps) {
          for (const { id, status, clientOrderId } of orders) {
            expect(ended.has(id)).toBe(false);
            if (status !== "waiting") ended.set(id, status);
            submitted.add(clientOrderId);
          }
          for (const { order } of fills) {
            if (order !== null) expect(order).toBeLessThanOrEqual(submitted.size);
          }
        }
        expect([...submitted].every((id) => id.length <= 36)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

test("a session warms up, runs, flattens to a pause, goes on and is stopped for good", () => {
  const kernel = open(trend, START + 4 * MINUTE);
  const states = CANDLES.slice(0, 20).map((candle) => kernel.step({ candle, isLate: false }).state);
  expect(states.slice(0, 5)).toEqual(["warming", "warming", "warming", "warming", "running"]);
  expect(kernel.books.positions).toHaveLength(1);
  kernel.act("flatten");
  expect(kernel.state).toBe("flattening");
  const { state, books } = kernel.step({ candle: CANDLES[20]!, isLate: false });
  expect([state, books.positions]).toEqual(["paused", []]);
  kernel.act("resume");
  kernel.act("stop");
  expect(kernel.state).toBe("stopped");
  expect(() => kernel.act("resume")).toThrow(
    expect.objectContaining({ code: "SESSION_STATE", details: { id: ID, state: "stopped" } }),
  );
});
