/** Checks of requests before they are stored: whatever would only fail in the worker is refused at submission. */

import { EngineError } from "@bourse/backtest-engine";
import {
  checkFundingRates,
  checkPortfolio,
  checkRunOptions,
  combine,
  createSpace,
  lookAheadInForce,
  planAssessments,
  resolveOwnOptions,
  runRules,
  windowsOf,
} from "@bourse/backtest-engine/checks";
import { normaliseInterval } from "@bourse/backtest-engine/data";
import { monteCarloInForce, type OptionRanges } from "@bourse/backtest-engine/research";
import {
  type AnyStrategy,
  bollingerBands,
  buyAndHold,
  constantWeights,
  isTraderStrategy,
  maCrossover,
  resolveParameters,
  rsiStrategy,
  type StrategyRegistry,
} from "@bourse/backtest-engine/strategies";
import { hasCode, type Clock } from "@bourse/kernel";

import { checkDetailInterval } from "../inputs/read-detail.ts";
import { checkFundingSource } from "../inputs/read-funding.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { MAX_CANDLES } from "../market-data/range.ts";
import {
  candleLimit,
  type BacktestRequest,
  type CandleSelection,
  type DetailFields,
  type FundingFields,
  type PortfolioFields,
  type SweepRequest,
  type WalkForwardRequest,
} from "./backtest-request.ts";

/** The names that a request may use, and the time that it is made at. */
export interface KnownNames {
  readonly strategies: StrategyRegistry;
  readonly exchanges: ExchangeDirectory;
  /** Source of time: a range without an end goes on to now. */
  readonly clock: Pick<Clock, "now">;
}

/** Name of the strategy that runs when a request names none. */
const DEFAULT_STRATEGY = "wavelet_reversal";

/** Most combinations of a sweep job or of one training window. Its result is stored as one document. */
export const maxJobCombinations = 10_000;

/** Most symbols of a portfolio's job. */
const maxPortfolioSymbols = 100;

/**
 * @throws EngineError INTERVAL_INVALID, STRATEGY_UNKNOWN, PARAMETERS_INVALID, EXCHANGE_UNKNOWN; OPTIONS_INVALID for a
 * range of too many candles, an option out of bounds, and options that exclude each other
 */
export function checkBacktestRequest(request: BacktestRequest, known: KnownNames): void {
  candleLimit(request, known.clock.now());
  normaliseInterval(request.interval);
  const strategy = known.strategies.get(request.strategy ?? DEFAULT_STRATEGY);
  resolveParameters(strategy, request.parameters ?? {});
  known.exchanges.find(request.exchange);
  checkRobustnessFields(request);
  checkFundingField(request, known);
  checkDetail(request, known);
  if (request.benchmark !== undefined && request.tearSheet === false) {
    throw refusal(
      "benchmark",
      'belongs to the tear sheet, which option "tearSheet" turns off; leave one of the two out.',
    );
  }
  if (request.symbols === undefined) {
    checkLoneFields(request);
    checkRunOptions(request);
  } else checkPortfolioRequest({ ...request, symbols: request.symbols }, strategy, known);
  checkStop(strategy, request);
}

/** @throws EngineError as {@link checkDetailInterval}, for the shorter candles of all symbols */
function checkDetail(
  request: CandleSelection & DetailFields & PortfolioFields,
  { clock }: KnownNames,
): void {
  const { detailInterval, interval, symbols } = request;
  if (detailInterval === undefined) return;
  const count = candleLimit(request, clock.now()) * (symbols?.length ?? 1);
  checkDetailInterval(interval, detailInterval, count);
}

/** Built-in strategies that bring no stop; whether one of the caller's own does is known when it has run. */
const STOPLESS: readonly AnyStrategy[] = [
  maCrossover,
  rsiStrategy,
  bollingerBands,
  buyAndHold,
  constantWeights,
];

/** @throws EngineError OPTIONS_INVALID for a size by risk without the stop that measures it */
function checkStop(
  strategy: AnyStrategy,
  {
    positionSize,
    stopLoss,
    optionRanges,
  }: Pick<SweepRequest, "positionSize" | "stopLoss" | "optionRanges">,
): void {
  const isByRisk = typeof positionSize === "object" && "risk" in positionSize;
  const hasStop = stopLoss !== undefined || optionRanges?.["stopLoss"] !== undefined;
  if (!isByRisk || hasStop || !STOPLESS.includes(strategy)) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `backtest: a positionSize by risk is measured by the distance of the stop, and the strategy ${strategy.name} brings none; give a stopLoss, or another positionSize.`,
    { details: { option: "positionSize" } },
  );
}

