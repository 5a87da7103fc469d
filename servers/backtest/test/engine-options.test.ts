/** Every option of the engine that is data, from the library, over HTTP and in a terminal. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { backtest, parseCandlesCsv, type BacktestOptions } from "@bourse/backtest-engine";
import { dataOptions } from "@bourse/backtest-engine/checks";
import { CALENDARS, ENGINE_OPTIONS, type EngineOptionNames } from "@bourse/contract/backtest";
import { libraryValue } from "@bourse/handlers/backtest";
import { beforeAll, describe, expect, test } from "vitest";

import { optionsPage } from "../../../packages/cli/scripts/options-page.ts";
import { OPTION_FLAGS } from "../../../packages/cli/src/backtest/option-flags.ts";
import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { CALENDAR_NAMES } from "../../../packages/indicators/src/calendar/index.ts";
import { sharedTestServer } from "./support/running-server.ts";

type Option = keyof typeof ENGINE_OPTIONS;

interface Cases {
  /** Values at and within the bounds, as a request has them. */
  readonly good: readonly unknown[];
  /** Values one step beyond them. */
  readonly bad: readonly unknown[];
  /** Other fields without which the good values could not be told from the default. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

const least = Number.MIN_VALUE;
const below = (value: number): number => value * (1 - Number.EPSILON);
const HOURS = { zone: "Asia/Riyadh", sessions: [["10:00", "15:00"]], days: ["Sun", 1, 2, 3, 4] };
const NOT_NUMBERS = ["1", true, {}, []];

const cases: Readonly<Record<Option, Cases>> = {
  initialCapital: { good: [0.01, 1e15], bad: [0, -1, 1.1e15, null, ...NOT_NUMBERS] },
  fee: { good: [0, below(0.5)], bad: [0.5, -least, null, ...NOT_NUMBERS] },
  makerFee: {
    good: [-0.499, 0, 0.499],
    bad: [-0.5, 0.5, null, ...NOT_NUMBERS],
    beside: { take_profit: 0.01 },
  },
  fixedFee: { good: [0, 5], bad: [-least, null, ...NOT_NUMBERS] },
  feeTiers: {
    good: [
      [{ volume: 0, maker: -0.0001, taker: 0.0005 }],
      [
        { volume: 20_000, maker: 0, taker: 0.0005 },
        { volume: 50_000, maker: 0, taker: 0.0004 },
      ],
    ],
    bad: [
      [],
      [{ volume: -1, maker: 0, taker: 0 }],
      [{ volume: 0, maker: 0, taker: 0.5 }],
      [{ volume: 0, maker: 0 }],
      null,
      "1",
      5,
    ],
  },
  slippage: {
    good: [0, 0.49, { half_spread: 0 }, { half_spread: 0.2 }, { volume_share: 1, impact: 0 }],
    bad: [
      0.5,
      -least,
      { half_spread: -1 },
      { volume_share: 0 },
      { volume_share: 1.01 },
      { volume_share: 0.5, impact: -1 },
      { impact: 1 },
      { half_spread: 1, volume_share: 1 },
      { spread: 1 },
      {},
      null,
      "1",
    ],
  },
  exitSlippage: {
    good: [0, 0.49, { half_spread: 0.2 }],
    bad: [0.5, -least, { half_spread: -1 }, {}, null, "1"],
  },
  fill: { good: ["next_open", "close"], bad: ["open", "", 1, null] },
  direction: { good: ["long", "short", "both"], bad: ["sideways", "", 1, null] },
  positionSize: {
    good: [0.001, 1, { units: 0.5 }, { cash: 100 }, { risk: 0.001 }, { risk: 1 }],
    bad: [
      0,
      1.01,
      { units: 0 },
      { cash: 0 },
      { risk: 0 },
      { risk: 1.01 },
      { units: 1, cash: 1 },
      { unit: 1 },
      {},
      null,
      "1",
    ],
    beside: { stop_loss: 0.05 },
  },
  pyramiding: { good: [1, 2, 10_000], bad: [0, 1.5, 10_001, null, ...NOT_NUMBERS] },
  lotSize: { good: [0, 0.25], bad: [-least, null, ...NOT_NUMBERS] },
  tickSize: { good: [0, 0.5], bad: [-least, null, ...NOT_NUMBERS] },
  minimumNotional: { good: [0, 20_000], bad: [-least, null, ...NOT_NUMBERS] },
  leverage: { good: [1, 125], bad: [0.99, 125.01, null, ...NOT_NUMBERS] },
  borrowRate: {
    good: [0, 0.001],
    bad: [-least, 0.5, null, ...NOT_NUMBERS],
    beside: { leverage: 2 },
  },
  dividends: { good: [[], exDates("amount", 0.5)], bad: [null, "1", 5] },
  splits: { good: [[], exDates("ratio", 1.25)], bad: [null, "1", 5] },
  contract: {
    good: [
      { multiplier: 10 },
      { margin: 12.5 },
      { multiplier: 2, tick: 0.25, currency: "USD", margin: 40 },
    ],
    bad: [
      {},
      { multiplier: 0 },
      { tick: 0 },
      { currency: "" },
      { margin: 0 },
      { multipler: 5 },
      { A: { margin: 0 } },
      null,
      "1",
      5,
    ],
  },
  rolls: {
    good: [[], exDates("ratio", 1).map(({ timestamp }) => timestamp)],
    bad: [[2, 1], null, "1", 5],
  },
  maintenanceMargin: {
    good: [0, 0.9],
    bad: [-least, 1, null, ...NOT_NUMBERS],
    beside: { leverage: 5 },
  },
  takeProfit: { good: [null, 0.001, 10], bad: [0, 10.01, ...NOT_NUMBERS] },
  stopLoss: { good: [null, 0.001, 0.999], bad: [0, 1, ...NOT_NUMBERS] },
  trailingStop: {
    good: [
      { distance: 0.01 },
      { distance: 0.05, activation: 0, active_distance: 0.01, wait_for_activation: true },
    ],
    bad: [
      {},
      { distance: 0 },
      { distance: 1 },
      { distance: 0.1, activation: -1 },
      { distance: 0.1, active_distance: 1 },
      { distance: 0.1, wait_for_activation: 1 },
      { distance: 0.1, distanc: 1 },
      0.05,
      null,
    ],
  },
  calendar: {
    good: ["XNYS", "always", HOURS],
    bad: [
      "NYSE",
      "",
      {},
      { zone: "UTC" },
      { zone: "UTC", sessions: [] },
      { zone: "UTC", sessions: [["09:00"]] },
      { zone: "UTC", sessions: [["9 am", "17:00"]] },
      { zone: "", sessions: [["09:00", "17:00"]] },
      { ...HOURS, days: [] },
      { ...HOURS, days: [8] },
      { ...HOURS, holidays: ["2024-02-30"] },
      { ...HOURS, close: "17:00" },
      1,
      null,
    ],
  },
  flatByClose: {
    good: [true, false],
    bad: ["yes", 1, null, {}],
    beside: {
      calendar: { zone: "UTC", sessions: [["00:00", "12:00"]], days: [1, 2, 3, 4, 5, 6, 7] },
    },
  },
  allowNegativePrices: {
    good: [true, false],
    bad: ["yes", 1, null, {}],
  },
  compatibility: {
    good: [
      "backtesting_py",
      "vectorbt",
      "freqtrade",
      { preset: "backtesting_py", final_position: "last_open", repeated_entry: "reopen" },
      {
        intrabar: "ohlc_path",
        gap: "level",
        levels: "signal_close",
        trailing: "next_candle",
        signal_on_exit: "drop",
        reversal_fee: "twice",
        stop_limit: "next_candle",
        margin_fee: "margin",
        liquidation: "at_close",
        profit_steps: [
          { after_minutes: 0, profit: 0.05 },
          { after_minutes: 120, profit: -1 },
        ],
      },
    ],
    bad: [
      "backtrader",
      { preset: "backtrader" },
      { intrabar: "open" },
      { gapp: "open" },
      { profit_steps: [{ after_minutes: 0.5, profit: 1 }] },
      { profit_steps: [{ after_minutes: -1, profit: 1 }] },
      { profit_steps: [{ after_minutes: 0, profit: -1.1 }] },
      5,
      null,
    ],
  },
  trainSplit: { good: [0, 0.9], bad: [1, -least, null, ...NOT_NUMBERS] },
  daysPerYear: { good: [0.5, 366], bad: [0, 366.01, null, ...NOT_NUMBERS] },
  barsPerYear: { good: [0.5, 31_622_400], bad: [0, 31_622_401, null, ...NOT_NUMBERS] },
  timeZone: { good: ["Asia/Tokyo", "-03:30"], bad: ["Mars/Olympus", "", null, 5] },
};

/** Words of the library that neither a request nor a command line has. */
const CORE_WORDS =
  /\b[a-z]+(?:[A-Z][a-z]+)+\b|\b(?:simulate|sweep|backtest|tradingYear): |option "/u;

