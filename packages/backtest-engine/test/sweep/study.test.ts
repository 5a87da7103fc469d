import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { backtest } from "../../src/index.ts";
import { returnsOf } from "../../src/metrics/returns.ts";
import {
  crossValidate,
  deflatedSharpe as deflate,
  overfittingProbability,
  sharpeSample,
} from "../../src/research/index.ts";
import { resultHash } from "../../src/result-hash/result-hash.ts";
import { createStrategyRegistry } from "../../src/strategies/strategy-registry.ts";
import { openStudyFile } from "../../src/studies/index.ts";
import {
  createMemoryJournal,
  sweep,
  type StudyJournal,
  type SweepOptions,
  type SweepThreads,
} from "../../src/sweep/index.ts";
import { type BacktestTasks, backtestWorkerModule } from "../../src/threads/index.ts";
import { createWorkerPool } from "../../src/threads/index.ts";
import { wander } from "./wander.ts";

const candles = wander(600);
const crossover: SweepOptions = {
  strategy: "ma_crossover",
  parameters: { fast_period: { from: 2, to: 30 }, slow_period: { from: 31, to: 90 } },
};
const tpe = (count: number): SweepOptions => ({ ...crossover, search: { method: "tpe", count } });
const random = (count: number): SweepOptions => ({ ...crossover, search: { count } });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "study-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("a study", () => {
  test.each([
    ["tpe", tpe],
    ["a random search", random],
  ])("of %s that stops after any trial goes on with the same next trials", async (_, search) => {
    const whole = await sweep(candles, search(50));
    for (const stop of [1, 4, 13, 49]) {
      const journal = createMemoryJournal();
      await sweep(candles, { ...search(stop), journal });
      const rest = await sweep(candles, { ...search(50), journal });
      expect(resultHash(rest)).toBe(resultHash(whole));
      const entries = await journal.read();
      expect(entries.filter(({ kind }) => kind === "trial")).toHaveLength(50);
    }
  });

  test("runs nothing again that its journal has", async () => {
    const journal = createMemoryJournal();
    await sweep(candles, { ...tpe(20), journal });
    const before = JSON.stringify(await journal.read());
    const again = await sweep(candles, { ...tpe(20), journal });
    expect(again.grid).toHaveLength(20);
    expect(JSON.stringify(await journal.read())).toBe(before);
    expect((await sweep(candles, { ...tpe(5), journal })).grid).toEqual(again.grid.slice(0, 5));
  });

  test.each<[string, Partial<SweepOptions>]>([
    ["another seed", { search: { method: "tpe", count: 9, seed: 2 } }],
    ["another method", { search: { count: 9 } }],
    ["another range", { parameters: { ...crossover.parameters, slow_period: [50] } }],
    ["another option", { fee: 0.01 }],
    ["another metric", { metric: "calmar" }],
    ["another rule", { constraints: ["fast_period < 20"] }],
    ["early stopping", { earlyStopping: {} }],
  ])("is refused with %s", async (_, other) => {
    const journal = createMemoryJournal();
    await sweep(candles, { ...tpe(5), journal });
    await expect(sweep(candles, { ...tpe(9), ...other, journal })).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      message: expect.stringMatching(/the journal belongs to another study/) as string,
    });
  });

  test.each([
    ["tpe that stops early", { ...tpe(60), earlyStopping: { startup: 5 } }],
    ["a random search", random(60)],
  ])("of %s is assessed alike, whatever its journal was begun with", async (_, search) => {
    const assessed = (blocks: number): SweepOptions => ({
      ...search,
      overfitting: { blocks },
      crossValidation: { groups: 5 },
    });
    const journal = createMemoryJournal();
    await sweep(candles, { ...search, search: { ...search.search!, count: 33 }, journal });
    for (const blocks of [4, 4, 8]) {
      const { overfitting, crossValidation } = await sweep(candles, {
        ...assessed(blocks),
        journal,
      });
      const whole = await sweep(candles, assessed(blocks));
      expect({ overfitting, crossValidation }).toEqual({
        overfitting: whole.overfitting,
        crossValidation: whole.crossValidation,
      });
    }
  });

  test("runs none of its trials again for an assessment", async () => {
    const ran: number[] = [];
    const pool = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size: 1 });
    const counting: SweepThreads = {
      load: () => pool.load(),
      run: (task, input, options) => {
        ran.push(input.combinations.length);
        return pool.run(task, input, options);
      },
    };
    try {
      const given = { ...tpe(22), overfitting: { blocks: 4 }, threads: counting };
      const journal = createMemoryJournal();
      const { overfitting } = await sweep(candles, { ...given, journal });
      expect(overfitting?.configurations).toBe(22);
      expect(ran.reduce((sum, count) => sum + count, 0)).toBe(22);
      expect(await sweep(candles, { ...given, journal })).toMatchObject({ overfitting });
      expect(ran.reduce((sum, count) => sum + count, 0)).toBe(22);
    } finally {
      await pool.close();
    }
  });

  test("is refused when the file of its strategy has changed since", async () => {
    const strategy = createStrategyRegistry().get("ma_crossover");
    const of = (digest: string): SweepOptions => ({
      ...tpe(9),
      strategy: { ...strategy, files: { "mine.ts": digest } },
    });
    const journal = createMemoryJournal();
    await sweep(candles, { ...of("1f"), journal });
    await expect(sweep(candles, { ...of("2e"), journal })).rejects.toThrow(/another study/);
    expect((await sweep(candles, { ...of("1f"), journal })).grid).toHaveLength(9);
  });

  test("is refused with other candles, and with entries that are not its own", async () => {
    const journal = createMemoryJournal();
    await sweep(candles, { ...tpe(5), journal });
    const changed = { ...candles, close: candles.close.with(7, candles.open[7] ?? 0) };
    await expect(sweep(changed, { ...tpe(5), journal })).rejects.toThrow(/another study/);
    const [header, ...trials] = await journal.read();
    const without: StudyJournal = {
      read: async () => [header!, ...trials.slice(1)], // a study has a header
      append: async () => undefined,
    };
    await expect(sweep(candles, { ...tpe(5), journal: without })).rejects.toThrow(
      /entries that are not those of a study/,
    );
  });
});

