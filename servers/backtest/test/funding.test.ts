/** Funding of perpetual contracts: from the library, over HTTP and in a terminal. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { backtest, backtestPortfolio, type Candles } from "@bourse/backtest-engine";
import { sweep, walkForward } from "@bourse/backtest-engine/research";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { createBinancePerpetualProvider } from "@bourse/exchange-binance";
import { createBybitPerpetualProvider } from "@bourse/exchange-bybit";
import { readEnvironment } from "@bourse/http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { backtestEnvironment } from "../src/environment.ts";
import { startBacktestServer } from "../src/start.ts";
import { callsTo, type Calls } from "./support/calls.ts";
import { absentBybit } from "./support/fake-bybit.ts";
import { answeringPerpetuals, type FakePerpetuals } from "./support/fake-perpetuals.ts";
import { runTestServer } from "./support/running-server.ts";

const RANGE = { start_time: "2026-01-01T00:00:00.000Z", end_time: "2026-04-01T00:00:00.000Z" };
const RUN = {
  strategy: "ma_crossover",
  parameters: { fast_period: 5, slow_period: 20 },
  transaction_fee: 0.0005,
  direction: "both",
};
const LIBRARY = {
  strategy: "ma_crossover",
  parameters: { fast_period: 5, slow_period: 20 },
  fee: 0.0005,
  direction: "both",
  interval: "60",
} as const;
const FLAGS = [
  "--strategy ma_crossover --fee 0.0005 --direction both --interval 1h --json",
  `--from ${RANGE.start_time} --to ${RANGE.end_time}`,
].flatMap((words) => words.split(" "));
const SET = ["--set", "fast_period=5", "--set", "slow_period=20"];
const EXCHANGES = ["bybitperpetual", "binanceperpetual"] as const;
type Exchange = (typeof EXCHANGES)[number];

let exchange: FakePerpetuals;
let server: Calls & { readonly close: () => Promise<void> };
let variables: Readonly<Record<string, string>>;

beforeAll(async () => {
  exchange = await answeringPerpetuals();
  const folder = await mkdtemp(join(tmpdir(), "bourse-funding-"));
  variables = {
    DATA_PROVIDER: "bybit",
    BYBIT_HOST: exchange.origin,
    BINANCE_PERPETUAL_HOST: exchange.origin,
    DATA_DIR: folder,
  };
  const own = { BACKTEST_PORT: "0", LOG_LEVEL: "silent", WORKERS: "2" };
  const started = await startBacktestServer(
    readEnvironment(backtestEnvironment, { ...own, ...variables }),
  );
  server = {
    ...callsTo(started.url),
    async close() {
      await started.close();
      await rm(folder, { recursive: true });
    },
  };
});

afterAll(async () => {
  await server.close();
  exchange.close();
});

/** The candles and rates that a user of the library reads from the exchange. */
async function read(
  name: Exchange,
  symbol = "BTCUSDT",
): Promise<{ readonly candles: Candles; readonly funding: readonly FundingRate[] }> {
  const options = { origin: exchange.origin, requestsPerSecond: 1_000 };
  const provider =
    name === "bybitperpetual"
      ? createBybitPerpetualProvider(options)
      : createBinancePerpetualProvider(options);
  const [startTime, endTime] = [Date.parse(RANGE.start_time), Date.parse(RANGE.end_time)];
  const range = { symbol, startTime, endTime };
  const { candles } = await provider.candles({ ...range, interval: "60", limit: 10_000 });
  const funding = await provider.fundingRates(range);
  await provider.close();
  return { candles, funding };
}

async function ended(path: string, body: object) {
  const answer = await server.post(path, { interval: "60", ...RANGE, ...body });
  expect(answer.body).toHaveProperty("job_id");
  return await server.ended((answer.body as { readonly job_id: string }).job_id);
}

type Result = Readonly<Record<string, unknown>>;

async function posted(path: string, body: object): Promise<Result> {
  const job = await ended(path, { funding: true, ...body });
  expect(job.error).toBeNull();
  return job.result as Result;
}

async function typed(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const code = await runBacktest(
    args,
    { ...variables, ...more },
    {
      stdout: (text) => void lines.push(text),
      stderr: (text) => void errors.push(text),
      progress: () => undefined,
    },
  );
  return { code, text: lines.join("\n"), errors: errors.join("\n") };
}

async function printed(args: readonly string[]): Promise<Result> {
  const { code, text, errors } = await typed(args);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return JSON.parse(text) as Result;
}

