import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  seededIds,
} from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { backtestCollections } from "../../src/backtest-service.ts";
import { jobs as jobDocuments } from "../../src/jobs/collections.ts";
import { jobSorts, type JobQuery, type JobSort } from "../../src/jobs/job-query.ts";
import { createJobService, type JobService } from "../../src/jobs/job-service.ts";
import type { JobLabels, ListedJob } from "../../src/jobs/job.ts";
import { createJobLedger } from "../../src/jobs/ledger.ts";

/** Two services of one store, as those of two processes, and a way to complete a job. */
function setStage() {
  const clock = createManualClock();
  const store = createMemoryStore({ collections: backtestCollections });
  const bus = createInProcessBus({ clock });
  const ids = seededIds(1);
  const ledger = createJobLedger(store, clock);
  const service = (): JobService => createJobService({ store, bus, clock, ids });
  return {
    store,
    here: service(),
    there: service(),
    async complete(uuid: string, result: Readonly<Record<string, number | null>>) {
      const workerId = "worker";
      const leaseMilliseconds = 1000;
      await ledger.change(uuid, { kind: "claim", workerId, leaseMilliseconds, maxTries: 3 });
      await ledger.change(uuid, { kind: "complete", claim: { workerId, attempt: 1 }, result });
    },
  };
}

type Stage = ReturnType<typeof setStage>;

async function made(
  stage: Stage,
  request: Readonly<Record<string, string>>,
  figures?: Readonly<Record<string, number | null>>,
): Promise<string> {
  const { jobUuid } = await stage.here.create("backtest", request);
  if (figures !== undefined) await stage.complete(jobUuid, figures);
  return jobUuid;
}

async function allPages(jobs: JobService, query: JobQuery): Promise<readonly ListedJob[]> {
  const found: ListedJob[] = [];
  let cursor: string | undefined;
  do {
    const page = await jobs.list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

const numbers = async (jobs: JobService, query: JobQuery): Promise<readonly number[]> =>
  (await allPages(jobs, query)).map(({ number }) => number);

describe("jobs are sorted", () => {
  test("by a figure, those without it last in both directions and those of one value by number", async () => {
    const stage = setStage();
    for (const sharpe of [1, null, 2, 1, undefined, -3]) {
      await made(stage, { symbol: "BTCUSDT" }, sharpe === undefined ? undefined : { sharpe });
    }
    expect(await numbers(stage.here, { sort: "-sharpe" })).toEqual([3, 1, 4, 6, 2, 5]);
    expect(await numbers(stage.here, { sort: "sharpe" })).toEqual([6, 1, 4, 3, 2, 5]);
    expect(await numbers(stage.here, { sort: "created_at" })).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("by nothing else", async () => {
    const { here } = setStage();
    await expect(here.list({ sort: "profit" as JobSort })).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      details: { option: "sort" },
    });
  });
});

describe("jobs are found", () => {
  test("by words of their title, note, tags, symbol and strategy, in any case", async () => {
    const stage = setStage();
    const { here } = stage;
    const uuid = await made(stage, { symbol: "BTCUSDT", strategy: "rsi" });
    await made(stage, { symbol: "ETHUSDT", strategy: "rsi" });
    await here.label(uuid, { title: "Größte Wette", note: "see 2024", tags: ["Trend"] });
    for (const q of ["wette", "GRÖßTE", "2024 trend", "btc rsi"]) {
      expect(await numbers(here, { q }), q).toEqual([1]);
    }
    expect(await numbers(here, { q: "rsi" })).toEqual([2, 1]);
    expect(await numbers(here, { symbol: "ETHUSDT" })).toEqual([2]);
    expect(await numbers(here, { strategy: "rs" })).toEqual([]);
  });

  test("by tags, when they have all of them", async () => {
    const stage = setStage();
    const { here } = stage;
    for (const tags of [["a"], ["a", "b"], ["b", "c"], []]) {
      await here.label(await made(stage, { symbol: "BTCUSDT" }), { tags });
    }
    expect(await numbers(here, { tags: ["a"] })).toEqual([2, 1]);
    expect(await numbers(here, { tags: ["b", "a"] })).toEqual([2]);
    expect(await numbers(here, { tags: ["a", "c"] })).toEqual([]);
  });

  test("as another process has changed, labelled and deleted them", async () => {
    const stage = setStage();
    const { here, there } = stage;
    const first = await made(stage, { symbol: "BTCUSDT" }, { totalReturn: 0.1 });
    await made(stage, { symbol: "BTCUSDT" }, { totalReturn: 0.2 });
    expect(await numbers(there, { sort: "-total_return" })).toEqual([2, 1]);
    await here.label(first, { tags: ["best"] });
    expect(await numbers(there, { tags: ["best"] })).toEqual([1]);
    await made(stage, { symbol: "BTCUSDT" }, { totalReturn: 0.3 });
    await here.delete(first);
    expect(await numbers(there, { sort: "-total_return" })).toEqual([3, 2]);
    expect(await numbers(there, { tags: ["best"] })).toEqual([]);
  });

  test("that an earlier version has made, which numbers no changes", async () => {
    const stage = setStage();
    const { here, store } = stage;
    const uuid = await made(stage, { symbol: "BTCUSDT", strategy: "rsi" });
    const found = (await store.get(jobDocuments, uuid))!;
    const { change: _, ...earlier } = found.value;
    await store.replace(jobDocuments, earlier, found.version);
    expect(await numbers(here, { strategy: "rsi" })).toEqual([1]);
  });
});

describe("the labels of a job", () => {
  test("are kept as they are where they are left out, and taken away by null", async () => {
    const stage = setStage();
    const { here } = stage;
    const uuid = await made(stage, { symbol: "BTCUSDT" });
    await here.label(uuid, { title: "One", note: "Two", tags: ["a"], pinned: true });
    const changed = await here.label(uuid, { title: null });
    const labels = { title: null, note: "Two", tags: ["a"], pinned: true };
    expect(changed).toMatchObject(labels);
    expect(await here.get(uuid)).toMatchObject(labels);
  });

  test.each<[string, Partial<JobLabels>]>([
    ["title", { title: "" }],
    ["title", { title: "two\nlines" }],
    ["title", { title: "x".repeat(201) }],
    ["title", { title: "\u200b" }],
    ["note", { note: "" }],
    ["note", { note: "a\0b" }],
    ["tags", { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }],
    ["tags", { tags: ["a", "a"] }],
    ["tags", { tags: ["a,b"] }],
    ["tags", { tags: [" a"] }],
    ["tags", { tags: ["x".repeat(51)] }],
  ])("are refused by the name %s out of their bounds: %j", async (option, labels) => {
    const stage = setStage();
    const uuid = await made(stage, { symbol: "BTCUSDT" });
    await expect(stage.here.label(uuid, labels)).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      details: { option },
    });
    expect(await stage.here.get(uuid)).toMatchObject({ title: null, note: null, tags: [] });
  });

  test("of a job that nobody made are JOB_UNKNOWN", async () => {
    const { here } = setStage();
    await expect(here.label("nobody", { pinned: true })).rejects.toMatchObject({
      code: "JOB_UNKNOWN",
    });
  });
});