describe("a study file", () => {
  test("keeps a study from one opening to the next", async () => {
    const path = join(folder, "a.study");
    for (const count of [3, 17, 30]) {
      const journal = await openStudyFile(path);
      await sweep(candles, { ...tpe(count), journal });
      await journal.close();
      await journal.close();
    }
    const journal = await openStudyFile(path);
    const whole = await sweep(candles, { ...tpe(30), journal });
    expect(resultHash(whole)).toBe(resultHash(await sweep(candles, tpe(30))));
    await journal.close();
  });

  test.each([undefined, null, 5, "", ["a.study"]])("is not opened at a path %j", async (path) => {
    await expect(openStudyFile(path as string)).rejects.toThrow(
      expect.objectContaining({ code: "OPTIONS_INVALID", details: { option: "path" } }),
    );
  });

  test("that is cut anywhere in its last line drops that line, and the study ends the same", async () => {
    const path = join(folder, "a.study");
    const first = await openStudyFile(path);
    await sweep(candles, { ...tpe(6), journal: first });
    await first.close();
    const bytes = await readFile(path);
    const start = bytes.lastIndexOf("\n", -2) + 1;
    const whole = resultHash(await sweep(candles, tpe(8)));
    for (const end of [start, start + 1, start + 17, start + 40, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, end));
      const journal = await openStudyFile(path);
      expect((await journal.read()).length).toBe(6); // the header and five trials
      expect(resultHash(await sweep(candles, { ...tpe(8), journal }))).toBe(whole);
      await journal.close();
    }
  });

  test("with a changed, a missing or a doubled line is refused by the line's number", async () => {
    const path = join(folder, "a.study");
    const first = await openStudyFile(path);
    await sweep(candles, { ...tpe(6), journal: first });
    await first.close();
    const lines = (await readFile(path, "utf8")).split("\n");
    const flipped = lines.with(
      2,
      lines[2]!.replace(/\d(?=\D*$)/u, (digit) => String(9 - Number(digit))),
    );
    const missing = lines.toSpliced(3, 1);
    const doubled = lines.toSpliced(3, 0, lines[2]!);
    for (const [text, line] of [
      [flipped, 3],
      [missing, 4],
      [doubled, 4],
    ] as const) {
      await writeFile(path, text.join("\n"));
      await expect(openStudyFile(path)).rejects.toMatchObject({
        code: "OPTIONS_INVALID",
        message: expect.stringMatching(`Line ${line} of the study file`) as string,
      });
      expect(await readFile(path, "utf8")).toBe(text.join("\n"));
    }
  });

  test("has one holder at a time, and a file of something else is left as it is", async () => {
    const path = join(folder, "a.study");
    const journal = await openStudyFile(path);
    await expect(openStudyFile(path)).rejects.toMatchObject({ code: "STORE_LOCKED" });
    await journal.close();
    await appendFile(join(folder, "notes.txt"), "Remember the milk.");
    await expect(openStudyFile(join(folder, "notes.txt"))).rejects.toThrow(/is no study/);
    expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("Remember the milk.");
    await (await openStudyFile(path)).close();
  });
});