/** Ex-dates all over the candles. */
function exDates(name: "amount" | "ratio", value: number): { readonly timestamp: number }[] {
  return Array.from({ length: 10 }, (_, i) => ({
    timestamp: Date.UTC(2025, 0, 1) + i * 20 * 3_600_000,
    [name]: value,
  }));
}

const shared = sharedTestServer({ DATA_PROVIDER: "csv" });
const type = { "content-type": "text/csv" };
const strategy = { strategy: "ma_crossover", parameters: { fast_period: 4, slow_period: 9 } };
let csv: string;

beforeAll(async () => {
  const rows = Array.from({ length: 300 }, (_, i) => {
    const close = 100 + 10 * Math.sin(i / 9) + 2 * Math.cos(i);
    const open = close + Math.sin(i * 7);
    const [high, low] = [Math.max(open, close) + 1, Math.min(open, close) - 1];
    return `${Date.UTC(2025, 0, 1) + i * 3_600_000},${open},${high},${low},${close},${50 + (i % 7)}`;
  });
  const text = `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`;
  csv = join(shared().folder, "wave.csv");
  writeFileSync(csv, text);
  const answer = await shared().post("/api/data/import?symbol=WAVE&interval=1h", text, type);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
});

const nameOf = (option: Option): string => {
  const names: EngineOptionNames = ENGINE_OPTIONS[option];
  return names.alias ?? names.field;
};

