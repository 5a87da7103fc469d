/** Missing candles of runs: counted, refused or filled, over HTTP and on the command line. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { backtest } from "@bourse/backtest-engine";
import { applyGapPolicy, parseCandlesCsv, writeCandlesCsv } from "@bourse/backtest-engine/data";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2025, 0, 1);
/** Hours 100 to 104 and hour 200 of 300 are missing. */
const MISSING = new Set([100, 101, 102, 103, 104, 200]);
const csv = [
  "timestamp,open,high,low,close,volume",
  ...Array.from({ length: 300 }, (_, hour) => hour)
    .filter((hour) => !MISSING.has(hour))
    .map((hour) => {
      const close = 100 + 10 * Math.sin(hour / 9) + Math.cos(hour);
      return `${START + hour * HOUR},${close},${close + 1},${close - 1},${close},5`;
    }),
].join("\n");
const whole = applyGapPolicy(parseCandlesCsv(csv).candles, "fill", "60").candles;
const asked = { symbol: "HOLES", interval: "1h", limit: 1000, strategy: "ma_crossover" };
const holes = { count: 2, missing: 6 };

describe("a job over candles with gaps", () => {
  async function serve(): Promise<TestServer> {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const path = "/api/data/import?symbol=HOLES&interval=1h";
    expect((await server.post(path, csv, { "content-type": "text/csv" })).status).toBe(200);
    return server;
  }

  async function run(server: TestServer, path: string, body: object) {
    const { body: sent } = await server.post(`/api/${path}`, { ...asked, ...body });
    return await server.ended((sent as { job_id: string }).job_id);
  }

  test("counts them, and trades on what is there", async () => {
    const server = await serve();
    for (const body of [{}, { gaps: "report" }]) {
      const job = await run(server, "backtests", body);
      expect(job.result).toMatchObject({
        candles: 294,
        gaps: { policy: "report", ...holes, filled: 0 },
      });
      expect("gaps" in job.payload).toBe("gaps" in body);
    }
  });

  test("fails where gaps are refused, and names the first one", async () => {
    const job = await run(await serve(), "backtests", { gaps: "refuse" });
    expect(job).toMatchObject({ status: "failed", payload: { gaps: "refuse" }, result: null });
    expect(job.error).toMatch(
      /^6 candles are missing in 2 gaps, the first between 2025-01-05T03:00:00\.000Z and/u,
    );
  });

  test("trades on filled candles with the figures of the engine, which it gives again", async () => {
    const server = await serve();
    const job = await run(server, "backtests", { gaps: "fill" });
    const direct = backtest(whole, { strategy: "ma_crossover", interval: "60" });
    expect(job.result).toMatchObject({
      candles: 300,
      gaps: { policy: "fill", ...holes, filled: 6 },
      final_capital: direct.finalCapital,
      configuration: { request: { gaps: "fill" } },
    });
    const { configuration, final_capital: capital } = job.result!;
    const again = await run(server, "backtests", (configuration as { request: object }).request);
    expect(again.result).toMatchObject({ final_capital: capital, candles: 300 });
    const page = String((await server.get(`/api/jobs/${job.uuid}/report`)).body);
    expect(page, "the report has the filled candles").toContain("Price and trades");
  });

  test("states them in sweeps, walk-forwards and portfolios too", async () => {
    const server = await serve();
    const grid = { gaps: "fill", parameters: { fast_period: [5, 10], slow_period: [20] } };
    const windows = { train_candles: 150, test_candles: 50 };
    const gaps = { policy: "fill", ...holes, filled: 6 };
    expect((await run(server, "sweeps", grid)).result).toMatchObject({ candles: 300, gaps });
    expect((await run(server, "walk-forward", { ...grid, ...windows })).result).toMatchObject({
      gaps,
    });
    const { symbol: _, ...rest } = asked;
    const { body } = await server.post("/api/backtests", {
      ...rest,
      symbols: ["HOLES"],
      gaps: "fill",
    });
    expect((await server.ended((body as { job_id: string }).job_id)).result).toMatchObject({
      gaps,
    });
  });

  test("fails where the filled candles are more than a job takes", async () => {
    const server = await serve();
    const rows = [-1_000_000, -999_999, 0].map((minute) => `${START + minute * 60_000},5,6,4,5,1`);
    const far = ["timestamp,open,high,low,close,volume", ...rows].join("\n");
    const path = "/api/data/import?symbol=FAR&interval=1m";
    expect(await server.post(path, far, { "content-type": "text/csv" })).toMatchObject({
      status: 200,
    });
    const job = await run(server, "backtests", { symbol: "FAR", interval: "1m", gaps: "fill" });
    expect(job.error).toBe(
      "FAR has 3 candles, and 1000001 once its gaps are filled; a job takes at most 1000000. Shorten the range, or choose a longer interval.",
    );
  });

  test("refuses any other word at its field", async () => {
    const server = await serve();
    const { status, body } = await server.post("/api/backtests", { ...asked, gaps: "ignore" });
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringMatching(/"gaps"\],"msg":"must be one of report, refuse, fill/u),
    ]);
  });
});

