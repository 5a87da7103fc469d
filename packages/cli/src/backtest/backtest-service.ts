/** `bourse backtest`: commands that compute here, on the candles that the server would use, and on its data. */

import { hasCode } from "@bourse/kernel";
import { STORE_SCHEMA } from "@bourse/server-backtest/parts";

import type { Argument, CommandTable, FlagTable } from "../command/command.ts";
import { createService, type Service } from "../service/service.ts";
import { auditCommand } from "../service/verify-audit.ts";
import { webhookListCommand } from "../service/webhook-commands.ts";
import { storeCommands } from "../store/store-commands.ts";
import { alertCommand } from "./alert-command.ts";
import { fetchSetCommand, verifySetCommand } from "./candle-set-commands.ts";
import { LIMIT_FLAGS } from "./chosen-strategy.ts";
import { fetchCommand, importCommand } from "./data-commands.ts";
import { deadLetterCommands } from "./dead-letter-commands.ts";
import {
  CANDLE_FLAGS,
  DETAIL_FILE,
  DETAIL_FLAGS,
  FILE_FLAGS,
  FUNDING_FLAGS,
  JSON_FLAG,
  PORTFOLIO_FLAGS,
  PORTFOLIO_TABLES,
  requestFlags,
  RUN_FLAGS,
  SHEET_FLAGS,
  STRATEGY_FLAGS,
  SWEEP_FLAGS,
  SWEEP_TABLES,
  tableFlag,
  WALK_FORWARD_TABLES,
} from "./flag-tables.ts";
import { inFlags } from "./in-flags.ts";
import { killCommand } from "./kill-command.ts";
import { newCommand } from "./new-command.ts";
import { onBacktestStore, onBacktestTrail } from "./on-backtest-trail.ts";
import { ROBUSTNESS_FLAGS } from "./robustness-flags.ts";
import { sessionCommands } from "./session-commands.ts";
import { FOLDER_FLAG, strategiesCommand } from "./strategies-command.ts";
import { STYLES } from "./strategy-templates.ts";
import { WINDOW_FLAGS, walkForwardCommand } from "./walk-forward-command.ts";

const FUNDING: FlagTable = {
  ...requestFlags("Candles", FUNDING_FLAGS),
  "funding-csv": {
    value: "FILE",
    heading: "Candles",
    description: "funding rates of a CSV file: time, rate, with --symbols symbol",
  },
  "dividends-csv": {
    value: "FILE",
    heading: "Candles",
    description:
      "dividends and splits of a CSV file as Yahoo has it: Date, Dividends, Stock Splits",
  },
  "rolls-csv": {
    value: "FILE",
    heading: "Candles",
    description: "rolls of a future of a CSV file: date, with --symbols symbol",
  },
};
const DETAIL = { ...requestFlags("Candles", DETAIL_FLAGS), ...DETAIL_FILE };
const { top: _, ...REPORTED_SEARCH } = SWEEP_FLAGS;
const { study: __, pbo: ___, cpcv: ____, ...WALKED_SEARCH } = REPORTED_SEARCH;

/** Flags of every run of a strategy over candles. */
const RUN: FlagTable = {
  ...CANDLE_FLAGS,
  ...DETAIL,
  ...FUNDING,
  ...RUN_FLAGS,
  ...LIMIT_FLAGS,
};

const VALUES =
  "A value with members is name=value,name=value or JSON: --trailing-stop distance=0.05. Where candles come from is set as for the server: DATA_PROVIDER, CSV_DIR, DATA_DIR.";

const IMPORTED: Argument = {
  name: "FILE",
  description: "file of candles, or folder of such files",
};

