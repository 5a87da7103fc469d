// Typed-array reads below are within 0..length-1, so `!` only satisfies the type checker.

/** The current signal of a strategy, for live feeds. */

import type { Calendar } from "@bourse/indicators/calendar";
import { choiceOption, optional, textOption, type OptionRules } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { calendarOption } from "../candles/place-options.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import { unchecked } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { signalColumns, termsAt } from "../simulation/signal-terms.ts";
import { IndicatorCache } from "../strategies/indicator-cache.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { contextOf } from "../strategies/strategy-context.ts";
import { isTraderStrategy, type TraderStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import {
  Signal,
  type Decisions,
  type Strategy,
  type StrategyDirection,
} from "../strategy/strategy.ts";
import { runTrader } from "./run-trader.ts";

/** Current signal of a strategy: the position that it would hold now, and its confidence. */
export interface StrategySignal {
  /** Name of the strategy. */
  readonly strategyName: string;
  /** Symbol as given in the options. */
  readonly symbol?: string;
  /** Position that the strategy would hold; `flat` for none. */
  readonly direction: "long" | "short" | "flat";
  /** Confidence in the direction, 0–1, as the strategy documents it. Always 0 for `flat`. */
  readonly confidence: number;
  /** Open time of the last candle, milliseconds UTC. */
  readonly timestamp: number;
  /** Close of the last candle, in the quote currency. */
  readonly price: number;
  /** Parameters in force, defaults included. */
  readonly parameters: Parameters;
}

/** Options of {@link latestSignal}. */
export interface LatestSignalOptions {
  /** Symbol that is copied to the signal. */
  readonly symbol?: string;
  /** Sides that may be held. Default `both`. */
  readonly direction?: StrategyDirection;
  /** Calendar of the market, for strategies that read the `session` of their context. Default: none. */
  readonly calendar?: Calendar;
}

/**
 * The strategy's signal after the last candle: the position of an account that has acted at every close and kept the
 * strategy's own target and stop.
 *
 * Pass closed candles only. `parameters` are resolved here. The confidence of a strategy by orders is 1.
 *
 * @throws EngineError PARAMETERS_INVALID, OPTIONS_INVALID, STRATEGY_INVALID, CANDLES_INVALID; CANDLES_TOO_FEW when the
 * warm-up takes all candles
 */
export function latestSignal<P extends Parameters>(
  strategy: Strategy<P> | TraderStrategy<P>,
  parameters: unknown,
  candles: Candles,
  options: LatestSignalOptions = {},
): StrategySignal {
  requireDecide(strategy, "latestSignal", "simulateOrders");
  requireCandles(candles, "latestSignal");
  resolveEngineOptions("latestSignal", options, RULES);
  if (options.calendar !== undefined) calendarOption(options.calendar);
  const resolved = resolveParameters<P>(strategy, parameters);
  const { length } = candles;
  const { direction, confidence } = isTraderStrategy(strategy)
    ? standingOfTrader(strategy, resolved, candles, options)
    : standingBySignals(strategy as Strategy<P>, resolved, candles, options);
  return {
    strategyName: strategy.name,
    ...(options.symbol === undefined ? {} : { symbol: options.symbol }),
    direction,
    confidence: Math.min(1, Math.max(0, confidence)),
    timestamp: candles.time[length - 1]!,
    price: candles.close[length - 1]!,
    parameters: resolved,
  };
}

const RULES: OptionRules<{
  readonly [Key in keyof Required<LatestSignalOptions>]: LatestSignalOptions[Key];
}> = {
  symbol: optional(textOption({ minLength: 0 })),
  direction: optional(choiceOption(["long", "short", "both"])),
  calendar: unchecked(),
};

type Standing = Pick<StrategySignal, "direction" | "confidence">;

function standingBySignals<P extends Parameters>(
  strategy: Strategy<P>,
  parameters: P,
  candles: Candles,
  { direction: allowed = "both", calendar }: LatestSignalOptions,
): Standing {
  const indicators = new IndicatorCache();
  const decisions = runStrategy(strategy, parameters, candles, indicators, undefined, calendar);
  if (decisions.warmUp >= candles.length) {
    throw tooFew(strategy.name, decisions.warmUp, candles.length);
  }
  const held = positionAfter(candles, decisions, allowed);
  if (held === 0) return { direction: "flat", confidence: 0 };
  const direction = held > 0 ? "long" : "short";
  const context = contextOf(candles, { indicators, calendar });
  const confidence = strategy.confidence?.(candles, parameters, context, direction) ?? 1;
  return { direction, confidence };
}

/** The position that a trader holds whose orders fill at the closes at which it submits them. */
function standingOfTrader(
  strategy: TraderStrategy,
  parameters: Parameters,
  candles: Candles,
  { symbol, direction = "both", calendar }: LatestSignalOptions,
): Standing {
  if (candles.length === 0) throw tooFew(strategy.name, 0, 0);
  const { openPosition } = runTrader(
    strategy,
    parameters,
    { candles, symbol },
    {
      fill: "close",
      direction,
      compatibility: { finalPosition: "keep" },
      ...(calendar !== undefined && { calendar }),
    },
  );
  return openPosition === null
    ? { direction: "flat", confidence: 0 }
    : { direction: openPosition.side, confidence: 1 };
}

/** Position after the last candle: 1, 0 or -1. */
function positionAfter(candles: Candles, decisions: Decisions, allowed: StrategyDirection): number {
  const { signals } = decisions;
  const columns = signalColumns(decisions, NOTHING);
  let held = 0;
  let entryPrice = 0;
  let exits: Pick<Decisions, "stopLoss" | "takeProfit"> = decisions;
  for (let i = decisions.warmUp; i < signals.length; i++) {
    if (held !== 0 && touchesExit(candles, i, held, entryPrice, exits)) held = 0;
    const signal = signals[i]!;
    if (held > 0 && (signal & Signal.exitLong) !== 0) held = 0;
    if (held < 0 && (signal & Signal.exitShort) !== 0) held = 0;
    const wanted = entryOf(signal, allowed);
    if (wanted === 0 || wanted === held) continue;
    held = wanted;
    entryPrice = candles.close[i]!;
    exits = columns === undefined ? decisions : { ...decisions, ...termsAt(columns, i) };
  }
  return held;
}

/** A live signal has no options that could replace the strategy's own terms. */
const NOTHING = { size: false, stopLoss: false, takeProfit: false };

/** Entry of a signal: 1 or -1 if it is allowed, 0 for none or for two that contradict each other. */
function entryOf(signal: number, allowed: StrategyDirection): number {
  const long = allowed !== "short" && (signal & Signal.enterLong) !== 0;
  const short = allowed !== "long" && (signal & Signal.enterShort) !== 0;
  return Number(long) - Number(short);
}

function touchesExit(
  candles: Candles,
  i: number,
  held: number,
  entryPrice: number,
  { takeProfit = Infinity, stopLoss = Infinity }: Pick<Decisions, "stopLoss" | "takeProfit">,
): boolean {
  if (entryPrice <= 0) return false; // no fraction of it
  const best = held > 0 ? candles.high[i]! : candles.low[i]!;
  const worst = held > 0 ? candles.low[i]! : candles.high[i]!;
  const gain = (held * (best - entryPrice)) / entryPrice;
  const loss = (held * (entryPrice - worst)) / entryPrice;
  return gain >= takeProfit || loss >= stopLoss;
}

function tooFew(name: string, warmUp: number, found: number): EngineError {
  const needed = `more than ${warmUp} candles`;
  return new EngineError(
    "CANDLES_TOO_FEW",
    `Strategy ${name} needs ${needed} for its warm-up, found ${found}. Ask for a longer range.`,
    { details: { strategy: name, warmUp, found } },
  );
}
