/** The history of a node: samples by the minute, whatever stops and starts in between, read by steps. */

import { createManualClock, createMemoryStore, type ManualClock, type Store } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { JournalledTransaction } from "../../src/chain/port.ts";
import { historyHours, type HistorySample } from "../../src/history/history-document.ts";
import { createNodeHistory, HistoryRecorder, type HistorySeries } from "../../src/history/index.ts";
import { toAddress } from "../../src/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 30, 7);
const WALLET = toAddress(`0x${"a1".repeat(20)}`, "wallet");

/** Parts of a node as a recorder sees them, set by hand. */
class Figures {
  balance = 100n;
  isConnected = true;
  healthy = 2;
  open = 0;
  sent = 0;
  received = 0;
  readonly #listeners = new Set<(moved: JournalledTransaction) => void>();

  end(feePaid: string | null): void {
    const moved: JournalledTransaction = {
      id: "transfer:1",
      state: "confirmed",
      hash: "0x01",
      nonce: 1,
      blockNumber: 1,
      blockTimestamp: 1,
      reason: null,
      received: null,
      gasUsed: 21_000,
      feePaid,
    };
    for (const listener of this.#listeners) listener(moved);
  }

  recorder(store: Store, clock: ManualClock): HistoryRecorder {
    const peer = (healthy: boolean) => ({ healthy }) as never;
    return new HistoryRecorder({
      store,
      clock,
      wallet: WALLET,
      tokens: { balanceOf: async () => this.balance },
      health: { connected: () => this.isConnected },
      lane: {
        list: async () => ({ transactions: Array(this.open).fill({}) as never[], next: null }),
        onMove: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      peers: {
        peers: () => [peer(false), ...Array.from({ length: this.healthy }, () => peer(true))],
        traffic: () => ({ sent: this.sent, received: this.received }),
      },
    });
  }
}

function world(now = START) {
  const clock = createManualClock({ now });
  const store = createMemoryStore({ collections: [historyHours] });
  const figures = new Figures();
  const history = createNodeHistory({ store, clock });
  const read = async (series: HistorySeries, from: number, to: number, stepSeconds?: number) => {
    const { points } = await history.read({ series, from, to, stepSeconds });
    return points.map(({ value }) => value);
  };
  return { clock, store, figures, history, read };
}

/** Minute by minute, so that the sample of each is kept before the next. */
async function minutes(clock: ManualClock, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) await clock.advance(MINUTE);
}

test("each minute has a sample: rates in bytes a second, money exact, the chain's figures null while it is away", async () => {
  const { clock, store, figures, read } = world();
  figures.balance = 2n ** 200n + 1n;
  const recorder = figures.recorder(store, clock);
  recorder.start();
  await clock.advance(1);
  figures.sent = 600;
  figures.received = 90;
  figures.end("21000");
  figures.end("7");
  await clock.advance(MINUTE);
  figures.isConnected = false;
  figures.end("5");
  figures.open = 3;
  await clock.advance(MINUTE);
  figures.isConnected = true;
  await clock.advance(MINUTE);
  await recorder.stop();
  const all = (series: HistorySeries) => read(series, START, START + 5 * MINUTE);
  const balance = (2n ** 200n + 1n).toString();
  expect(await all("balance")).toEqual([balance, balance, null, balance, null]);
  expect(await all("peers")).toEqual([2, 2, 2, 2, null]);
  const rates = (rate: number) => [null, expect.closeTo(rate, 1), 0, 0, null];
  expect(await all("sent")).toEqual(rates(10));
  expect(await all("received")).toEqual(rates(1.5));
  expect(await all("fees")).toEqual(["0", "21007", null, "5", null]);
  expect(await all("queue")).toEqual([0, 0, 3, 3, null]);
});

test("a fee that no endpoint tells makes its minute unknown", async () => {
  const { clock, store, figures, read } = world();
  const recorder = figures.recorder(store, clock);
  recorder.start();
  await clock.advance(1);
  figures.end("5");
  figures.end(null);
  await minutes(clock, 2);
  await recorder.stop();
  expect(await read("fees", START, START + 3 * MINUTE)).toEqual(["0", null, "0"]);
});

test("a step has the last state, the mean of the rates and the sum of the fees", async () => {
  const { clock, store, figures, read } = world();
  const recorder = figures.recorder(store, clock);
  recorder.start();
  await clock.advance(1);
  for (let minute = 1; minute < 4; minute++) {
    figures.sent += minute * 60;
    figures.healthy = minute;
    figures.end("10");
    await clock.advance(MINUTE);
  }
  await recorder.stop();
  const by = (series: HistorySeries) => read(series, START, START + 10 * MINUTE, 300);
  expect(await by("peers")).toEqual([3, null]);
  expect(await by("sent")).toEqual([expect.closeTo(2, 2), null]);
  expect(await by("fees")).toEqual(["30", null]);
});

test("seven days are kept in one document an hour, and the store is written to once a minute", async () => {
  const { clock, store, figures, read } = world();
  const recorder = figures.recorder(store, clock);
  const before = store.revision ?? 0;
  recorder.start();
  await clock.advance(1);
  await minutes(clock, 10);
  expect((store.revision ?? 0) - before).toBe(11);
  await recorder.stop();
  expect((store.revision ?? 0) - before).toBe(11);
  for (let hour = 0; hour < 200; hour++) {
    await clock.advance(HOUR);
    const next = figures.recorder(store, clock);
    next.start();
    await clock.advance(1);
    await next.stop();
  }
  expect(await store.count(historyHours)).toBe(7 * 24 + 1);
  expect(await read("peers", START, START + HOUR, 3600)).toEqual([null]);
});

test("hours of the future, which a wrong clock has left, go with the next hour", async () => {
  const { store, figures } = world();
  for (const now of [START + 365 * 24 * HOUR, START]) {
    const clock = createManualClock({ now });
    const recorder = figures.recorder(store, clock);
    recorder.start();
    await clock.advance(1);
    await recorder.stop();
  }
  const { items } = await store.find(historyHours);
  expect(items.map(({ value }) => value.id)).toEqual(["2026-11-30T07"]);
});

describe("a query", () => {
  const { history, clock } = world();
  const refusal = (query: object) =>
    history.read({ series: "peers", ...query }).then(
      () => undefined,
      (error: unknown) => error,
    );

  test("without a time is of the last day, by the minute", async () => {
    const { points, stepSeconds } = await history.read({ series: "peers" });
    expect(stepSeconds).toBe(60);
    expect(points).toHaveLength(1440);
    expect(points[0]?.timestamp).toBe(clock.now() - 24 * HOUR);
  });

  test("of seven days by the minute is answered, of more points refused", async () => {
    const from = START - 7 * 24 * HOUR;
    const { points } = await history.read({ series: "peers", from, to: START });
    expect(points).toHaveLength(10_080);
    const error = await refusal({ from: from - MINUTE, to: START });
    expect(error).toMatchObject({ details: { field: "step" } });
  });

  test.each([
    ["series", { series: "height" }],
    ["step", { stepSeconds: 59 }],
    ["step", { stepSeconds: 60.5 }],
    ["step", { stepSeconds: 86_401 }],
    ["from", { from: 2, to: 1 }],
    ["from", { from: Number.NaN, to: 1 }],
    ["to", { to: Infinity }],
    ["to", { to: 9e15 }],
  ])("is refused for its %s: %o", async (field, query) => {
    expect(await refusal(query)).toMatchObject({ code: "VALIDATION_ERROR", details: { field } });
  });

  test("of any time that a date can hold is answered", async () => {
    for (const to of [-8.64e15 + 86_400_000, 0, 8.64e15]) {
      const { points } = await history.read({ series: "fees", from: to - 3_600_000, to });
      expect(points.every(({ value }) => value === null)).toBe(true);
    }
  });
});

type Act =
  | { readonly do: "wait"; readonly milliseconds: number }
  | { readonly do: "restart" | "away" | "back" }
  | { readonly do: "traffic" | "pay"; readonly by: number };

const acts = fc.array(
  fc.oneof<fc.Arbitrary<Act>[]>(
    fc.record({ do: fc.constant("wait"), milliseconds: fc.integer({ min: 0, max: 400_000 }) }),
    fc.record({ do: fc.constantFrom("restart", "away", "back") }),
    fc.record({ do: fc.constantFrom("traffic", "pay"), by: fc.integer({ min: 0, max: 9000 }) }),
  ),
  { maxLength: 25 },
);

/** The plain model: a list of looks, and what each series makes of those of a step. */
class Model {
  readonly looks: (HistorySample & { readonly minute: number })[] = [];
  #last: { readonly at: number; readonly sent: number } | undefined;
  #fees = 0n;

