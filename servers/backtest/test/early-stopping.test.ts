/** Early stopping by one table of names: of the library, over HTTP and in a terminal, at each bound and one beyond. */

import { sweep, type SweepOptions } from "@bourse/backtest-engine";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import type { JobBody } from "./support/calls.ts";
import { sharedTestServer } from "./support/running-server.ts";

type EarlyStopping = NonNullable<SweepOptions["earlyStopping"]>;

const server = sharedTestServer({ SIMULATED_SEED: "7" });

const RANGE = ["2026-01-01", "2026-01-15"] as const;
/** More than the 32 trials that a random search runs before it compares any. */
const COUNT = 80;
const COMMON = ["--symbol", "BTCUSDT", "--interval", "1h", "--from", RANGE[0], "--to", RANGE[1]];
const RANGES = ["--set", "fast_period=2..20/1", "--set", "slow_period=21..60/1"];
const WORDS = [
  ...COMMON,
  "--strategy",
  "ma_crossover",
  ...RANGES,
  "--random",
  String(COUNT),
  "--threads",
  "1",
];
const PARAMETERS = {
  fast_period: { from: 2, to: 20, step: 1 },
  slow_period: { from: 21, to: 60, step: 1 },
};

/** Rows by their parameters and the fraction that they were stopped at. */
interface Row {
  readonly parameters: object;
  readonly stopped_at?: number;
}

async function library(earlyStopping: EarlyStopping): Promise<readonly Row[]> {
  const [startTime, endTime] = RANGE.map((text) => Date.parse(text)) as [number, number];
  const provider = createSimulatedProvider({ seed: 7 });
  const query = { symbol: "BTCUSDT", interval: "60", startTime, endTime, limit: 10_000 } as const;
  const { candles } = await provider.candles(query);
  const { grid } = await sweep(candles, {
    strategy: "ma_crossover",
    parameters: PARAMETERS,
    search: { count: COUNT },
    earlyStopping,
    interval: "60",
  });
  return grid.map(({ parameters, stoppedAt }) => ({
    parameters,
    ...(stoppedAt !== undefined && { stopped_at: stoppedAt }),
  }));
}

function post(earlyStopping: object) {
  return server().post("/api/sweeps", {
    symbol: "BTCUSDT",
    interval: "1h",
    start_time: RANGE[0],
    end_time: RANGE[1],
    strategy: "ma_crossover",
    parameters: PARAMETERS,
    search: { count: COUNT },
    early_stopping: earlyStopping,
  });
}

async function command(...more: string[]) {
  const printed: string[] = [];
  const stderr: string[] = [];
  const variables = { DATA_PROVIDER: "simulated", SIMULATED_SEED: "7", DATA_DIR: server().folder };
  const code = await runBacktest(["sweep", ...WORDS, ...more, "--json"], variables, {
    stdout: (text) => void printed.push(text),
    stderr: (text) => void stderr.push(text),
    progress: () => undefined,
  });
  return { code, printed: printed.join("\n"), stderr: stderr.join("\n") };
}

const rowsOf = (grid: readonly Row[]): readonly Row[] =>
  grid.map(({ parameters, stopped_at: at }) => ({
    parameters,
    ...(at !== undefined && { stopped_at: at }),
  }));

const accepted: [EarlyStopping, words: string[], stops: boolean][] = [
  [{}, ["--early-stop", "0.25,0.5"], true],
  [{ startup: 10 }, ["--early-stop-startup", "10"], true],
  [{ startup: 1 }, ["--early-stop-startup", "1"], true],
  [{ startup: 10_000 }, ["--early-stop-startup", "10000"], false],
  [
    { fractions: [0.000_001, 0.999_999], startup: 3 },
    ["--early-stop", "0.000001,0.999999", "--early-stop-startup", "3"],
    true,
  ],
  [
    { fractions: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], startup: 3 },
    ["--early-stop", "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8", "--early-stop-startup", "3"],
    true,
  ],
];

const refused: [object, words: string[]][] = [
  [{ startup: 0 }, ["--early-stop-startup", "0"]],
  [{ startup: 10_001 }, ["--early-stop-startup", "10001"]],
  [{ startup: 1.5 }, ["--early-stop-startup", "1.5"]],
  [{ fractions: [0] }, ["--early-stop", "0"]],
  [{ fractions: [1] }, ["--early-stop", "1"]],
  [{ fractions: [] }, ["--early-stop", ""]],
  [{ fractions: [0.5, 0.5] }, ["--early-stop", "0.5,0.5"]],
  [
    { fractions: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] },
    ["--early-stop", "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"],
  ],
  [{ fraction: [0.5] }, ["--early-stops", "0.5"]],
];

describe("early stopping", () => {
  test.each(accepted)(
    "%j stops the same trials in library, server and terminal",
    async (given, words, stops) => {
      const expected = await library(given);
      expect(expected.some(({ stopped_at: at }) => at !== undefined)).toBe(stops);
      const answer = await post(given);
      expect(answer.status).toBe(200);
      const job: JobBody = await server().ended((answer.body as { job_id: string }).job_id);
      expect(job).toMatchObject({ status: "completed", payload: { early_stopping: given } });
      expect(rowsOf(job.result?.["grid"] as readonly Row[])).toEqual(expected);
      const { code, printed, stderr } = await command(...words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(rowsOf((JSON.parse(printed) as { grid: readonly Row[] }).grid)).toEqual(expected);
    },
  );

  test.each(refused)("%j is refused by library, server and terminal", async (given, words) => {
    await expect(library(given)).rejects.toMatchObject({ code: "OPTIONS_INVALID" });
    const { status, body } = await post(given);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toMatch(/"body","early_stopping"/u);
    const { code, printed, stderr } = await command(...words);
    expect(code).toBeGreaterThan(0);
    expect(printed).toBe("");
    expect(stderr).toMatch(/early.?stop/iu);
  });
});