const computing: CommandTable = {
  run: {
    summary:
      "one backtest, here and now, without a server; with --symbols a portfolio of symbols that share the cash of one account",
    details: VALUES,
    flags: {
      ...RUN,
      ...requestFlags("Portfolio", PORTFOLIO_FLAGS),
      ...ROBUSTNESS_FLAGS,
      ...requestFlags("Output", SHEET_FLAGS),
      ...tableFlag(PORTFOLIO_TABLES),
      json: { ...JSON_FLAG.json, heading: "Output" },
    },
    examples: [
      "--symbol BTCUSDT --interval 1h --strategy rsi",
      "--csv hours.csv --strategy ./mine.ts --tear-sheet",
      "--symbols BTCUSDT,ETHUSDT --weights BTCUSDT=0.6,ETHUSDT=0.4",
    ],
    run: async ({ flags }, surroundings) =>
      (await import("./run-command.ts")).runCommand(flags, surroundings),
  },
  sweep: {
    summary:
      "one backtest for each combination of the values of parameters, the best rows as a table",
    details: VALUES,
    flags: { ...RUN, ...SWEEP_FLAGS, ...tableFlag(SWEEP_TABLES), ...JSON_FLAG },
    examples: [
      "--csv hours.csv --strategy ma_crossover \\\n  --set fast_period=5..30/5 --set slow_period=20..100/10",
    ],
    run: async ({ flags }, surroundings) =>
      (await import("./sweep-command.ts")).sweepCommand(flags, surroundings),
  },
  "walk-forward": {
    summary: "choose parameters on one stretch of candles and trade them on the next, repeatedly",
    details: VALUES,
    flags: {
      ...RUN,
      ...WALKED_SEARCH,
      ...WINDOW_FLAGS,
      ...tableFlag(WALK_FORWARD_TABLES),
      ...JSON_FLAG,
    },
    examples: ["--csv hours.csv --strategy rsi --set period=10..20/2 --train 2000 --test 500"],
    run: ({ flags }, surroundings) => walkForwardCommand(flags, surroundings),
  },
  report: {
    summary: "a backtest, or a sweep and its best run, as one HTML file",
    details: VALUES,
    flags: {
      ...RUN,
      ...REPORTED_SEARCH,
      ...ROBUSTNESS_FLAGS,
      ...JSON_FLAG,
      out: { value: "FILE", description: "file to write", default: "report.html" },
    },
    examples: ["--csv hours.csv --strategy rsi --out rsi.html"],
    run: async ({ flags }, surroundings) =>
      (await import("./report-command.ts")).reportCommand(flags, surroundings),
  },
  "audit look-ahead": {
    summary: "check whether a strategy decides from the past alone; 1 when it looks ahead",
    flags: {
      ...CANDLE_FLAGS,
      ...STRATEGY_FLAGS,
      ...LIMIT_FLAGS,
      ...JSON_FLAG,
      calendar: RUN_FLAGS["calendar"]!,
      runs: { value: "COUNT", description: "shortened series, 1 to 10000", default: "32" },
    },
    examples: ["--csv hours.csv --strategy ./mine.ts"],
    run: async ({ flags }, surroundings) =>
      (await import("./look-ahead-command.ts")).lookAheadCommand(flags, surroundings),
  },
};