describe("early stopping", () => {
  const earlyStopping = { fractions: [0.25, 0.5], startup: 8 };

  test("stops what is below the median of the earlier trials on the same part, and nothing before there are enough", async () => {
    const journal = createMemoryJournal();
    const options = { ...random(96), metric: "totalReturn", earlyStopping, journal } as const;
    const { grid, best } = await sweep(candles, options);
    const trials = (await journal.read()).flatMap((entry) =>
      entry.kind === "trial" ? [entry] : [],
    );
    for (const [k, { parameters, stoppedAt }] of grid.entries()) {
      // The rule again, from single backtests on the leading parts.
      const before = trials.slice(0, Math.floor(k / 32) * 32);
      let expected: number | undefined;
      for (const [rung, fraction] of earlyStopping.fractions.entries()) {
        if (expected !== undefined) break;
        const length = Math.floor(candles.length * fraction);
        const part = { ...candles, length };
        for (const name of ["time", "open", "high", "low", "close", "volume"] as const) {
          part[name] = candles[name].subarray(0, length);
        }
        const value = backtest(part, {
          ...crossover,
          parameters,
          interval: "1",
          daysPerYear: 365,
        }).totalReturn;
        expect(trials[k]?.partial[rung]).toBe(value);
        const others = before
          .flatMap(({ partial }) => partial[rung] ?? [])
          .toSorted((a, b) => a - b);
        const median =
          ((others[Math.floor((others.length - 1) / 2)] ?? NaN) +
            (others[Math.ceil((others.length - 1) / 2)] ?? NaN)) /
          2;
        if (others.length >= 8 && value < median) expected = fraction;
      }
      expect(stoppedAt).toBe(expected);
    }
    const stopped = grid.filter(({ stoppedAt }) => stoppedAt !== undefined);
    expect(stopped.length).toBeGreaterThan(20);
    expect(stopped.length).toBeLessThan(64);
    expect(grid.slice(0, 32).every(({ stoppedAt }) => stoppedAt === undefined)).toBe(true);
    expect(best?.stoppedAt).toBeUndefined();
  });

  test("gives the same on threads and after a stop", async () => {
    const options = { ...tpe(60), earlyStopping };
    const whole = resultHash(await sweep(candles, options));
    const pool = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size: 2 });
    try {
      expect(resultHash(await sweep(candles, { ...options, threads: pool }))).toBe(whole);
    } finally {
      await pool.close({ deadlineMilliseconds: 0 });
    }
    const journal = createMemoryJournal();
    await sweep(candles, { ...tpe(31), earlyStopping, journal });
    expect(resultHash(await sweep(candles, { ...options, journal }))).toBe(whole);
  });

  test.each([
    { fractions: [] },
    { fractions: [0] },
    { fractions: [1] },
    { fractions: [0.5, 0.5] },
    { fractions: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] },
    { startup: 0 },
    { startup: 10_001 },
    { rule: "median" },
  ])("%j is refused", async (stopping) => {
    await expect(
      sweep(candles, { ...random(3), earlyStopping: stopping as never }),
    ).rejects.toThrow(/"earlyStopping" must be \{fractions\?, startup\?\}/);
  });

  test("takes a part of one candle and one that is nearly all", async () => {
    const bounds = { fractions: [1e-9, 0.999], startup: 1 };
    expect((await sweep(candles, { ...random(3), earlyStopping: bounds })).grid).toHaveLength(3);
  });
});