async function overHttp(body: object): Promise<Record<string, unknown>> {
  const asked = { symbol: "WAVE", interval: "1h", limit: 300, ...strategy, ...body };
  const answer = await shared().post("/api/backtests", asked);
  expect({ body, answer: answer.body }).toMatchObject({
    answer: { job_id: expect.any(String) as string },
  });
  const job = await shared().ended((answer.body as { job_id: string }).job_id);
  expect({ body, error: job.error }).toEqual({ body, error: null });
  return job.result as unknown as Record<string, unknown>;
}

async function inTerminal(
  words: readonly string[],
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const set = ["--strategy", "ma_crossover", "--set", "fast_period=4", "--set", "slow_period=9"];
  const code = await runBacktest(
    ["run", "--csv", csv, "--symbol", "WAVE", ...set, ...words, "--json"],
    { DATA_DIR: shared().folder, DATA_PROVIDER: "simulated" },
    {
      stdout: (text) => out.push(text),
      stderr: (text) => err.push(text),
      progress: () => undefined,
    },
  );
  return { code, out: out.join("\n"), err: err.join("\n") };
}

const flagWords = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const { flag, value: kind } = OPTION_FLAGS.find((one) => one.field === field)!;
    // A flag that stands alone says true.
    if (kind === "" && typeof value === "boolean") return value ? [`--${flag}`] : [];
    return [
      `--${flag}=${value === null ? "none" : typeof value === "string" ? value : JSON.stringify(value)}`,
    ];
  });

const FIGURES = ["final_capital", "total_trades", "fees_paid", "max_drawdown", "sharpe"] as const;

