/** `bourse backtest run --symbols`: one strategy on several symbols that share the cash of one account. */

import type { Candles } from "@bourse/backtest-engine";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { writeSymbolsCsv } from "@bourse/backtest-engine/tables";
import { wireBacktestResult, wireTrade } from "@bourse/handlers/backtest";
import {
  joinMarkets,
  jobConfiguration,
  tracedEquity,
  tracedTrades,
  type BacktestFigures,
  type BacktestRequest,
  type MarketsRead,
  type PortfolioFields,
  type RunOutcome,
  type RunInput,
} from "@bourse/trading-core";
import { placeOf } from "@bourse/trading-core/market-data";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";
import { fileActions } from "./actions-flag.ts";
import { loadBenchmark, type LoadedBenchmark } from "./benchmark-flag.ts";
import { filesOf } from "./candle-set.ts";
import { withStrategy } from "./chosen-strategy.ts";
import {
  checkDetailFlags,
  detailField,
  detailFields,
  detailLines,
  type LoadedDetail,
} from "./detail-flags.ts";
import { figuresText, rejectedLines } from "./figures-text.ts";
import { PORTFOLIO_TABLES } from "./flag-tables.ts";
import {
  parameters,
  rebalanceFlag,
  runOptions,
  symbolsFlag,
  weightsFlag,
  wholeFlag,
  withoutFlags,
} from "./flag-values.ts";
import { fileFundingBySymbol } from "./funding-flag.ts";
import { isoTime } from "./iso-time.ts";
import { loadCandles, type LoadedCandles } from "./load-candles.ts";
import { checksOf, findingsLines } from "./robustness-flags.ts";
import { sheetText } from "./sheet-text.ts";
import { paragraph, runTables, tableFiles, writeTables, type Tables } from "./table-files.ts";

/** Runs a portfolio and prints its figures, or with `--json` what a job would answer, with its trades. */
export async function portfolioCommand(flags: Flags, surroundings: Surroundings): Promise<void> {
  for (const name of ["symbol", "look-ahead"]) {
    if (flags[name] === undefined) continue;
    throw new UsageError(`--${name} and --symbols exclude each other.`);
  }
  const symbols = symbolsFlag(flags);
  const weights = weightsFlag(flags);
  const rebalanceEvery = wholeFlag(flags, "rebalance-every", [1, 1_000_000]);
  const rebalance = rebalanceFlag(flags);
  const rules = runOptions(flags);
  const checks = checksOf(flags);
  const set = parameters(flags);
  const files = tableFiles(flags, PORTFOLIO_TABLES);
  const read = await loadMarkets(symbols, flags, surroundings);
  const actions = await fileActions(flags, symbols, surroundings);
  const benchmark = await loadBenchmark(
    flags,
    { ...read, actions: { ...rules, ...actions } },
    surroundings,
  );
  const settings = {
    ...placeOf(read),
    ...rules,
    ...actions,
    ...checks,
    parameters: set,
    symbols,
    ...(read.interval !== undefined && { interval: read.interval }),
    ...(weights !== undefined && { weights }),
    ...(rebalanceEvery !== undefined && { rebalanceEvery }),
    ...(rebalance !== undefined && { rebalance }),
    ...(read.funding !== undefined && { funding: read.funding }),
    ...(read.detail !== undefined && { detail: read.detail }),
    ...(benchmark.candles !== undefined && { benchmark: benchmark.candles }),
  } as RunInput<BacktestRequest>; // the engine's defaults hold for what is absent
  const run = await withStrategy(flags, (chosen) => chosen.portfolio(read.markets, settings));
  const written = await writeTables(files, tablesOf(run, symbols));
  surroundings.stdout(
    flags["json"] === true
      ? JSON.stringify(jsonOf(run, read, benchmark), null, 2)
      : [
          describe(run, read),
          ...sheetText(run.figures.tearSheet, benchmark.join),
          ...paragraph(written),
        ].join("\n\n"),
  );
}

function tablesOf(
  { figures, trace }: RunOutcome<BacktestFigures>,
  symbols: readonly string[],
): Tables {
  const trades = tracedTrades(trace);
  const points = tracedEquity(trace);
  const { timeZone, initialCapital } = figures;
  const run = {
    trades,
    initialCapital,
    time: Float64Array.from(points, ({ timestamp }) => timestamp),
    equity: Float64Array.from(points, ({ equity }) => equity),
    drawdown: Float64Array.from(points, ({ drawdown }) => drawdown),
    ...(timeZone !== undefined && { timeZone }),
  };
  return {
    ...runTables(run, figures),
    symbols: { csv: () => writeSymbolsCsv({ trades, symbols }) },
  };
}

type Loaded = MarketsRead &
  Pick<LoadedCandles, "interval"> & {
    /** Funding rates by symbol; absent without `--funding` and `--funding-csv`. */
    readonly funding?: Readonly<Record<string, readonly FundingRate[]>>;
    /** True for rates of `--funding-csv`. */
    readonly isOwnFunding?: boolean;
    /** Finer candles by symbol; absent without `--detail` and `--detail-csv`. */
    readonly detail?: Readonly<Record<string, Candles>>;
    /** Interval and file of the finer candles. */
    readonly finer?: Omit<LoadedDetail, "candles">;
  };

