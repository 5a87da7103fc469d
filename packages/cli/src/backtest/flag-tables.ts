/** The flags of the commands that compute: their names, values and descriptions. */

import type { BacktestRequest } from "@bourse/contract/backtest";
import type { FundingFields, PortfolioFields, TearSheetFields } from "@bourse/trading-core";

import type { Flag, FlagTable } from "../command/command.ts";
import { briefOption, OPTION_FLAGS } from "./option-flags.ts";
import { SEARCH_FLAGS } from "./search-flags.ts";

/** The flags under a heading of the help. */
function headed<const Table extends FlagTable>(
  heading: string,
  flags: Table,
): { readonly [Name in keyof Table]: Flag } {
  const entries = Object.entries<Flag>(flags).map(([name, flag]) => [name, { ...flag, heading }]);
  return Object.fromEntries(entries) as { readonly [Name in keyof Table]: Flag };
}

/** Flags that tell the format of a candle file, and the policy for its gaps. */
export const FILE_FLAGS = headed("Candle file (what is not told is detected and stated)", {
  gaps: { value: "report|refuse|fill", description: "what to do about missing candles" },
  adjusted: { description: "the prices are adjusted for splits and dividends" },
  dialect: { value: "NAME", description: "program or site that wrote the file" },
  columns: {
    value: "FIELD=COLUMN,...",
    description: "columns by name or number: time=When,open=2",
  },
  "date-order": { value: "dmy|mdy", description: "order of day and month in dates with slashes" },
  unit: { value: "s|ms|us|ns", description: "unit of times that are numbers" },
  delimiter: { value: "comma|semicolon|tab", description: "what stands between the columns" },
  decimal: { value: "point|comma", description: "decimal sign" },
  order: { value: "oldest-first|newest-first", description: "order of the rows" },
  "bad-rows": { value: "refuse|skip", description: "what to do about rows that are no candle" },
  duplicates: {
    value: "refuse|same|first|last",
    description: "what to do about rows of one time: leave out the same ones, or keep one",
  },
  "allow-negative-prices": { description: "prices may be 0 and below: spreads, rates" },
  "skip-rows": { value: "COUNT", description: "lines above the header" },
  encoding: { value: "NAME", description: "encoding of the text, such as windows-1252" },
  "utc-offset": { value: "MINUTES", description: "offset of times without a zone, -840 to 840" },
  "time-zone": {
    value: "ZONE",
    description: "zone of times without one, and of the days: Europe/Berlin",
  },
});

/** Flags that select the candles. */
export const CANDLE_FLAGS = {
  ...headed("Candles", {
    symbol: { value: "SYMBOL", description: "symbol to trade", default: "BTCUSDT" },
    interval: {
      value: "INTERVAL",
      description: "length of a candle, such as 45m or 3M",
      default: "1h",
    },
    limit: { value: "COUNT", description: "the newest candles; 1000 without --from and --csv" },
    from: { value: "TIME", description: "first time, ISO 8601 or milliseconds since 1970" },
    to: { value: "TIME", description: "end of the range, which is not part of it" },
    exchange: { value: "NAME", description: "exchange of the candles" },
    csv: {
      value: "FILE",
      description:
        "candles of a CSV, Parquet or Arrow file; with --symbols the folder of data fetch",
    },
  }),
  ...FILE_FLAGS,
} as const;

/** Flag of the shorter candles of a file under those of a run. */
export const DETAIL_FILE = headed("Candles", {
  "detail-csv": {
    value: "FILE",
    description: "shorter candles of a file; with --symbols the folder of data fetch",
  },
});

/** Flags that select the strategy. */
export const STRATEGY_FLAGS = headed("Strategy", {
  strategy: {
    value: "NAME",
    description: 'a name of "bourse backtest strategies", or a file: ./mine.ts',
    default: "wavelet_reversal",
  },
  set: {
    value: "NAME=VALUE",
    isMany: true,
    description: "parameter of the strategy; in a search also FROM..TO/STEP or A,B,C",
  },
});

/** Flags that select the run over the candles. */
export const RUN_FLAGS: FlagTable = {
  ...STRATEGY_FLAGS,
  ...ruleTable(OPTION_FLAGS),
};

/** The flags of some options of the engine. */
export function ruleTable(options: typeof OPTION_FLAGS): FlagTable {
  return Object.fromEntries(options.flatMap(ruleFlags));
}