describe("the table of options", () => {
  test("has every option of the library that is data, and no other", () => {
    expect(Object.keys(ENGINE_OPTIONS)).toEqual(dataOptions);
    expect(Object.keys(cases)).toEqual(dataOptions);
  });

  test("has the calendars that the library has", () => {
    expect(CALENDARS).toEqual(CALENDAR_NAMES);
  });

  test("names a field as the library names the option, or gives it that name as well", () => {
    for (const option of dataOptions) {
      const snake = option.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
      if (option === "fee") continue; // the document names it transaction_fee
      expect(nameOf(option)).toBe(snake);
    }
  });

  test("is the page of the documentation", () => {
    const page = readFileSync(new URL("../../../docs/options.md", import.meta.url), "utf8");
    const hint = "run: pnpm --filter @bourse/server-backtest write:options";
    expect(page === optionsPage(), hint).toBe(true);
    expect(page.match(/^## /gmu)).toHaveLength(dataOptions.length + requestOptions.length + 1);
  });

  test("is what the command options prints", async () => {
    const out: string[] = [];
    const output = { stdout: (text: string) => out.push(text), stderr: () => 0, progress: () => 0 };
    expect(await runBacktest(["options", "--json"], {}, output)).toBe(0);
    const list = JSON.parse(out.join("")) as { option: string; description: string }[];
    expect(list.map(({ option }) => option)).toEqual([...dataOptions, ...requestOptions]);
    expect(list.every(({ description }) => description.length > 20)).toBe(true);
  });
});

/** Options of several symbols, which portfolios.test.ts tries. */
const requestOptions = [
  "symbols",
  "weights",
  "rebalanceEvery",
  "rebalance",
  "tearSheet",
  "benchmark",
  "funding",
  "detail",
];

describe.each(dataOptions)("%s", (option) => {
  const { good, bad, beside = {} } = cases[option];

  test("gives the same figures from the library, over HTTP and in a terminal", async () => {
    const { candles } = parseCandlesCsv(readFileSync(csv, "utf8"));
    const others = libraryValue(beside) as BacktestOptions;
    for (const value of good) {
      const fields = { ...beside, [nameOf(option)]: value };
      const expected = backtest(candles, {
        ...strategy,
        ...others,
        interval: "1h" as NonNullable<BacktestOptions["interval"]>,
        [option]: libraryValue(value),
      });
      const http = await overHttp(fields);
      const terminal = await inTerminal(flagWords(fields));
      expect({ value, err: terminal.err }).toEqual({ value, err: "" });
      const printed = JSON.parse(terminal.out) as Record<string, unknown>;
      const figures = {
        final_capital: expected.finalCapital,
        total_trades: expected.totalTrades,
        fees_paid: expected.feesPaid,
        max_drawdown: expected.maxDrawdown,
        sharpe: expected.sharpe,
      };
      for (const name of FIGURES) {
        expect({ value, name, http: http[name], terminal: printed[name] }).toEqual({
          value,
          name,
          http: figures[name],
          terminal: figures[name],
        });
      }
    }
  });

  test("changes the figures", async () => {
    const { candles } = parseCandlesCsv(readFileSync(csv, "utf8"));
    const others = libraryValue(beside) as BacktestOptions;
    const run = (options: object): string => {
      const {
        finalCapital,
        sharpe,
        candles: traded,
      } = backtest(candles, { ...strategy, ...others, ...options });
      return JSON.stringify([finalCapital, sharpe, traded]);
    };
    const found = good.map((value) => run({ [option]: libraryValue(value) }));
    // A crossover never enters twice on one side and reads no session, a market that never closes has no other year,
    // and these prices lie above 0.
    const isWithout = ["pyramiding", "timeZone", "calendar", "allowNegativePrices"].includes(
      option,
    );
    expect(new Set([run({}), ...found]).size).toBeGreaterThan(isWithout ? 0 : 1);
  });

  test("is refused one step beyond its bounds over HTTP, by place, and makes no job", async () => {
    const before = (await shared().get("/api/jobs/stats")).body;
    for (const value of bad) {
      const answer = await shared().post("/api/backtests", {
        ...strategy,
        [nameOf(option)]: value,
      });
      expect({ value, status: answer.status }).toEqual({ value, status: 422 });
      const [fault] = (answer.body as { detail: { loc: unknown[]; msg: string }[] }).detail;
      expect(fault!.loc.slice(0, 2)).toEqual(["body", nameOf(option)]);
      expect(fault!.msg).toMatch(/^(?:must|is|has|sets|needs|[a-z_]+ (?:must|is))/u);
      expect(fault!.msg).not.toMatch(CORE_WORDS);
    }
    expect((await shared().get("/api/jobs/stats")).body).toEqual(before);
  });

  test("is refused one step beyond its bounds in a terminal, by its flag", async () => {
    const { flag } = OPTION_FLAGS.find((one) => one.option === option)!;
    for (const value of bad.filter((one) =>
      typeof one === "object" ? one !== null && !Array.isArray(one) : typeof one === "number",
    )) {
      // The library takes rebates and farther targets than a request.
      if ((option === "fee" && value === -least) || (option === "takeProfit" && value === 10.01))
        continue;
      if (option === "initialCapital" && value === 1.1e15) continue;
      const { code, out, err } = await inTerminal(flagWords({ [nameOf(option)]: value }));
      expect({ value, code: code > 0, out }).toEqual({ value, code: true, out: "" });
      expect(err.split("\n\nUsage")[0]).toContain(`--${flag}`);
      expect(err).not.toMatch(CORE_WORDS);
    }
  });
});

const combinations: readonly [fields: Record<string, unknown>, at: string, said: RegExp][] = [
  [
    { position_size: { risk: 0.01 }, stop_loss: null },
    "position_size",
    /risk.*stop.*give a stop_loss|risk.*give a stop/u,
  ],
  [
    { slippage: { volume_share: 0.1 }, fill: "close" },
    "slippage",
    /volume_share.*next opens.*fill/u,
  ],
  [
    { exit_slippage: { volume_share: 0.1 } },
    "exit_slippage",
    /volume_share.*slippage.*exit_slippage/u,
  ],
  [
    { slippage: { volume_share: 0.1 }, exit_slippage: 0.01 },
    "exit_slippage",
    /volume_share.*slippage.*leave exit_slippage out/u,
  ],
  [
    { pyramiding: 2, compatibility: "backtesting_py" },
    "pyramiding",
    /above 1.*repeated_entry "reopen" of compatibility.*leave one of the two out/u,
  ],
  [{ flat_by_close: true }, "flat_by_close", /when a session ends, which calendar says/u],
  [
    { calendar: { zone: "Mars/Base", sessions: [["09:00", "17:00"]] } },
    "calendar",
    /IANA time zone/u,
  ],
];

describe("options that exclude each other are refused with both names", () => {
  test.each(combinations)("%j over HTTP", async (fields, at, said) => {
    const before = (await shared().get("/api/jobs/stats")).body;
    for (const route of ["backtests", "sweeps"]) {
      const answer = await shared().post(`/api/${route}`, { ...strategy, ...fields });
      expect(answer.status).toBe(422);
      const [fault] = (answer.body as { detail: { loc: unknown; msg: string }[] }).detail;
      expect(fault!.msg).toMatch(said);
      expect(fault!.msg).not.toMatch(CORE_WORDS);
      const { field, alias = field } = Object.values<EngineOptionNames>(ENGINE_OPTIONS).find(
        (one) => [one.field, one.alias].includes(at as never),
      )!;
      expect([
        ["body", field],
        ["body", alias],
      ]).toContainEqual(fault!.loc);
    }
    expect((await shared().get("/api/jobs/stats")).body).toEqual(before);
  });

  test.each(combinations)("%j in a terminal", async (fields) => {
    const { code, out, err } = await inTerminal(flagWords(fields));
    expect([code, out]).toEqual([1, ""]);
    expect(err).not.toMatch(CORE_WORDS);
    for (const field of Object.keys(fields)) {
      expect(err).toContain(`--${OPTION_FLAGS.find((one) => one.field === field)!.flag}`);
    }
  });

  test.each([
    ["take_profit", "take_profit_pct", 0.1],
    ["stop_loss", "stop_loss_pct", 0.1],
    ["position_size", "position_size_pct", 0.5],
    ["days_per_year", "trading_days", 250],
  ])("%s beside %s", async (alias, field, value) => {
    const answer = await shared().post("/api/backtests", { [alias]: value, [field]: value });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ["body", alias], msg: `sets the same option as ${field}; send one of the two` },
        ],
      },
    });
    const either = await overHttp({ [alias]: value });
    expect(either["configuration"]).toMatchObject({ request: { [field]: value } });
  });

  test("a short flag beside its long one", async () => {
    const { code, err } = await inTerminal(["--size", "1", "--position-size", "1"]);
    expect([code, err]).toEqual([
      2,
      "--size sets the same option as --position-size; give one of the two.",
    ]);
  });
});