/** Flags of all symbols together. */
const OF_ALL_SYMBOLS = [
  "symbols",
  "csv",
  "detail-csv",
  "funding-csv",
  "dividends-csv",
  "rolls-csv",
];

/** The candles of each symbol: from the provider, or from the folder of `data fetch --symbols` that `--csv` names. */
async function loadMarkets(
  symbols: readonly string[],
  flags: Flags,
  surroundings: Surroundings,
): Promise<Loaded> {
  checkDetailFlags(flags);
  const shared = withoutFlags(flags, OF_ALL_SYMBOLS);
  const [folder, detailFolder] = [textFlag(flags, "csv"), textFlag(flags, "detail-csv")];
  const files = folder === undefined ? undefined : await filesOf(folder, symbols);
  const details = detailFolder && (await filesOf(detailFolder, symbols, "detail-csv"));
  const quiet = { ...surroundings, stderr: () => undefined };
  const loaded: [string, LoadedCandles][] = [];
  for (const symbol of symbols) {
    const own = {
      ...shared,
      symbol,
      ...(files && { csv: files[symbol] }),
      ...(details && { "detail-csv": details[symbol] }),
    };
    loaded.push([symbol, await loadCandles(own, quiet)]);
  }
  const isWhole = folder !== undefined || flags["from"] !== undefined;
  const limit = wholeFlag(flags, "limit", [1, 1_000_000]) ?? (isWhole ? Infinity : 1000);
  const read = joinMarkets(Object.fromEntries(loaded), limit);
  for (const warning of read.warnings) surroundings.stderr(`warning: ${warning}`);
  const interval = loaded[0]?.[1].interval;
  const ofFile = await fileFundingBySymbol(flags, symbols);
  const ofExchange = Object.fromEntries(
    loaded.flatMap(([symbol, one]) => (one.funding === undefined ? [] : [[symbol, one.funding]])),
  );
  const funding = ofFile ?? (flags["funding"] === true ? ofExchange : undefined);
  const detail = Object.fromEntries(
    loaded.flatMap(([symbol, one]) => (one.detail ? [[symbol, one.detail.candles]] : [])),
  );
  const finer = loaded[0]?.[1].detail;
  return {
    ...read,
    ...(interval !== undefined && { interval }),
    ...(finer !== undefined && { detail, finer }),
    ...(funding !== undefined && { funding, isOwnFunding: ofFile !== undefined }),
  };
}

/** The result in the server's spelling, with the parameters and the trades. */
function jsonOf(
  { figures, trace }: RunOutcome<BacktestFigures>,
  loaded: Loaded,
  { fields, join, warnings: besides }: LoadedBenchmark,
): object {
  const { markets, exchange, source, warnings, gaps, interval = "" } = loaded;
  const symbol = Object.keys(markets).join(",");
  const configuration = jobConfiguration<BacktestRequest>(
    figures.configuration,
    {
      symbol,
      interval,
      ...fields,
      ...(loaded.funding !== undefined && {
        funding: loaded.isOwnFunding === true ? loaded.funding : true,
      }),
      ...detailField(loaded.finer),
    },
    { ...loaded, candles: Object.values(markets) },
    { names: [exchange], defaultName: exchange },
  );
  return {
    ...wireBacktestResult(
      {
        ...figures,
        configuration,
        exchange,
        source,
        warnings: [...warnings, ...besides],
        ...(gaps && { gaps }),
        ...(join !== undefined && { benchmark: join }),
      },
      { symbol, interval },
    ),
    ...detailFields(figures.detail, loaded.finer?.interval),
    parameters: figures.configuration.settings.parameters,
    trades: tracedTrades(trace).map(wireTrade),
  };
}

function describe(
  { figures }: RunOutcome<BacktestFigures>,
  { source, funding, finer }: Loaded,
): string {
  const { strategy, candles, configuration } = figures;
  const { parameters: inForce = {}, weights = {} } = configuration.settings;
  const set = Object.entries(inForce).map(([name, value]) => `${name}=${String(value)}`);
  const shares = Object.entries(weights).map(([name, value]) => `${name} ${value.toPrecision(4)}`);
  const span = `${isoTime(figures.firstTimestamp)} to ${isoTime(figures.lastTimestamp)}`;
  return [
    `${strategy} on a portfolio: ${candles} candles from ${span}, source ${source}`,
    set.join(" "),
    `weights ${shares.join(", ")}; ${rebalancingOf(configuration.settings)}`,
    ...detailLines(figures.detail, finer?.interval),
    "",
    figuresText(figures, funding && figures.fundingPaid),
    ...findingsLines(figures),
    ...rejectedLines(figures),
  ].join("\n");
}

function rebalancingOf({ rebalance, rebalanceEvery }: PortfolioFields): string {
  if (rebalance !== undefined) return "rebalanced at the end of each month";
  return rebalanceEvery === undefined
    ? "never rebalanced"
    : `rebalanced every ${rebalanceEvery} moments`;
}