describe("the choice of a sweep is assessed", () => {
  const assessed = { overfitting: { blocks: 8 }, crossValidation: { groups: 5, purgeCandles: 7 } };

  test.each<[string, SweepOptions]>([
    [
      "a grid",
      {
        ...crossover,
        parameters: { fast_period: [3, 9], slow_period: [31, 60, 90] },
        trainSplit: 0.1,
      },
    ],
    ["tpe", tpe(24)],
    ["a search that stops early", { ...random(80), earlyStopping: { startup: 5 } }],
  ])("over the returns of the runs of %s", async (_, options) => {
    const result = await sweep(candles, { ...options, ...assessed });
    const places = [...result.grid.keys()].filter((k) => result.grid[k]?.stoppedAt === undefined);
    const returns = places.map((k) => {
      const { search: _search, earlyStopping: __, ...rules } = options;
      const run = backtest(candles, { ...rules, parameters: result.grid[k]!.parameters });
      return returnsOf(run.equity, run.initialCapital);
    });
    const { deflatedSharpe, ...overfitting } = result.overfitting!;
    expect(overfitting).toEqual(overfittingProbability(returns, assessed.overfitting));
    const expected = crossValidate(returns, assessed.crossValidation);
    const rows = <Part extends { chosen: number }>(part: Part) => ({
      ...part,
      chosen: places[part.chosen],
    });
    expect(result.crossValidation?.splits).toEqual(expected.splits.map(rows));
    expect(result.crossValidation?.paths.map(({ sharpe }) => sharpe)).toEqual(
      expected.paths.map(({ sharpe }) => sharpe),
    );
    const sharpes = returns.map((own) => sharpeSample(own)?.sharpe ?? 0);
    const mean = sharpes.reduce((sum, value) => sum + value, 0) / sharpes.length;
    const squares = sharpes.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const trials = { count: sharpes.length, variance: squares / (sharpes.length - 1) };
    const best = sharpeSample(returns[places.indexOf(result.grid.indexOf(result.best!))]!)!;
    expect(deflatedSharpe).toBeCloseTo(deflate(best, trials)!, 12);
  });

  test("and refused before the runs, by name, where it cannot be", async () => {
    const one = { ...crossover, parameters: { fast_period: [3, 40], slow_period: 39 } };
    await expect(sweep(candles, { ...one, overfitting: {} })).rejects.toThrow(
      "compare at least 2 combinations that ran to the end, found 1",
    );
    await expect(
      sweep(candles, { ...crossover, overfitting: { blocks: 3 }, search: { count: 9 } }),
    ).rejects.toThrow(/"blocks" must be an even number/);
    await expect(
      sweep(candles, { ...crossover, crossValidation: { groups: 21 }, search: { count: 9 } }),
    ).rejects.toThrow(/"groups"/);
  });
});