describe("a command over candles with gaps", () => {
  async function typed(folder: string, ...words: string[]) {
    const [text, errors]: [string[], string[]] = [[], []];
    const code = await runBacktest(
      words,
      { DATA_DIR: folder, DATA_PROVIDER: "csv", CSV_DIR: join(folder, "csv") },
      {
        stdout: (line) => void text.push(line),
        stderr: (line) => void errors.push(line),
        progress: () => undefined,
      },
    );
    return { code, text: text.join("\n"), errors: errors.join("\n") };
  }

  test("says of the gaps in a stock's prices that holidays are among them; weekends are no gaps", async () => {
    const folder = await tempFolder();
    const file = join(folder, "STOCK.csv");
    const days = Array.from({ length: 70 }, (_, day) => START + day * 24 * HOUR);
    const rows = days
      .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
      .filter((_, at) => at !== 20 && at !== 32)
      .map((day, at) => `${day},${100 + (at % 9)},120,90,${100 + (at % 7)},5`);
    await writeFile(file, ["timestamp,open,high,low,close,volume", ...rows].join("\n"));
    const ran = await typed(folder, "run", "--csv", file, "--strategy", "ma_crossover");
    expect(ran.code, ran.errors).toBe(0);
    expect(ran.errors).toContain(
      "has 2 gaps, holidays that no calendar names among them; 2 missing candles are not traded on.",
    );
  });

  test.each([["file"], ["provider"]])("states them in the result (%s)", async (kind) => {
    const folder = await tempFolder();
    const file = join(folder, "HOLES.csv");
    await writeFile(file, csv);
    await typed(folder, "data", "import", file, "--symbol", "HOLES", "--interval", "1h");
    const from = kind === "file" ? ["--csv", file] : ["--symbol", "HOLES", "--interval", "1h"];
    const words = ["run", ...from, "--strategy", "ma_crossover", "--json"];
    for (const [policy, filled, told] of [
      [undefined, 0, "6 missing candles are not traded on."],
      ["fill", 6, "they were filled with 6 candles of the close before."],
    ] as const) {
      const flags = policy === undefined ? [] : ["--gaps", policy];
      const { code, text, errors } = await typed(folder, ...words, ...flags);
      expect(code).toBe(0);
      expect(JSON.parse(text)).toMatchObject({
        candles: 294 + filled,
        gaps: { policy: policy ?? "report", ...holes, filled },
      });
      expect(errors).toContain(`has 2 gaps; ${told}`);
    }
    const grid = ["--set", "fast_period=5,10", "--set", "slow_period=20", "--gaps", "fill"];
    const windows = ["--train", "150", "--test", "50"];
    for (const command of [
      ["sweep", ...words.slice(1), ...grid],
      ["walk-forward", ...words.slice(1), ...grid, ...windows],
    ]) {
      expect(JSON.parse((await typed(folder, ...command)).text)).toMatchObject({
        gaps: { policy: "fill", ...holes, filled: 6 },
      });
    }
    const refused = await typed(folder, ...words, "--gaps", "refuse");
    expect(refused).toMatchObject({ code: 1, text: "" });
    expect(refused.errors).toContain("6 candles are missing in 2 gaps");
  });
});

test("candles without a gap are stated too", async () => {
  const server = await runTestServer({ DATA_PROVIDER: "csv" });
  const path = "/api/data/import?symbol=WHOLE&interval=1h";
  await server.post(path, writeCandlesCsv(whole), { "content-type": "text/csv" });
  const { body } = await server.post("/api/backtests", {
    ...asked,
    symbol: "WHOLE",
    gaps: "refuse",
  });
  const job = await server.ended((body as { job_id: string }).job_id);
  expect(job.result).toMatchObject({
    gaps: { policy: "refuse", count: 0, missing: 0, filled: 0 },
  });
});
