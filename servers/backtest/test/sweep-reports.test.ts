/** The report of a sweep over HTTP: that of its best combination, with its grid, as in a terminal. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { JobOf } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { sharedTestServer } from "./support/running-server.ts";

const server = sharedTestServer({ SIMULATED_SEED: "7" });

const RANGE = { start_time: "2026-01-01", end_time: "2026-02-01" } as const;
const COMMON = { ...RANGE, interval: "60", strategy: "ma_crossover" } as const;
const WORDS = ["--symbol", "BTCUSDT", "--interval", "1h", "--strategy", "ma_crossover"];
const WHEN = ["--from", RANGE.start_time, "--to", RANGE.end_time];

/** Sections of a page by their heading, in order. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const found = page.matchAll(/<section[^>]*>.*?<\/section>/gsu);
  return new Map([...found].map(([text]) => [/<h2>(.*?)<\/h2>/su.exec(text)?.[1] ?? "", text]));
}

async function swept(body: object): Promise<JobOf<"sweep">> {
  const answer = await server().post("/api/sweeps", { ...COMMON, ...body });
  const { job_id: uuid } = answer.body as { readonly job_id: string };
  return (await server().ended(uuid)) as unknown as JobOf<"sweep">;
}

async function typedReport(name: string, flags: readonly string[]): Promise<string> {
  const file = join(server().folder, name);
  const code = await runBacktest(
    ["report", ...WORDS, ...WHEN, "--monte-carlo", "1000", ...flags, "--out", file],
    { DATA_PROVIDER: "simulated", SIMULATED_SEED: "7", DATA_DIR: server().folder },
    { stdout: () => undefined, stderr: () => undefined, progress: () => undefined },
  );
  expect(code).toBe(0);
  return readFile(file, "utf8");
}

describe("the report of a sweep", () => {
  test.each([
    [
      "its parameters",
      { parameters: { fast_period: [5, 10], slow_period: { from: 20, to: 40, step: 10 } } },
      "--set fast_period=5,10 --set slow_period=20..40/10",
    ],
    [
      "options, an assessment and settings of its own",
      {
        parameters: { fast_period: [5, 10] },
        option_ranges: { stop_loss: [0.02, 0.05] },
        metric: "max_drawdown",
        overfitting: { blocks: 4 },
        direction: "both",
        train_split: 0.5,
      },
      "--set fast_period=5,10 --vary stop-loss=0.02,0.05 --metric max_drawdown --pbo 4 --direction both --train-split 0.5",
    ],
  ])("over %s has the figures of the terminal's", async (name, body, flags) => {
    const { uuid, error, result } = await swept(body);
    expect(error).toBeNull();
    const answer = await server().get(`/api/jobs/${uuid}/report`);
    expect(answer.status).toBe(200);
    const there = sectionsOf(String(answer.body));
    const here = sectionsOf(await typedReport(`${name.length}.html`, flags.split(" ")));
    for (const [heading, section] of here) {
      if (heading !== "Configuration") expect(there.get(heading), heading).toBe(section);
    }
    expect([...here.keys()].some((heading) => heading.startsWith("Sweep"))).toBe(true);
    const trades = (await server().get(`/api/jobs/${uuid}/trades`)).body as readonly unknown[];
    expect(trades).toHaveLength(result!.best!.total_trades);
  });

  test("whose metric is undefined everywhere is refused, and the answer says why", async () => {
    const { uuid, error, result } = await swept({
      parameters: { fast_period: [5, 10], slow_period: 40 },
      end_time: "2026-01-02",
    });
    expect(error).toBeNull();
    expect(result?.best).toBeNull();
    const answer = await server().get(`/api/jobs/${uuid}/report`);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain("metric was undefined for every combination");
  });

  test("of a walk-forward counts the year's days as its request does", async () => {
    const parameters = { fast_period: [5, 10], slow_period: 20 };
    const windows = { ...COMMON, parameters, train_candles: 300, test_candles: 100 };
    const pages = [];
    for (const days_per_year of [365, 100]) {
      const answer = await server().post("/api/walk-forward", { ...windows, days_per_year });
      const { job_id: uuid } = answer.body as { readonly job_id: string };
      await server().ended(uuid);
      pages.push(sectionsOf(String((await server().get(`/api/jobs/${uuid}/report`)).body)));
    }
    const [usual, short] = pages.map((page) => page.get("Statistics of daily returns"));
    expect(usual).toContain("<section>");
    expect(short).not.toBe(usual);
  });
});
