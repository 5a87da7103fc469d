import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { backtest, parseCandlesCsv } from "@bourse/backtest-engine";
import { tearSheet } from "@bourse/backtest-engine/tear-sheet";
import { readEnvironment, silentLogger } from "@bourse/http";
import { numeral } from "@bourse/kernel/figures";
import { openStore } from "@bourse/store";
import { jobQueue } from "@bourse/trading-core";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { backtestEnvironment } from "../../../../servers/backtest/src/environment.ts";
import { openBus } from "../../../../servers/backtest/src/open-bus.ts";
import { STORE_COLLECTIONS, storeUrl } from "../../../../servers/backtest/src/store-url.ts";
import { runBacktest } from "../support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-commands-"));
const csv = join(folder, "wave.csv");
const variables = { DATA_DIR: folder, DATA_PROVIDER: "simulated" };

beforeAll(() => {
  const rows = Array.from({ length: 400 }, (_, i) => {
    const close = 100 + 10 * Math.sin(i / 9) + Math.cos(i);
    return `${1_700_000_000_000 + i * 3_600_000},${close},${close + 1},${close - 1},${close},5`;
  });
  writeFileSync(csv, `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Called {
  readonly code: number;
  readonly printed: string;
  readonly stderr: string;
  readonly progress: readonly string[];
}

async function call(...words: string[]): Promise<Called> {
  const printed: string[] = [];
  const stderr: string[] = [];
  const progress: string[] = [];
  const code = await runBacktest(words, variables, {
    stdout: (text) => void printed.push(text),
    stderr: (text) => void stderr.push(text),
    progress: (text) => void progress.push(text),
  });
  return { code, printed: printed.join("\n"), stderr: stderr.join("\n"), progress };
}

const wave = (): ReturnType<typeof parseCandlesCsv> => parseCandlesCsv(readFileSync(csv, "utf8"));

describe("bourse backtest run", () => {
  test("prints the figures of a direct call of the engine", async () => {
    const { code, printed } = await call("run", "--csv", csv, "--strategy", "ma_crossover");
    const result = backtest(wave().candles, { strategy: "ma_crossover", fee: 0.001 });
    expect(code).toBe(0);
    expect(printed).toContain(`Final capital       ${numeral(result.finalCapital)}`);
    expect(printed).toContain(`Trades              ${result.totalTrades}`);
  });

  test("prints the tear sheet when it is asked for, flat and without NaN", async () => {
    const words = ["run", "--csv", csv, "--strategy", "ma_crossover"];
    const { code, printed } = await call(...words, "--tear-sheet", "--json");
    const result = backtest(wave().candles, { strategy: "ma_crossover", fee: 0.001 });
    const { figures } = tearSheet(result, { benchmark: wave().candles });
    const { tear_sheet: sheet } = JSON.parse(printed) as {
      readonly tear_sheet: Readonly<Record<string, number | null>>;
    };
    expect(code).toBe(0);
    expect(sheet["sharpe_of_days"]).toBe(figures.sharpeOfDays);
    expect(sheet["jensen_alpha"]).toBe(figures.jensenAlpha);
    expect(sheet["open_profit"]).toBe(figures.openProfit);
    expect(Object.keys(sheet)).toHaveLength(Object.keys(figures).length);
    const text = (await call(...words, "--tear-sheet")).printed;
    expect(text).toMatch(new RegExp(`consecutive wins +${figures.consecutiveWins}\n`, "u"));
    expect((await call(...words, "--json")).printed).not.toContain("tear_sheet");
  });

  test("prints them as JSON under the wire's names, with parameters and trades", async () => {
    const words = ["--strategy", "ma_crossover", "--set", "fast_period=5", "--json"];
    const { printed } = await call("run", "--csv", csv, ...words);
    const json = JSON.parse(printed) as Record<string, unknown>;
    const parameters = { fast_period: 5 };
    const result = backtest(wave().candles, { strategy: "ma_crossover", fee: 0.001, parameters });
    expect(json).toMatchObject({
      total_trades: result.totalTrades,
      final_capital: result.finalCapital,
      source: "csv",
      parameters: { fast_period: 5, slow_period: 20 },
    });
    expect(json["trades"]).toHaveLength(result.totalTrades);
  });

  test("names the configuration, whose flags give the same figures again", async () => {
    const given = ["--strategy", "rsi", "--take-profit", "0.02", "--stop-loss", "none"];
    const first = JSON.parse((await call("run", "--csv", csv, ...given, "--json")).printed) as Run;
    const { request } = first.configuration;
    const parameters = Object.entries(request["parameters"] as object);
    const flags = Object.entries({
      strategy: request["strategy"],
      interval: request["interval"],
      capital: request["initial_capital"],
      fee: request["transaction_fee"],
      slippage: request["slippage"],
      direction: request["direction"],
      fill: request["fill"],
      "take-profit": request["take_profit_pct"],
      "stop-loss": request["stop_loss_pct"] ?? "none",
      size: request["position_size_pct"],
      "trading-days": request["trading_days"],
    }).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const sets = parameters.flatMap(([name, value]) => ["--set", `${name}=${String(value)}`]);
    const again = await call("run", "--csv", csv, ...flags, ...sets, "--json");
    const second = JSON.parse(again.printed) as Run;
    expect({ ...second, elapsed_ms: 0 }).toEqual({
      ...first,
      elapsed_ms: 0,
      configuration: { ...first.configuration, trading_days_from: "given" },
    });
  });

  test("books the dividends and splits of a file", async () => {
    const file = join(folder, "actions.csv");
    writeFileSync(file, "Date,Dividends,Stock Splits\n2023-11-18,2,0\n2023-11-20,0,3:2\n");
    const run = ["run", "--csv", csv, "--strategy", "buy_and_hold", "--fee", "0"];
    const answer = await call(...run, "--dividends-csv", file, "--json");
    expect(answer.code).toBe(0);
    const expected = backtest(wave().candles, {
      strategy: "buy_and_hold",
      fee: 0,
      dividends: [{ timestamp: Date.UTC(2023, 10, 18), amount: 2 }],
      splits: [{ timestamp: Date.UTC(2023, 10, 20), ratio: 1.5 }],
    });
    const actions = expected.actions!.map((one) => ({
      ...one,
      time: new Date(one.time).toISOString(),
    }));
    expect(actions).toHaveLength(2);
    expect(JSON.parse(answer.printed)).toMatchObject({
      final_capital: expected.finalCapital,
      buy_hold_return: expected.buyHoldReturn,
      actions,
    });
    const text = await call(...run, "--dividends-csv", file);
    expect(text.printed).toMatch(/dividends booked: 1, \d+\.\d\d in all; splits: 1/u);
  });

  test("trades contracts of a future over the rolls of words or of a file", async () => {
    const file = join(folder, "rolls.csv");
    writeFileSync(file, "Roll date,Symbol\n2023-11-20,WAVE\n2023-11-18,WAVE\n2023-11-18,OTHER\n");
    const run = ["run", "--csv", csv, "--symbol", "WAVE", "--strategy", "buy_and_hold"];
    const terms = ["--contract", "multiplier=5,tick=0.25,currency=USD,margin=100"];
    const tiers = ["--fee-tiers", '[{"volume":1000,"maker":0,"taker":0.0002}]'];
    const inWords = await call(
      ...run,
      ...terms,
      ...tiers,
      "--rolls",
      "2023-11-18,2023-11-20",
      "--json",
    );
    expect(inWords).toMatchObject({ code: 0, stderr: "" });
    const expected = backtest(wave().candles, {
      strategy: "buy_and_hold",
      contract: { multiplier: 5, tick: 0.25, currency: "USD", margin: 100 },
      rolls: [Date.UTC(2023, 10, 18), Date.UTC(2023, 10, 20)],
      feeTiers: [{ volume: 1000, maker: 0, taker: 0.0002 }],
    });
    expect(expected.trades.toArray().map(({ exitReason }) => exitReason)).toEqual([
      "roll",
      "roll",
      "end",
    ]);
    const answer = {
      final_capital: expected.finalCapital,
      fees_paid: expected.feesPaid,
      currency: "USD",
      actions: [{ kind: "roll" }, { kind: "roll" }],
    };
    expect(JSON.parse(inWords.printed)).toMatchObject(answer);
    const ofFile = await call(...run, ...terms, ...tiers, "--rolls-csv", file, "--json");
    expect(JSON.parse(ofFile.printed)).toMatchObject(answer);
    const text = await call(...run, ...terms, "--rolls-csv", file);
    expect(text.printed).toMatch(/^rolls: 2, -\d+\.\d\d of fees in all$/mu);
    expect(text.printed).toMatch(/^fee .*, contract \{"multiplier":5,.*"margin":100\}$/mu);
    const both = await call(...run, "--rolls", "2023-11-18", "--rolls-csv", file);
    expect(both).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--rolls and --rolls-csv exclude each other.") as string,
    });
    const none = await call(...run, "--rolls", "soon");
    expect(none.stderr).toContain("--rolls takes dates such as 2026-03-16,2026-06-15, or JSON");
  });

  test("tells of a file that has no dividend and no split of the symbol", async () => {
    const file = join(folder, "others.csv");
    writeFileSync(file, "Date,Symbol,Dividends\n2023-11-18,MSFT,2\n");
    const words = ["run", "--csv", csv, "--strategy", "buy_and_hold", "--dividends-csv", file];
    const { code, stderr } = await call(...words);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: .*others\.csv has no dividend and no split of /mu),
    ]);
  });

  test("prints the rules that the figures hold under", async () => {
    const { printed } = await call("run", "--csv", csv, "--strategy", "rsi");
    expect(printed).toContain("fee 0.001, slippage 0, size 1, fill next_open, direction long");
    expect(printed).toContain("trading days a year as counted from the candles, ");
  });

  test.each([
    [["run", "--cvs", "x"], 2, 'There is no option --cvs. Did you mean "--csv"?'],
    [["run", "--takeProfit", "1"], 2, 'Did you mean "--take-profit"?'],
    [["run", "--commission=1"], 2, 'There is no option --commission. Did you mean "--fee"?'],
    [["run", "--foo"], 2, /There is no option --foo\.$/],
    [["run", "--fee", "much"], 2, '--fee must be a number, found "much".'],
    [["run", "--from", "soon"], 2, "--from must be a date"],
    [["run", "--from", "2024-02-30"], 2, "--from must be a date"],
    [["run", "--from", "Jan 5 2024"], 2, "--from must be a date"],
    [["run", "--to", "05/01/2024"], 2, "--to must be a date"],
    [["run", "extra"], 2, 'unexpected argument: "extra".'],
    [["run", "--set", "5"], 2, "--set takes name=value"],
    [["run", "--set", "fast_period=1..5/1"], 2, "use the command sweep"],
    [["run", "--csv", "absent.csv"], 1, "There is no file absent.csv."],
    [["run", "--csv", folder], 1, `${folder} is a folder; a file is needed.`],
    [
      ["report", "--csv", csv, "--out", join(folder, "a", "b")],
      1,
      `no folder ${join(folder, "a")}.`,
    ],
    [["report", "--csv", csv, "--out", folder], 1, `${folder} is a folder; a file is needed.`],
    [["report", "--csv", csv, "--out", join(csv, "b")], 1, "a part of this path is a file"],
    [["run", "--symbol", "?"], 1, "SYMBOL_UNKNOWN"],
    [["run", "--size", "0"], 1, "--size must be"],
    [
      ["run", "--trading-days", "0"],
      1,
      "--trading-days must be a finite number above 0 and of at most 366",
    ],
    [
      ["sweep", "--set", "window=64..128/1", "--max-combinations", "5"],
      1,
      "raise --max-combinations",
    ],
    [["run", "--strategy", "ma_crosover"], 1, 'Did you mean "ma_crossover"?'],
    [["run", "--fee", "2"], 1, "OPTIONS_INVALID"],
    [["sweep", "--metric", "sharp"], 2, 'Did you mean "sharpe"?'],
    [["data"], 2, "data takes import, list, fetch or verify."],
    [["data", "fetch", "--time-zone", "Asia/Tokyo"], 2, "--time-zone tells the clock of a candle"],
    [["audit", "look-ahead", "--time-zone", "Asia/Tokyo"], 2, "give it with --csv FILE."],
    [["data", "import"], 2, "data import needs FILE: file of candles, or folder of such files."],
    [["run", "--csv", csv, "--dialect", "excel"], 1, "--dialect must be one of plain, yahoo"],
    [["run", "--csv", csv, "--columns", "open"], 2, "--columns takes field=column pairs"],
    [["run", "--csv", csv, "--gaps", "drop"], 1, "--gaps must be one of report, refuse, fill"],
    [["run", "--csv", csv, "--utc-offset", "900"], 2, "--utc-offset must be a whole number"],
    [["run", "--csv", csv, "--time-zone", "Mars"], 1, "--time-zone"],
    [["data", "fetchh"], 2, 'There is no command "data fetchh". Did you mean "fetch"?'],
    [["fly"], 2, /^There is no command "fly"\.$/m],
    [["swep"], 2, 'There is no command "swep". Did you mean "sweep"?'],
    [["strategy"], 2, 'There is no command "strategy". Did you mean "strategies"?'],
  ])("%s ends with %i and says why", async (words, code, text) => {
    const called = await call(...words);
    expect(called).toMatchObject({ code, printed: "" });
    if (typeof text === "string") expect(called.stderr).toContain(text);
    else expect(called.stderr).toMatch(text);
  });

  test("a wrong variable of the environment ends with 2", async () => {
    const stderr: string[] = [];
    const output = {
      stdout: () => undefined,
      stderr: (text: string) => void stderr.push(text),
      progress: () => undefined,
    };
    expect(await runBacktest(["run"], { DATA_PROVIDER: "moon" }, output)).toBe(2);
    expect(stderr.join("\n")).toContain("DATA_PROVIDER");
  });
});

describe("bourse backtest sweep", () => {
  const grid = ["--strategy", "ma_crossover", "--set", "fast_period=5..25/10"];
  const words = ["sweep", "--csv", csv, ...grid, "--set", "slow_period=10,20", "--threads", "2"];

  test("prints the best combinations first and shows how far it is", async () => {
    const { code, printed, progress } = await call(...words, "--top", "2");
    expect(code).toBe(0);
    expect(printed).toContain("3 combinations, 3 left out by the strategy's own rule");
    expect(printed.split("\n")).toHaveLength(6);
    expect(progress.at(-2)).toMatch(/^\[#{30}\] 100 % {2}[\d.]+ M candles\/s$/u);
    expect(progress.at(-1)).toBe("");
  });

  test("prints JSON that names the best by the chosen metric", async () => {
    const { printed } = await call(...words, "--metric", "max_drawdown", "--json");
    const {
      metric,
      best,
      grid: rows,
    } = JSON.parse(printed) as {
      metric: string;
      best: { max_drawdown: number };
      grid: { max_drawdown: number }[];
    };
    expect(metric).toBe("max_drawdown");
    expect(rows).toHaveLength(3);
    expect(best.max_drawdown).toBe(Math.min(...rows.map((row) => row.max_drawdown)));
  });
});

describe("bourse backtest report", () => {
  test("writes one page with the best run of a sweep and its heat map", async () => {
    const out = join(folder, "report.html");
    const words = ["--strategy", "ma_crossover", "--set", "fast_period=5..15/5", "--out", out];
    const { code, printed } = await call("report", "--csv", csv, ...words);
    expect({ code, printed }).toEqual({ code: 0, printed: `Wrote ${out}` });
    const page = readFileSync(out, "utf8");
    // Without --symbol the candles are called as their file is.
    expect(page).toContain("ma crossover on wave");
    if (process.platform !== "win32") expect(statSync(out).mode & 0o044).not.toBe(0);
    expect(page).toContain("Sweep: sharpe by fast period");
  });
});

describe("bourse backtest data", () => {
  test("what is fetched into a file can be imported under another name and run", async () => {
    const file = join(folder, "fetched.csv");
    const fetched = await call("data", "fetch", "--limit", "300", "--out", file, "--json");
    expect(JSON.parse(fetched.printed)).toMatchObject({ records: 300, source: "simulated", file });
    const name = ["--symbol", "foousdt", "--interval", "1h"];
    const imported = await call("data", "import", file, ...name);
    expect(imported.printed).toMatch(
      /^Imported 300 candles as FOOUSDT-1h\.csv; 0 gaps; times in milliseconds, from .*Z to .*Z\.\nRead as plain, .*columns time=timestamp/u,
    );
    expect(readdirSync(join(folder, "csv"))).toEqual(["FOOUSDT-1h.csv"]);
    const run = await call("run", ...name, "--limit", "300", "--json");
    expect(JSON.parse(run.printed)).toMatchObject({ candles: 300, source: "csv" });
  });

  test("a file with broken rows is refused whole, with the rows named", async () => {
    const file = join(folder, "broken.csv");
    writeFileSync(file, "timestamp,open,high,low,close,volume\n1000,1,1,1,1,1\n1000,1,1,1,1,1\n");
    const called = await call("data", "import", file, "--symbol", "BAD", "--interval", "1m");
    expect(called.code).toBe(1);
    expect(called.stderr).toContain("CANDLES_INVALID");
    expect(readdirSync(join(folder, "csv"))).not.toContain("BAD-1m.csv");
  });
});

test("bourse backtest strategies lists every strategy with its parameters", async () => {
  const { printed } = await call("strategies", "--json");
  const list = JSON.parse(printed) as { name: string; parameters: object }[];
  expect(list.map(({ name }) => name)).toEqual([
    "wavelet_reversal",
    "ma_crossover",
    "rsi",
    "bollinger_bands",
    "buy_and_hold",
    "constant_weights",
  ]);
  expect((await call("strategies")).printed).toMatch(/fast_period +10 +2 to 100/u);
});

test("the bin prints help to its output and ends with 0, and a wrong call to its errors with 2", async () => {
  const main = join(import.meta.dirname, "../../src/main.ts");
  const run = promisify(execFile);
  const help = await run(process.execPath, ["-C", "@bourse/source", main, "backtest", "--help"]);
  expect(help.stdout).toContain("Usage: bourse backtest");
  await expect(
    run(process.execPath, ["-C", "@bourse/source", main, "backtest", "fly"]),
  ).rejects.toMatchObject({
    code: 2,
    stdout: "",
  });
});

interface Run extends Record<string, unknown> {
  readonly configuration: { readonly request: Record<string, unknown> };
}

describe("bourse backtest dead-letters", () => {
  test("finds those of a stopped server whose queue was inside of its process", async () => {
    const missing = await call("dead-letters", "list");
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/^STORE_NOT_FOUND/u)]);
    const config = readEnvironment(backtestEnvironment, variables);
    const store = await openStore(storeUrl(config), { collections: STORE_COLLECTIONS });
    const bus = await openBus(config, { logger: silentLogger, store });
    const failing = bus.consume(jobQueue, () => Promise.reject(new Error("broken")), {
      concurrency: 1,
      leaseMilliseconds: 60_000,
      maxDeliveries: 1,
    });
    for (const id of ["one", "two"]) await bus.enqueue(jobQueue, id, { uuid: id });
    await expect.poll(() => bus.countDeadLetters(jobQueue)).toBe(2);
    const locked = await call("dead-letters", "list");
    expect([locked.code, locked.stderr]).toEqual([1, expect.stringMatching(/^STORE_LOCKED/u)]);
    await failing.stop();
    await bus.close();
    await store.close();

    const listed = await call("dead-letters", "list");
    expect(listed.printed).toMatch(/ jobs +one +1 +broken\n.* jobs +two +1 +broken$/u);
    const shown = await call("dead-letters", "show", "two");
    expect(JSON.parse(shown.printed)).toMatchObject({ queue: "jobs", payload: { uuid: "two" } });
    const retried = await call("dead-letters", "retry", "two");
    expect(retried.code).toBe(1);
    expect(retried.stderr).toMatch(
      /BUS_URL is not set: no other process can queue anything there/u,
    );
    expect((await call("dead-letters", "drop", "one")).code).toBe(0);
    expect((await call("dead-letters", "drop", "--all")).printed).toBe(
      "Dead letters that were deleted: 1.",
    );
    expect((await call("dead-letters", "list")).printed).toBe("There are no dead letters.");
  });

  test.each([
    [[], "dead-letters takes list, show, retry or drop."],
    [["lst"], 'There is no command "dead-letters lst". Did you mean "list"?'],
    [["show"], "dead-letters show needs ID: id of the message."],
    [["show", "--all"], "There is no option --all."],
    [["retry"], "dead-letters retry takes one ID, or --all."],
    [["drop", "one", "two"], 'unexpected argument: "two".'],
    [["drop", "one", "--all"], "dead-letters drop takes one ID, or --all."],
    [["list", "one"], 'unexpected argument: "one".'],
    [["list", "--all"], "There is no option --all."],
    [["drop", "one", "--json"], "There is no option --json."],
    [["list", "--queue", "work"], '--queue must be jobs or jobs.data, found "work".'],
    [["list", "--limit", "0"], "--limit must be a whole number from 1 to 1000, found 0."],
    [["drop", "--al"], 'There is no option --al. Did you mean "--all"?'],
  ])("%j is a wrong usage that says what is expected", async (words, expected) => {
    const { code, stderr } = await call("dead-letters", ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });
});

describe("the format of a candle file on the command line", () => {
  const yahoo = join(folder, "GOOG.csv");
  const ambiguous = join(folder, "slashes.csv");
  const imported = (): string[] => readdirSync(join(folder, "csv"));

  test("data import says what it read and assumed, in text and as JSON", async () => {
    writeFileSync(
      yahoo,
      "Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-03,10,12,9,11,5.5,7\n2024-01-02,10,12,9,11,5.5,7\n",
    );
    const words = ["data", "import", yahoo, "--symbol", "GOOG", "--interval", "1d"];
    const { printed } = await call(...words);
    expect(printed).toContain("Read as yahoo, between commas, decimal point, newest first");
    expect(printed).toContain("note: The column Adj Close was not used");
    const adjusted = await call(...words, "--adjusted", "--json");
    expect(JSON.parse(adjusted.printed)).toMatchObject({
      format: { dialect: "yahoo", order: "newest_first", columns: { adjustedClose: "Adj Close" } },
    });
    expect(readFileSync(join(folder, "csv", "GOOG-1d.csv"), "utf8")).toContain("5,6,4.5,5.5,7");
  });

  test("a Parquet file is imported and run as a CSV file is, and a torn one writes nothing", async () => {
    const days = [1, 2, 3, 4].map((day) => Date.UTC(2024, 0, day));
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: "Date", data: days.map((day) => new Date(day)), type: "TIMESTAMP" },
        ...["Open", "High", "Low", "Close"].map((name) => ({
          name,
          data: [1.5, 2, 3, 2.5],
          type: "DOUBLE" as const,
        })),
      ],
    });
    const parquet = join(folder, "days.parquet");
    writeFileSync(parquet, new Uint8Array(bytes));
    const words = ["data", "import", parquet, "--symbol", "PARQ", "--interval", "1d"];
    expect((await call(...words)).printed).toContain("Read as parquet, oldest first");
    const rows = readFileSync(join(folder, "csv", "PARQ-1d.csv"), "utf8").split("\n");
    expect(rows[2]).toBe(`${days[1]},2,2,2,2,0`);
    const run = await call("run", "--csv", parquet, "--strategy", "rsi", "--json");
    expect(JSON.parse(run.printed)).toMatchObject({ candles: 4 });
    writeFileSync(parquet, new Uint8Array(bytes.slice(0, 100)));
    const torn = await call(...words.with(4, "TORN"));
    expect(torn).toMatchObject({ code: 1, printed: "" });
    expect(torn.stderr).toContain("must be a whole Parquet file");
    expect(imported()).not.toContain("TORN-1d.csv");
  });

  test("dates that may mean two days are refused in the words of the flags, and nothing is written", async () => {
    writeFileSync(ambiguous, "Date,Open,High,Low,Close\n03/04/2020,1,1,1,1\n05/04/2020,1,1,1,1\n");
    const words = ["data", "import", ambiguous, "--symbol", "SLASH", "--interval", "1d"];
    const refused = await call(...words);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("set --date-order to dmy or mdy");
    expect(imported()).not.toContain("SLASH-1d.csv");
    const filled = await call(...words, "--date-order", "dmy", "--gaps", "fill");
    expect(filled.printed).toContain("Imported 3 candles as SLASH-1d.csv; 1 gaps, filled with 1");
    const strict = await call(...words, "--date-order", "dmy", "--gaps", "refuse");
    expect(strict.stderr).toContain("1 candle is missing in 1 gap");
  });

  test("rows that are no candles are refused in the words of the flags, or skipped and stated", async () => {
    const rows = Array.from({ length: 60 }, (_, day) => `${Date.UTC(2024, 0, 1 + day)},2,3,1,2,5`);
    const lines = ["a remark", "timestamp,open,high,low,close,volume", ...rows, rows[59]];
    writeFileSync(ambiguous, lines.with(9, "null,2,3,1,2,5").join("\n"));
    const words = ["run", "--csv", ambiguous, "--strategy", "rsi"];
    const refused = await call(...words);
    expect(refused.stderr).toContain("set --bad-rows to skip and --duplicates to same");
    const told = ["--bad-rows", "skip", "--duplicates", "same", "--skip-rows", "1"];
    expect((await call(...words, ...told)).printed).toContain("left out: 1 skipped, 1 repeated");
    expect(JSON.parse((await call(...words, ...told, "--json")).printed)).toMatchObject({
      candles: 59,
      skipped: { count: 1, rows: [{ row: 10 }] },
      duplicates: { count: 1 },
    });
    expect((await call(...words, "--bad-rows", "drop")).stderr).toContain(
      "--bad-rows must be one of",
    );
  });

  test("local times are read in --time-zone, which is that of the days too, as one in the file is", async () => {
    const hours = Array.from({ length: 200 }, (_, hour) => Date.UTC(2024, 0, 1, hour));
    const fileOf = (zone: string): void => {
      const rows = hours.map((time, i) => {
        const local = new Date(time).toISOString().slice(0, 16);
        return `${local}${zone},${2 + (i % 7)},9,1,${2 + (i % 5)},5`;
      });
      writeFileSync(ambiguous, ["time,open,high,low,close,volume", ...rows].join("\n"));
    };
    const words = ["run", "--csv", ambiguous, "--strategy", "rsi", "--tear-sheet"];
    fileOf("");
    const told = await call(...words, "--time-zone", "Asia/Tokyo", "--json");
    expect(JSON.parse(told.printed)).toMatchObject({
      time_zone: "Asia/Tokyo",
      first_timestamp: "2023-12-31T15:00:00.000Z",
      tear_sheet: { days: 9 },
    });
    const both = await call(...words, "--time-zone", "Asia/Tokyo", "--utc-offset", "540");
    expect(both.stderr).toContain("--time-zone takes the place of --utc-offset");
    fileOf("+09:00");
    expect((await call(...words)).printed).toContain("days of +09:00");
    expect((await call(...words, "--time-zone", "UTC", "--json")).printed).toContain(
      '"time_zone": "UTC"',
    );
  });
});