describe.each(EXCHANGES)("funding of %s", (name) => {
  test("is the same in the library, over HTTP and in a terminal", async () => {
    const { candles, funding } = await read(name);
    expect(candles.length).toBe(2160);
    expect(funding).toHaveLength(270);
    const own = backtest(candles, { ...LIBRARY, funding });
    expect(own.fundingPaid).not.toBe(0);
    const figures = {
      funding_paid: own.fundingPaid,
      final_capital: own.finalCapital,
      sharpe: own.sharpe,
    };
    const result = await posted("/api/backtests", { ...RUN, exchange: name });
    expect(result).toMatchObject({ ...figures, exchange: name, source: "live", warnings: [] });
    const shown = await printed(["run", ...FLAGS, ...SET, "--exchange", name, "--funding"]);
    expect(shown).toMatchObject(figures);
    expect(shown["configuration"]).toEqual(result["configuration"]);
    const { request } = result["configuration"] as { readonly request: Result };
    expect(request).toMatchObject({ funding: true, exchange: name });
    const before = exchange.requests.length;
    expect(await posted("/api/backtests", request)).toMatchObject({ ...figures, source: "cache" });
    expect(exchange.requests, "rates of the past are on disk").toHaveLength(before);

    const without = await ended("/api/backtests", { ...RUN, exchange: name, funding: false });
    expect(without.result).not.toHaveProperty("funding_paid");
    expect(without.result!["final_capital"]).not.toBe(own.finalCapital);
  });
});

test("rates of a file are the same in the library, in a terminal and as rows over HTTP", async () => {
  const { candles } = await read("bybitperpetual");
  const rates = [12, 100, 900].map((hour) => ({
    time: Date.parse(RANGE.start_time) + hour * 3_600_000,
    rate: hour / 1e5,
  }));
  const own = backtest(candles, { ...LIBRARY, funding: rates });
  expect(own.fundingPaid).not.toBe(0);
  const file = join(variables["DATA_DIR"]!, "rates.csv");
  const lines = rates.map(({ time, rate }) => `${new Date(time).toISOString()},${rate}`);
  await writeFile(file, ["time,rate", ...lines].join("\n"));
  const figures = { funding_paid: own.fundingPaid, final_capital: own.finalCapital };
  const series = ["--symbol", "BTCUSDT", "--exchange", "bybitperpetual"];
  const run = await printed(["run", ...FLAGS, ...SET, ...series, "--funding-csv", file]);
  expect(run).toMatchObject(figures);
  const funding = rates.map(({ time, rate }) => ({ time: new Date(time).toISOString(), rate }));
  const result = await posted("/api/backtests", { ...RUN, exchange: "bybitperpetual", funding });
  expect(result).toMatchObject(figures);
  const { request } = result["configuration"] as { readonly request: Result };
  expect(request["funding"]).toEqual(funding);
  expect((run["configuration"] as { readonly request: Result }).request["funding"]).toEqual(
    funding,
  );
  const late = [funding[1]!, funding[0]!];
  const refused = await server.post("/api/backtests", { interval: "60", ...RANGE, funding: late });
  expect(refused.status).toBe(422);
  const both = await typed(["run", ...FLAGS, ...series, "--funding", "--funding-csv", file]);
  expect(both.errors).toContain("--funding and --funding-csv exclude each other");
});