const candles: CommandTable = {
  "data import": {
    summary:
      "put a candle file, or all files of a folder, where the server looks for them; all rows are checked first",
    details:
      "Files of a folder are named [EXCHANGE-]SYMBOL-INTERVAL[-DATE], such as BTCUSDT-1h-2024-01.csv, or with --interval SYMBOL; those of one series are joined.",
    takes: [IMPORTED],
    flags: {
      symbol: { value: "SYMBOL", description: "symbol of the candles; needed for a file" },
      interval: {
        value: "INTERVAL",
        description: "length of a candle, such as 45m or 3M; needed for a file",
      },
      exchange: { value: "NAME", description: "exchange of the candles" },
      calendar: {
        value: "NAME",
        description: "hours of the market, by which gaps are counted and runs go: XNYS",
      },
      ...FILE_FLAGS,
      ...JSON_FLAG,
    },
    examples: ["hours.csv --symbol BTCUSDT --interval 1h", "dumps"],
    run: ({ flags, words: [file] }, surroundings) => importCommand(file, flags, surroundings),
  },
  "data list": {
    summary:
      "list the candles on this machine: cache and imported files, with spans, gaps and size",
    flags: {
      calendar: { value: "NAME", description: "hours of the market, by which gaps are counted" },
      ...JSON_FLAG,
    },
    run: async ({ flags }, surroundings) =>
      (await import("./data-list-command.ts")).listCommand(flags, surroundings),
  },
  "data fetch": {
    summary: "fetch candles from an exchange into the cache, and with --out into a file",
    flags: {
      ...CANDLE_FLAGS,
      ...JSON_FLAG,
      out: { value: "FILE", description: "file to write; with --symbols a folder" },
      symbols: {
        value: "A,B,C",
        description: "many symbols, with --from, --to and --out FOLDER; goes on where it was cut",
      },
    },
    examples: [
      "--symbol BTCUSDT --interval 1h --limit 5000 --out hours.csv",
      "--symbols BTCUSDT,ETHUSDT --from 2024-01-01 --to 2024-07-01 --out candles",
    ],
    run: ({ flags }, surroundings) =>
      flags["symbols"] === undefined
        ? fetchCommand(flags, surroundings)
        : fetchSetCommand(flags, surroundings),
  },
  "data verify": {
    summary: "compare the files of a folder of candles with their checksums and read all of them",
    takes: [{ name: "FOLDER", description: "folder of data fetch --symbols" }],
    flags: JSON_FLAG,
    run: ({ flags, words: [folder] }, surroundings) =>
      verifySetCommand(folder, flags, surroundings),
  },
};

const explaining: CommandTable = {
  strategies: {
    summary: "list the strategies with their parameters",
    flags: { ...FOLDER_FLAG, ...JSON_FLAG },
    run: ({ flags }, surroundings) => strategiesCommand(flags, surroundings),
  },
  options: {
    summary: "list every option of the engine with its flag, its field and its meaning",
    flags: JSON_FLAG,
    run: async ({ flags }, surroundings) =>
      (await import("./options-command.ts")).optionsCommand(flags, surroundings),
  },
  new: {
    summary: "write the folder of a strategy of one's own, with a test",
    takes: [{ name: "NAME", isOptional: true, description: "name of the folder; my-strategy" }],
    flags: {
      style: {
        value: STYLES.join("|"),
        description: "how the strategy is written",
        default: "array",
      },
    },
    run: ({ flags, words: [name] }, surroundings) => newCommand(name, flags, surroundings),
  },
};

const store = storeCommands(() => ({ schema: STORE_SCHEMA }));

const loadServer = async () => (await import("@bourse/server-backtest")).backtestServer;

/** The backtest service with its commands. */
export const backtestService: Service = createService(
  loadServer,
  {
    name: "bourse backtest",
    about: "Backtests, candles and orders on paper.",
    commands: {
      ...computing,
      ...candles,
      ...explaining,
      "audit verify": auditCommand(onBacktestTrail),
      ...deadLetterCommands,
      ...sessionCommands,
      ...killCommand,
      ...alertCommand,
      ...webhookListCommand(onBacktestStore),
      "store copy": store.copy,
      "store check": store.check,
    },
    examples: [
      "BACKTEST_PORT=3003 bourse start backtest",
      "bourse backtest run --symbol BTCUSDT --interval 1h --strategy rsi",
      "bourse backtest run --csv hours.csv --strategy ./mine.ts",
      "bourse backtest sweep --csv hours.csv --strategy ma_crossover \\\n  --set fast_period=5..30/5 --set slow_period=20..100/10",
    ],
    notes:
      "The server must be stopped before audit verify, webhooks, outbox and store, and without BUS_URL before dead-letters. Settings are environment variables; the README of @bourse/server-backtest lists them.",
    // A strategy's own words keep the names of its code.
    messageOf: (error, args) =>
      hasCode(error, "STRATEGY_INVALID", "STRATEGY_FAILED")
        ? error.message
        : inFlags(error.message, args),
  },
  { service: "backtest", onStore: onBacktestStore },
);