/** The flags of an option of the engine: its own, and a shorter one where it has one. */
function ruleFlags(one: (typeof OPTION_FLAGS)[number]): (readonly [string, Flag])[] {
  const { flag, short } = one;
  const value = briefValue(one.value);
  const heading = 'Rules ("bourse backtest options" explains each)';
  const long: Flag = {
    ...(value !== "" && { value }),
    heading,
    get description() {
      return briefOption(one);
    },
  };
  if (short === undefined) return [[flag, long]];
  return [
    [flag, long],
    [short, { value, heading, description: `the same as --${flag}` }],
  ];
}

/** The kind of a value in one line of a help text. */
function briefValue(value: string): string {
  if (value.length <= 40) return value;
  return `${value.slice(0, value.lastIndexOf("|", 38))}|…`;
}

/** Flags that select the search. */
export const SWEEP_FLAGS = {
  ...headed("Search", {
    metric: {
      value: "NAME",
      description: "figure that is best when it is largest",
      default: "sharpe",
    },
    random: { value: "COUNT", description: "the same as --method random --trials COUNT" },
    seed: { value: "NUMBER", description: "seed of a random search", default: "1" },
    threads: { value: "COUNT", description: "threads that compute; one a core without it" },
    top: { value: "COUNT", description: "rows of the table", default: "10" },
    "max-combinations": { value: "COUNT", description: "most combinations", default: "10000" },
  }),
  ...headed("Search", SEARCH_FLAGS),
} as const;

/** One flag of a backtest beside the options of the engine, with its name in the library and on the wire. */
export interface RequestFlag {
  readonly flag: string;
  readonly option: keyof PortfolioFields | keyof TearSheetFields | keyof FundingFields | "detail";
  readonly field: keyof BacktestRequest;
  /** Kind of the values, as a usage line shows it; empty for a flag without a value. */
  readonly value: string;
}

/** Flags of a portfolio: several symbols that share the cash of one account. */
export const PORTFOLIO_FLAGS: readonly RequestFlag[] = [
  { flag: "symbols", option: "symbols", field: "symbols", value: "A,B,…" },
  { flag: "weights", option: "weights", field: "weights", value: "A=NUMBER,B=NUMBER,…" },
  {
    flag: "rebalance-every",
    option: "rebalanceEvery",
    field: "rebalance_every",
    value: "NUMBER",
  },
  { flag: "rebalance", option: "rebalance", field: "rebalance", value: "month_end" },
];

/** Flag of the funding of perpetual contracts, which sweeps and walk-forwards have too. */
export const FUNDING_FLAGS: readonly RequestFlag[] = [
  { flag: "funding", option: "funding", field: "funding", value: "" },
];

/** Flag of the shorter candles under those of a run, which sweeps and walk-forwards have too. */
export const DETAIL_FLAGS: readonly RequestFlag[] = [
  { flag: "detail", option: "detail", field: "detail_interval", value: "INTERVAL" },
];

/** Flags of the tear sheet. */
export const SHEET_FLAGS: readonly RequestFlag[] = [
  { flag: "tear-sheet", option: "tearSheet", field: "tear_sheet", value: "" },
  { flag: "benchmark", option: "benchmark", field: "benchmark", value: "SYMBOL" },
];

/** Flags of a request as a command has them, under a heading of its help. */
export function requestFlags(heading: string, flags: readonly RequestFlag[]): FlagTable {
  return Object.fromEntries(
    flags.map((one): [string, Flag] => [
      one.flag,
      {
        ...(one.value !== "" && { value: one.value }),
        heading,
        get description() {
          return briefOption(one);
        },
      },
    ]),
  );
}

/** Tables of every run. */
export const RUN_TABLES = ["metrics", "trades", "equity", "monthly_returns", "drawdowns"] as const;

/** Tables of a portfolio: those of a run, and its symbols. */
export const PORTFOLIO_TABLES: readonly string[] = [...RUN_TABLES, "symbols"];

/** Tables of a sweep. */
export const SWEEP_TABLES: readonly string[] = ["combinations"];

/** Tables of a walk-forward: those of all tests as one account, and its windows. */
export const WALK_FORWARD_TABLES: readonly string[] = [...RUN_TABLES, "windows"];

/** The flag of a command whose result has tables. */
export function tableFlag(names: readonly string[]): FlagTable {
  return {
    table: {
      value: "NAME=FILE",
      isMany: true,
      heading: "Output",
      description: `write a table as .csv, trades and equity also as .arrow or .parquet: ${names.join(", ")}`,
    },
  };
}

export const JSON_FLAG = {
  json: { description: "print JSON in the spelling of the server" },
} as const satisfies FlagTable;