test("pages of any size hold the jobs that a filter leaves, each once, in the order of a plain sort", async () => {
  const figure = fc.option(fc.integer({ min: -2, max: 2 }), { nil: null });
  const job = fc.record({
    symbol: fc.constantFrom("BTCUSDT", "ETHUSDT"),
    strategy: fc.constantFrom("rsi", "macd"),
    tags: fc.subarray(["a", "b"]),
    totalReturn: figure,
    isCompleted: fc.boolean(),
  });
  const filter = fc.record(
    {
      symbol: fc.constantFrom("BTCUSDT", "ETHUSDT"),
      strategy: fc.constantFrom("rsi", "macd"),
      tags: fc.subarray(["a", "b"]),
      q: fc.constantFrom("btc", "RSI", "eth macd"),
      sort: fc.constantFrom(...jobSorts),
    },
    { requiredKeys: ["sort"] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(job, { maxLength: 12 }),
      filter,
      fc.integer({ min: 1, max: 4 }),
      async (given, query, limit) => {
        const stage = setStage();
        for (const { symbol, strategy, tags, totalReturn, isCompleted } of given) {
          const uuid = await made(
            stage,
            { symbol, strategy },
            isCompleted ? { totalReturn } : undefined,
          );
          await stage.here.label(uuid, { tags });
        }
        const rows = given.map((one, at) => ({ ...one, number: at + 1 }));
        const wanted = rows.filter(
          (row) =>
            (query.symbol ?? row.symbol) === row.symbol &&
            (query.strategy ?? row.strategy) === row.strategy &&
            (query.tags ?? []).every((tag) => row.tags.includes(tag)) &&
            (query.q ?? "")
              .toLowerCase()
              .split(" ")
              .every((word) => `${row.symbol} ${row.strategy}`.toLowerCase().includes(word)),
        );
        const isReturn = query.sort.endsWith("total_return");
        const isCreation = query.sort.endsWith("created_at");
        const sign = query.sort.startsWith("-") ? -1 : 1;
        const value = (row: (typeof rows)[number]): number => {
          if (isCreation) return sign * row.number;
          const known = isReturn && row.isCompleted ? row.totalReturn : null;
          return known === null ? Infinity : sign * known;
        };
        const expected = wanted
          .toSorted((a, b) => (value(a) === value(b) ? a.number - b.number : value(a) - value(b)))
          .map(({ number }) => number);
        expect(await numbers(stage.there, { ...query, limit })).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