/** @throws EngineError INTERVAL_INVALID, EXCHANGE_UNKNOWN, STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID */
export async function checkSweepRequest(
  request: SweepRequest | WalkForwardRequest,
  known: KnownNames,
): Promise<void> {
  const { strategy = DEFAULT_STRATEGY, parameters = {}, search, constraints } = request;
  candleLimit(request, known.clock.now());
  normaliseInterval(request.interval);
  known.exchanges.find(request.exchange);
  checkFundingField(request, known);
  checkDetail(request, known);
  checkRunOptions(request);
  checkStop(known.strategies.get(strategy), request);
  const space = createSpace(known.strategies.get(strategy), {
    parameters,
    optionRanges: request.optionRanges as OptionRanges,
    constraints,
    rules: runRules(request),
  });
  resolveOwnOptions({ search, earlyStopping: request.earlyStopping });
  if ("overfitting" in request || "crossValidation" in request) {
    planAssessments(candleLimit(request, known.clock.now()), request);
  }
  if (search?.method === "tpe") return;
  await combine(space, search, maxJobCombinations);
}

/** @throws EngineError OPTIONS_INVALID naming `monteCarlo` or `lookAhead`, and the option of theirs as the field */
function checkRobustnessFields({ monteCarlo, lookAhead, symbols }: BacktestRequest): void {
  within("monteCarlo", () => monteCarlo && monteCarloInForce(monteCarlo));
  within("lookAhead", () => lookAhead && lookAheadInForce(lookAhead));
  if (lookAhead === undefined || symbols === undefined) return;
  throw refusal(
    "lookAhead",
    'audits a strategy on one symbol; leave it out, or give a symbol in place of option "symbols".',
  );
}

/** Names the option that the options at fault belong to. */
function within(option: "monteCarlo" | "lookAhead", check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!hasCode(error, "OPTIONS_INVALID")) throw error;
    const { option: field } = error.details as { readonly option?: string };
    const details = { option, ...(field !== undefined && { field }) };
    throw new EngineError("OPTIONS_INVALID", error.message, { details, cause: error });
  }
}

/** @throws EngineError OPTIONS_INVALID for an exchange without funding rates, or rates that are out of bounds */
function checkFundingField(
  {
    funding,
    exchange,
    symbols = [],
  }: FundingFields & Pick<BacktestRequest, "exchange" | "symbols">,
  { exchanges }: KnownNames,
): void {
  if (funding === true) checkFundingSource(exchanges, exchange);
  else if (typeof funding === "object") checkFundingRates(funding, symbols);
}

/** @throws EngineError OPTIONS_INVALID for a field of portfolios in a request without symbols */
function checkLoneFields(request: BacktestRequest): void {
  for (const name of ["weights", "rebalanceEvery", "rebalance"] as const) {
    if (request[name] === undefined) continue;
    throw refusal(name, 'needs option "symbols": it belongs to a portfolio of several symbols.');
  }
}

/** @throws EngineError OPTIONS_INVALID, STRATEGY_INVALID */
function checkPortfolioRequest(
  request: BacktestRequest & Required<Pick<PortfolioFields, "symbols">>,
  strategy: AnyStrategy,
  { clock }: KnownNames,
): void {
  const { symbols, weights, rebalanceEvery, rebalance, trainSplit } = request;
  if (isTraderStrategy(strategy)) {
    throw refusal(
      "strategy",
      `${strategy.name} trades by orders on one symbol; a portfolio takes strategies by signals.`,
    );
  }
  const twice = symbols.find((symbol, place) => symbols.indexOf(symbol) !== place);
  if (twice !== undefined) throw refusal("symbols", `has ${twice} more than once.`);
  if (symbols.length > maxPortfolioSymbols) {
    throw refusal(
      "symbols",
      `has ${symbols.length} symbols, and at most ${maxPortfolioSymbols} are taken.`,
    );
  }
  const limit = candleLimit(request, clock.now());
  if (limit * symbols.length > MAX_CANDLES) {
    throw refusal(
      "limit",
      `of ${limit} candles for each of ${symbols.length} symbols is more than the ${MAX_CANDLES} of a job; shorten the range, choose a longer interval, or take fewer symbols.`,
    );
  }
  checkPortfolio(symbols, {
    ...runRules(request),
    ...(weights !== undefined && { weights }),
    ...(rebalanceEvery !== undefined && { rebalanceEvery }),
    ...(rebalance !== undefined && { rebalance }),
    ...(trainSplit !== undefined && { trainSplit }),
  });
}

function refusal(option: string, fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `backtestPortfolio: option "${option}" ${fault}`, {
    details: { option },
  });
}

/** @throws EngineError as {@link checkSweepRequest}; CANDLES_TOO_FEW when not one window fits into `limit` */
export async function checkWalkForwardRequest(
  request: WalkForwardRequest,
  known: KnownNames,
): Promise<void> {
  await checkSweepRequest(request, known);
  windowsOf(candleLimit(request, known.clock.now()), request);
}