test("a job's configuration, sent again, gives the same figures", async () => {
  const fields = {
    position_size: { risk: 0.02 },
    stop_loss: 0.03,
    trailing_stop: { distance: 0.04, activation: 0.01 },
    slippage: { half_spread: 0.1 },
    leverage: 3,
    borrow_rate: 0.0001,
    compatibility: {
      preset: "backtesting_py",
      profit_steps: [{ after_minutes: 600, profit: 0.01 }],
    },
  };
  const first = await overHttp(fields);
  const { request } = first["configuration"] as { request: Record<string, unknown> };
  expect(request).toMatchObject({ position_size: { risk: 0.02 }, slippage: { half_spread: 0.1 } });
  expect(request["compatibility"]).toMatchObject({ repeated_entry: "reopen", gap: "open" });
  const again = await overHttp(request);
  expect({ ...again, elapsed_ms: 0, configuration: 0 }).toEqual({
    ...first,
    elapsed_ms: 0,
    configuration: 0,
  });
});

test.each([
  ["--slippage=0,5", '--slippage takes a decimal point: 0.5, found "0,5".'],
  ["--stop-loss=0,05", '--stop-loss takes a decimal point: 0.05, found "0,05".'],
  ["--size=all=1", '--size has no member "all"; expected NUMBER|units=…|cash=…|risk=….'],
])("%s in a terminal is refused in words", async (word, expected) => {
  expect(await inTerminal([word])).toEqual({ code: 2, out: "", err: expected });
});
