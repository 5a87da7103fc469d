/** Monte Carlo, the look-ahead audit and the assessments of a sweep: from the library, over HTTP and in a terminal. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { backtest } from "@bourse/backtest-engine";
import {
  auditLookAhead,
  monteCarlo,
  type MonteCarloOptions,
} from "@bourse/backtest-engine/research";
import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import type { BacktestResult } from "@bourse/contract/backtest";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { sharedTestServer } from "./support/running-server.ts";

const server = sharedTestServer({ SIMULATED_SEED: "7" });

const RANGE = ["2026-01-01", "2026-02-01"] as const;
const PARAMETERS = { fast_period: 5, slow_period: 20 };
const CANDLES = ["--symbol", "BTCUSDT", "--interval", "1h", "--from", RANGE[0], "--to", RANGE[1]];
const WORDS = [...CANDLES, "--strategy", "ma_crossover"];
const SET = ["--set", "fast_period=5", "--set", "slow_period=20"];

async function library(drawing: MonteCarloOptions, runs: number) {
  const [startTime, endTime] = RANGE.map((text) => Date.parse(text)) as [number, number];
  const provider = createSimulatedProvider({ seed: 7 });
  const query = { symbol: "BTCUSDT", interval: "60", startTime, endTime, limit: 10_000 } as const;
  const { candles } = await provider.candles(query);
  const given = { strategy: "ma_crossover", parameters: PARAMETERS, interval: "60" } as const;
  const strategy = createStrategyRegistry().get("ma_crossover");
  return {
    drawn: monteCarlo(backtest(candles, given), drawing)!,
    audit: auditLookAhead(strategy as never, PARAMETERS, candles, { runs }),
  };
}

async function posted(body: object): Promise<{ uuid: string; result: BacktestResult }> {
  const [start_time, end_time] = RANGE;
  const common = { interval: "60", start_time, end_time, strategy: "ma_crossover" };
  const answer = await server().post("/api/backtests", {
    ...common,
    parameters: PARAMETERS,
    ...body,
  });
  expect(answer.body).toHaveProperty("job_id");
  const { job_id: uuid } = answer.body as { readonly job_id: string };
  const job = await server().ended(uuid);
  expect(job.error).toBeNull();
  return { uuid, result: job.result as unknown as BacktestResult };
}

async function typed(...args: readonly string[]) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const code = await runBacktest(
    args,
    { DATA_PROVIDER: "simulated", SIMULATED_SEED: "7", DATA_DIR: server().folder },
    {
      stdout: (text) => void lines.push(text),
      stderr: (text) => void errors.push(text),
      progress: () => undefined,
    },
  );
  return { code, text: lines.join("\n"), errors: errors.join("\n") };
}

describe("the checks of a backtest", () => {
  test("have the same figures in the library, over HTTP and in a terminal", async () => {
    const { drawn, audit } = await library(
      { method: "bootstrap_returns", runs: 200, blockLength: 12, ruinLevel: 0.9, seed: 5 },
      9,
    );
    const monte_carlo = {
      method: "bootstrap_returns",
      runs: 200,
      block_length: 12,
      ruin_level: 0.9,
      seed: 5,
    };
    const { result } = await posted({ monte_carlo, look_ahead: { runs: 9 } });
    expect(result.monte_carlo).toEqual({
      method: drawn.method,
      runs: drawn.runs,
      draws: drawn.draws,
      final_capital: drawn.finalCapital,
      max_drawdown: drawn.maxDrawdown,
      loss_probability: drawn.lossProbability,
      ruin_probability: drawn.ruinProbability,
    });
    expect(result.look_ahead).toEqual({ is_clean: true, runs: audit.runs, faults: [] });
    const members = Object.entries(monte_carlo).map((pair) => pair.join("="));
    const flags = ["--monte-carlo", members.join(), "--look-ahead", "9", "--json"];
    const { code, text } = await typed("run", ...WORDS, ...SET, ...flags);
    expect(code).toBe(0);
    const printed = JSON.parse(text) as BacktestResult;
    expect(printed.monte_carlo).toEqual(result.monte_carlo);
    expect(printed.look_ahead).toEqual(result.look_ahead);
    for (const { configuration } of [printed, result]) {
      expect(configuration.request).toMatchObject({ monte_carlo, look_ahead: { runs: 9 } });
    }
  });

  test("repeat themselves with the request of their result, defaults filled in", async () => {
    const { result } = await posted({ monte_carlo: {}, look_ahead: {} });
    const { request } = result.configuration;
    expect(request).toMatchObject({
      monte_carlo: { method: "bootstrap_trades", runs: 1000, ruin_level: 0.5, seed: 1 },
      look_ahead: { runs: 32 },
    });
    const again = await posted(request);
    expect(again.result.monte_carlo).toEqual(result.monte_carlo);
    const { text } = await typed("run", ...WORDS, ...SET, "--monte-carlo", "1000", "--json");
    expect((JSON.parse(text) as BacktestResult).monte_carlo).toEqual(result.monte_carlo);
  });

  test("are lines of the text of a run, of a portfolio too", async () => {
    const flags = ["--monte-carlo", "bootstrap_trades", "--look-ahead", "4"];
    const { text } = await typed("run", ...WORDS, ...SET, ...flags);
    expect(text).toMatch(/Monte Carlo +1000 runs of \d+ draws, bootstrap_trades\n/);
    expect(text).toMatch(/Look-ahead audit +4 shortened series, no decision changed/);
    const many = WORDS.slice(2);
    const portfolio = ["--symbols", "BTCUSDT,ETHUSDT", ...many, ...SET, "--monte-carlo", "20"];
    expect((await typed("run", ...portfolio)).text).toMatch(/Monte Carlo +20 runs of/);
  });

  test("are in the report of the job, in place of the one that it draws by itself", async () => {
    const { uuid } = await posted({
      monte_carlo: { method: "shuffle_trades", runs: 77 },
      look_ahead: { runs: 3 },
    });
    const { body } = await server().get(`/api/jobs/${uuid}/report`);
    expect(body).toMatch(/Monte Carlo: trades in another order/);
    expect(body).toContain("Look-ahead audit");
  });

  test("name the first decision of a strategy in a file that looks ahead", async () => {
    const file = join(server().folder, "prophet.ts");
    await writeFile(
      file,
      `import { defineStrategy } from "@bourse/backtest-engine/strategies";
export default defineStrategy({
  name: "prophet", version: "1", description: "Looks ahead.", signalType: "reversal",
  direction: "long", parameters: {},
  decide: ({ close, length }) => ({
    warmUp: 0,
    signals: Uint8Array.from({ length }, (_, i) => (close[i + 1] > close[i] ? 1 : 2)),
  }),
});
`,
    );
    const { code, text } = await typed("run", ...WORDS.slice(0, -1), file, "--look-ahead", "8");
    expect(code).toBe(0);
    expect(text).toMatch(/Look-ahead audit +8 shortened series, a decision changed, the first at/);
  });
});

describe("the report of the command line", () => {
  test("has the checks of the run and the assessments of its sweep", async () => {
    const out = join(server().folder, "report.html");
    const ranges = ["--set", "fast_period=5..15/5", "--set", "slow_period=20..60/20"];
    const assessed = ["--pbo", "4", "--cpcv", "4/1", "--monte-carlo", "60", "--look-ahead", "3"];
    const { code, errors } = await typed("report", ...WORDS, ...ranges, ...assessed, "--out", out);
    expect({ code, errors }).toMatchObject({ code: 0 });
    const page = await readFile(out, "utf8");
    for (const title of [
      "Monte Carlo: trades drawn with replacement",
      "Look-ahead audit",
      "Overfitting of the sweep",
      "Combinatorial purged cross-validation",
    ]) {
      expect(page).toContain(title);
    }
  });

  test("of a sweep over options alone is that of its best run", async () => {
    const out = join(server().folder, "varied.html");
    const words = [...WORDS, ...SET, "--vary", "fee=0,0.01", "--metric", "total_return"];
    expect(await typed("report", ...words, "--out", out)).toMatchObject({ code: 0 });
    expect(await readFile(out, "utf8")).not.toContain("Robustness");
  });
});

test.each([
  [["run", "--monte-carlo", "0"], /--monte-carlo runs .*1/],
  [["run", "--monte-carlo", "100001"], /--monte-carlo runs .*100000/],
  [["run", "--monte-carlo", "luck"], /--monte-carlo method .*shuffle_trades/],
  [["run", "--monte-carlo", "ruin_level=1"], /--monte-carlo ruin_level /],
  [["run", "--monte-carlo", "blocks=3"], /--monte-carlo has no member "blocks"/],
  [["run", "--monte-carlo", "block_length=3"], /block_length belongs to the method bootstrap_/],
  [["run", "--look-ahead", "0"], /--look-ahead must be a whole number from 1 to 10000/],
  [["run", "--look-ahead", "10001"], /--look-ahead must be a whole number from 1 to 10000/],
  [["run", "--symbols", "A,B", "--look-ahead", "3"], /--look-ahead and --symbols exclude/],
  [["report", "--pbo", "4"], /--pbo belongs to a search; give several values to try/],
  [["report", "--metric", "sharpe"], /--metric belongs to a search/],
])("%j is refused in words before any work", async (args, words) => {
  const { code, errors, text } = await typed(...args);
  expect({ code, text }).toEqual({ code: 2, text: "" });
  expect(errors).toMatch(words);
});