describe("funding", () => {
  test("of each trade is read with the job's trades, as JSON and as CSV", async () => {
    const { candles, funding } = await read("bybitperpetual");
    const own = backtest(candles, { ...LIBRARY, funding });
    const job = await ended("/api/backtests", {
      ...RUN,
      exchange: "bybitperpetual",
      funding: true,
    });
    const trades = `/api/jobs/${job.uuid}/trades`;
    const found = (await server.get(trades)).body as readonly Result[];
    expect(found.map((trade) => trade["funding"])).toEqual(
      own.trades.toArray().map((trade) => trade.funding),
    );
    const [head, first] = String((await server.get(`${trades}?format=csv`)).body).split("\r\n");
    expect(head).toMatch(/,exit_reason,funding$/u);
    expect(first!.endsWith(`,${String(own.trades.at(0)!.funding)}`)).toBe(true);
    const page = String((await server.get(`/api/jobs/${job.uuid}/report`)).body);
    expect(page).toContain('<th scope="col">Funding</th>');
  });

  test("of a portfolio is each symbol's own", async () => {
    const symbols = ["BTCUSDT", "ETHUSDT"] as const;
    const [first, second] = [
      await read("bybitperpetual", symbols[0]),
      await read("bybitperpetual", symbols[1]),
    ];
    const own = backtestPortfolio(
      { BTCUSDT: first.candles, ETHUSDT: second.candles },
      { ...LIBRARY, funding: { BTCUSDT: first.funding, ETHUSDT: second.funding } },
    );
    expect(own.fundingPaid).not.toBe(0);
    const figures = { funding_paid: own.fundingPaid, final_capital: own.finalCapital };
    const result = await posted("/api/backtests", { ...RUN, exchange: "bybitperpetual", symbols });
    expect(result).toMatchObject(figures);
    const flags = ["--symbols", symbols.join(","), "--exchange", "bybitperpetual", "--funding"];
    const shown = await printed(["run", ...FLAGS, ...SET, ...flags]);
    expect(shown).toMatchObject(figures);
    expect(shown["configuration"]).toEqual(result["configuration"]);
  });

  test("of a sweep and a walk-forward is the same in the library, over HTTP and in a terminal", async () => {
    const { candles, funding } = await read("bybitperpetual");
    const parameters = { fast_period: [5, 8], slow_period: [20, 30, 40] };
    const { parameters: _, ...options } = LIBRARY;
    const rows = await sweep(candles, { ...options, funding, parameters });
    const plain = await sweep(candles, { ...options, parameters });
    expect(rows.best!.finalCapital).not.toBe(plain.best!.finalCapital);
    const body = { ...RUN, exchange: "bybitperpetual", parameters };
    const swept = await posted("/api/sweeps", body);
    const best = { parameters: rows.best!.parameters, final_capital: rows.best!.finalCapital };
    expect(swept["best"]).toMatchObject(best);
    const ranges = ["--set", "fast_period=5,8", "--set", "slow_period=20,30,40"];
    const source = [...FLAGS, ...ranges, "--exchange", "bybitperpetual", "--funding"];
    const shown = await printed(["sweep", ...source]);
    expect(shown["best"]).toMatchObject(best);
    expect(shown["configuration"]).toEqual(swept["configuration"]);

    const windows = { trainCandles: 800, testCandles: 400 };
    const own = await walkForward(candles, { ...options, funding, parameters, ...windows });
    const sizes = { train_candles: 800, test_candles: 400 };
    const walked = await posted("/api/walk-forward", { ...body, ...sizes });
    const figures = { final_capital: own.outOfSample.finalCapital, sharpe: own.outOfSample.sharpe };
    const unfunded = await walkForward(candles, { ...options, parameters, ...windows });
    expect(own.outOfSample.finalCapital).not.toBe(unfunded.outOfSample.finalCapital);
    expect(walked["out_of_sample"]).toMatchObject(figures);
    const flags = ["--train", "800", "--test", "400"];
    const there = await printed(["walk-forward", ...source, ...flags]);
    expect(there["out_of_sample"]).toMatchObject(figures);
    expect(there["configuration"]).toEqual(walked["configuration"]);
  }, 60_000);

  test("is printed beside the fees", async () => {
    const source = ["--exchange", "bybitperpetual", "--funding"];
    const flags = FLAGS.filter((flag) => flag !== "--json");
    const { text } = await typed(["run", ...flags, ...SET, ...source]);
    expect(text).toMatch(/Funding paid +−?\d/u);
    expect((await typed(["run", ...flags, ...SET, ...source.slice(0, 2)])).text).not.toContain(
      "Funding",
    );
  });

  test.each(["/api/backtests", "/api/sweeps"])(
    "of a source without rates, or of another kind, is a 422 of %s in words",
    async (path) => {
      for (const source of [{}, { exchange: "binance" }, { exchange: "csv" }]) {
        const { status, body } = await server.post(path, { funding: true, ...source });
        expect(status).toBe(422);
        expect(JSON.stringify(body)).toContain("needs an exchange of perpetual contracts");
        expect(JSON.stringify(body)).toContain("binanceperpetual and bybitperpetual");
      }
      for (const funding of ["true", 1, null, []]) {
        expect((await server.post(path, { exchange: "bybitperpetual", funding })).status).toBe(422);
      }
    },
  );

  test("of candles that are simulated in place of an exchange's fails with the reason", async () => {
    const away = await runTestServer({ DATA_PROVIDER: "auto", BYBIT_HOST: await absentBybit() });
    const body = { ...RUN, ...RANGE, interval: "60", exchange: "bybitperpetual", funding: true };
    const { job_id } = (await away.post("/api/backtests", body)).body as { job_id: string };
    expect(await away.ended(job_id)).toMatchObject({
      status: "failed",
      result: null,
      error: expect.stringContaining("its funding rates do not belong to them") as string,
    });
  });

  test("with a file, a source without rates or simulated candles is refused in a terminal", async () => {
    const run = ["run", "--funding"];
    const file = await typed([...run, "--csv", "some.csv"]);
    expect(file).toMatchObject({ code: 2, text: "" });
    expect(file.errors).toContain("--funding and --csv exclude each other");
    for (const source of [[], ["--exchange", "binance"]]) {
      const spot = await typed([...run, ...source]);
      expect(spot).toMatchObject({ text: "" });
      expect(spot.code).not.toBe(0);
      expect(spot.errors).toContain("--funding needs an exchange of perpetual contracts");
    }
    const simulated = await typed([...run, "--exchange", "bybitperpetual"], {
      DATA_PROVIDER: "simulated",
    });
    expect(simulated.code).not.toBe(0);
    expect(simulated.errors).toContain("there is none here");
  });
});