  restart(): void {
    this.#last = undefined;
    this.#fees = 0n;
  }

  pay(fee: number): void {
    this.#fees += BigInt(fee);
  }

  look(at: number, { isConnected, balance, sent }: Figures): void {
    const seconds = this.#last && (at - this.#last.at) / 1000;
    const rate = seconds && (sent - (this.#last?.sent ?? 0)) / seconds;
    const sample = {
      balance: isConnected ? balance.toString() : null,
      fees: isConnected ? this.#fees.toString() : null,
      sent: rate === undefined || seconds === 0 ? null : Math.round(rate * 1000) / 1000,
    };
    this.#last = { at, sent };
    if (isConnected) this.#fees = 0n;
    const minute = Math.floor((at + 1000) / MINUTE);
    this.looks.push({ minute, peers: 2, received: null, queue: 0, ...sample });
  }

  value(series: "balance" | "fees" | "sent", from: number, to: number): unknown {
    const minutes = Map.groupBy(
      this.looks.filter(({ minute }) => minute * MINUTE >= from && minute * MINUTE < to),
      ({ minute }) => minute,
    );
    const known = [...minutes.values()].flatMap((looks) => {
      const values = looks.map((look) => look[series]).filter((value) => value !== null);
      if (values.length === 0) return [];
      const sum = (): string =>
        values.reduce<bigint>((all, one) => all + BigInt(one), 0n).toString();
      return [series === "fees" ? sum() : values.at(-1)];
    });
    if (known.length === 0) return null;
    if (series === "fees") {
      return known.reduce<bigint>((all, one) => all + BigInt(one ?? 0), 0n).toString();
    }
    if (series === "balance") return known.at(-1);
    const mean = known.reduce<number>((all, one) => all + Number(one), 0) / known.length;
    return Math.round(mean * 1000) / 1000;
  }
}

test("samples of any pattern of restarts give the points of a plain model", async () => {
  const play = async (offset: number, list: readonly Act[], step: number): Promise<void> => {
    const { clock, store, figures, read } = world(START + offset);
    const model = new Model();
    let recorder = figures.recorder(store, clock);
    let due = 0;
    const begin = async (): Promise<void> => {
      recorder.start();
      model.look(clock.now(), figures);
      due = dueAfter(clock.now());
      await clock.advance(0);
    };
    await begin();
    for (const act of list) {
      if (act.do === "away" || act.do === "back") figures.isConnected = act.do === "back";
      if (act.do === "traffic") figures.sent += act.by;
      if (act.do === "pay") {
        figures.end(String(act.by));
        model.pay(act.by);
      }
      if (act.do === "wait") {
        const end = clock.now() + act.milliseconds;
        while (due <= end) {
          await clock.advance(due - clock.now());
          model.look(due, figures);
          due = dueAfter(due);
        }
        await clock.advance(end - clock.now());
      }
      if (act.do === "restart") {
        await recorder.stop();
        model.restart();
        figures.sent = 0;
        recorder = figures.recorder(store, clock);
        await begin();
      }
    }
    await recorder.stop();
    const from = Math.floor(START / (step * 1000)) * step * 1000;
    for (const series of ["balance", "fees", "sent"] as const) {
      const values = await read(series, from, clock.now() + MINUTE, step);
      const expected = values.map((_, index) => {
        const time = from + index * step * 1000;
        return model.value(series, time, time + step * 1000);
      });
      expect(values).toEqual(expected);
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: HOUR }),
      acts,
      fc.constantFrom(60, 90, 300, 3600),
      play,
    ),
    { numRuns: 60 },
  );
});

/** The next full minute that is more than a second away. */
function dueAfter(now: number): number {
  return (Math.floor((now + 1000) / MINUTE) + 1) * MINUTE;
}
