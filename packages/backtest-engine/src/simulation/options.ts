/** Options of a simulation: costs of fills, position sizes and exits. */

import type { Calendar } from "@bourse/indicators/calendar";
import {
  choiceOption,
  functionOption,
  integerOption,
  numberOption,
  optional,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import type { Interval } from "../candles/interval.ts";
import { unchecked } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { Decisions, StrategyDescription, StrategyDirection } from "../strategy/strategy.ts";
import { borrowRateRule } from "./borrow-rate.ts";
import {
  resolveCompatibility,
  type Compatibility,
  type CompatibilityRules,
} from "./compatibility.ts";
import { isOneContract, type Contracts } from "./contract.ts";
import type { Dividends, Splits } from "./corporate-actions.ts";
import type { FeeModel } from "./fee-model.ts";
import type { FeeTier } from "./fee-tiers.ts";
import type { Funding } from "./funding-rate.ts";
import type { MarketOptions } from "./market-options.ts";
import { positionSizeRule, type PositionSize } from "./position-size.ts";
import type { Rolls } from "./rolls.ts";
import { signalColumns, type SignalColumns } from "./signal-terms.ts";
import { checkRisk } from "./size-combinations.ts";
import { slippageRule, type Slippage } from "./slippage.ts";
import { trailingStopRule, type TrailingStop } from "./trailing-stop.ts";

/**
 * Rules of a simulation; every one has a default. Amounts are in the quote currency, fractions are plain (0.001 is
 * 0.1 %).
 */
export interface SimulationOptions extends MarketOptions {
  /** Cash at the start, in the quote currency. Above 0; default 10,000. */
  readonly initialCapital?: number;
  /** Fee of each fill as a fraction of its value; a negative fee is a rebate. Above -0.5, below 0.5; default 0.001. */
  readonly fee?: number;
  /**
   * Fee of limit fills (targets, profit steps, limit orders) as a fraction of their value. Above -0.5, below 0.5;
   * default `fee`.
   */
  readonly makerFee?: number;
  /**
   * Fixed fee of each order in addition to `fee`, in the quote currency; a reversal is one order. At least 0; default
   * 0.
   */
  readonly fixedFee?: number;
  /**
   * A function that computes the fee of each fill and replaces `fee`, `makerFee` and `fixedFee`, which then only size
   * entries and measure profit steps. An entry that becomes unaffordable with its fee is reduced. Default: none.
   */
  readonly feeModel?: FeeModel;
  /**
   * Fees by the value that the account has traded, 1–100 tiers with rising volumes: of the tiers whose `volume` is at
   * most what all symbols traded in the 30 days before a fill, the last one's `maker` is the fee of a limit fill and
   * its `taker` that of another, instead of `makerFee` and `fee`, which hold below the first tier and measure profit
   * steps. Times are the opens of the fills' candles; a run begins with nothing traded. Excludes `feeModel`. Default:
   * none.
   */
  readonly feeTiers?: readonly FeeTier[];
  /** Slippage of market fills: a fraction of the price (0 to below 0.5) or a model. Default 0. */
  readonly slippage?: Slippage;
  /**
   * Slippage of market fills that close a position. Targets and profit steps are limit fills and never slip. Default
   * `slippage`.
   */
  readonly exitSlippage?: Slippage;
  /** Fill price of a signal: the open of the next candle (default) or the close of the signal's own candle. */
  readonly fill?: "next_open" | "close";
  /** Sides that may be held. An entry on a side that is not allowed closes the other side instead. Default `long`. */
  readonly direction?: StrategyDirection;
  /** Size of an entry; a plain number is the fraction of the cash to commit. Default 1, which is all of it. */
  readonly positionSize?: PositionSize;
  /**
   * Number of entries that a position may have: each further entry signal on the side that is held adds to it, and its
   * stop and target are set anew from the mean entry price. 1–10,000; default 1. Without effect on orders, which always
   * add.
   */
  readonly pyramiding?: number;
  /**
   * Lot size in base units: quantities are rounded down to whole multiples of it; 0 allows any fraction. At least 0;
   * default 0, of a market with a `contract` 1.
   */
  readonly lotSize?: number;
  /**
   * Tick size in the quote currency: prices are rounded to whole multiples of it against the account (buys up, sells
   * down, stops and targets away from the price); 0 allows any price. At least 0; default 0.
   */
  readonly tickSize?: number;
  /** Smallest value of an entry, in the quote currency; smaller entries are skipped. At least 0; default 0. */
  readonly minimumNotional?: number;
  /** Largest ratio of a position's value to the cash committed to it. 1–125; default 1. */
  readonly leverage?: number;
  /**
   * Maintenance margin as a fraction of the position's value, or of the `margin` of its `contract`. The position is
   * liquidated at the price inside a candle at which the account's value falls below it (at the open if that is already
   * beyond), with the fee but without slippage; a stop between the two triggers first. 0 to below 1; default 0, which
   * liquidates where the account is worth nothing (see the rule `liquidation` of `compatibility`).
   */
  readonly maintenanceMargin?: number;
  /**
   * Distance of the target from the entry price as a fraction of it (0.05 is 5 %), above 0; null for none. Default: the
   * strategy's.
   */
  readonly takeProfit?: number | null;
  /**
   * Distance of the stop from the entry price as a fraction of it (0.05 is 5 %), above 0 and below 1; null for none.
   * Default: the strategy's.
   */
  readonly stopLoss?: number | null;
  /** A stop that follows the best price. Default: none. */
  readonly trailingStop?: TrailingStop;
  /**
   * Candles of a shorter interval, such as 1 minute under an hour; by symbol in a run on several. The strategy decides
   * at the closes of its own candles; fills, stops, targets, trailing and funding inside them follow the finer ones. A
   * candle whose detail is missing or has a gap is simulated as it is. Default: none.
   */
  readonly detail?: Candles | Readonly<Record<string, Candles>>;
  /**
   * Calendar of the market: a name such as `XNYS`, or its hours. It gives strategies the `session` of their context,
   * and says when `flatByClose` closes. Default: none.
   */
  readonly calendar?: Calendar;
  /**
   * True closes every position at the close of its session's last candle, as a market order of any size, and cancels
   * the orders that wait; nothing opens before the next session. The last candle is the one that by its interval ends
   * when the session does, or later; `calendar` is required, and candles of at most a day. Of a session whose last
   * candle is missing (an early close that `holidays` does not name, a halt) the position is closed at the open of the
   * next candle, and what waited is cancelled; the result counts these as `lateCloses`. With `fill: "close"` a signal
   * on a last candle opens nothing. Default false.
   */
  readonly flatByClose?: boolean;
  /**
   * True takes candles whose prices are 0 and below: spreads, rates, oil in April 2020. At such a price an entry is
   * filled by `{ units }` alone and without exits that are fractions of it; others are counted as `rejectedEntries`.
   * Fees, margin, borrowing and `minimumNotional` are of the value's amount, slippage of the price's. A trailing stop
   * does not follow below 0. Returns from a price of 0 or below are null. Excludes `dividends`, and `levels`
   * "signal_close" of `compatibility`. Default false.
   */
  readonly allowNegativePrices?: boolean;
  /**
   * Rules in which other backtesting programs differ: a preset by name (`backtestingPy`, `vectorbt`, `freqtrade`) or
   * single rules. Default: the engine's own rules.
   */
  readonly compatibility?: Compatibility;
}

/** The rules in force, all of them on one level. */
export type SimulationRules = CompatibilityRules &
  Readonly<
    Omit<
      Required<SimulationOptions>,
      | "takeProfit"
      | "stopLoss"
      | "trailingStop"
      | "feeModel"
      | "funding"
      | "detail"
      | "calendar"
      | "flatByClose"
      | "allowNegativePrices"
      | "borrowRate"
      | "dividends"
      | "splits"
      | "contract"
      | "rolls"
      | "feeTiers"
      | "compatibility"
    > & {
      /** Borrowing cost of every symbol that `borrowRates` does not name. */
      borrowRate: number;
      /** Borrowing costs by symbol; undefined where they are one number. */
      borrowRates: Readonly<Record<string, number>> | undefined;
      takeProfit: number | null;
      stopLoss: number | null;
      trailingStop: TrailingStop | undefined;
      feeModel: FeeModel | undefined;
      funding: Funding | undefined;
      dividends: Dividends | undefined;
      splits: Splits | undefined;
      contract: Contracts | undefined;
      rolls: Rolls | undefined;
      feeTiers: readonly FeeTier[] | undefined;
      /** Money of one point of price; 1 but for the rules of a market with a contract. */
      multiplier: number;
      /** Initial margin of one contract; 0 where a position binds its value. */
      margin: number;
      /** Lot size of markets with a contract. */
      contractLot: number;
      detail: SimulationOptions["detail"];
      calendar: Calendar | undefined;
      flatByClose: boolean | undefined;
      allowNegativePrices: boolean | undefined;
      /** Length of the candles; detected where it is undefined. */
      interval: Interval | undefined;
      /** Own terms of single signals; undefined when the rules hold for all. */
      columns: SignalColumns | undefined;
    }
  >;

/** Options as they are given, with their defaults. */
export type Given = {
  readonly [Key in keyof Required<SimulationOptions>]:
    | SimulationOptions[Key]
    | Required<SimulationOptions>[Key];
};

/** The option rule of a stop: the whole entry price or more is a percentage taken for a fraction. */
export const stopDistanceRule: OptionRule<number> = {
  ...numberOption({ above: 0, below: 1 }),
  expected: "a fraction above 0 and below 1 (0.05 is 5 %)",
};

const DISTANCE = { above: 0, below: 1e6 };

/** Checks of the options of a simulation: one by one, and together. */
export interface OptionTable {
  readonly rules: OptionRules<Given>;
  readonly check: (options: Resolved) => void;
}

/**
 * Rules of the options that do not depend on the market's kind; the others are taken as they are. In the order in which
 * a result names them.
 */
export const PLAIN_RULES: OptionRules<Given> = {
  initialCapital: numberOption({ above: 0, default: 10_000 }),
  fee: numberOption({ above: -0.5, below: 0.5, default: 0.001 }),
  makerFee: optional(numberOption({ above: -0.5, below: 0.5 })),
  fixedFee: numberOption({ min: 0, default: 0 }),
  feeModel: optional(functionOption<FeeModel>()),
  feeTiers: unchecked(),
  slippage: slippageRule,
  exitSlippage: optional(slippageRule),
  fill: choiceOption(["next_open", "close"], { default: "next_open" }),
  direction: choiceOption(["long", "short", "both"], { default: "long" }),
  positionSize: positionSizeRule,
  pyramiding: integerOption({ min: 1, max: 10_000, default: 1 }),
  lotSize: optional(numberOption({ min: 0 })),
  tickSize: numberOption({ min: 0, default: 0 }),
  minimumNotional: numberOption({ min: 0, default: 0 }),
  leverage: numberOption({ min: 1, max: 125, default: 1 }),
  borrowRate: borrowRateRule,
  funding: unchecked(),
  dividends: unchecked(),
  splits: unchecked(),
  contract: unchecked(),
  rolls: unchecked(),
  maintenanceMargin: numberOption({ min: 0, below: 1, default: 0 }),
  takeProfit: orNull(numberOption(DISTANCE)),
  stopLoss: orNull(stopDistanceRule),
  trailingStop: trailingStopRule,
  detail: unchecked(),
  calendar: unchecked(),
  flatByClose: unchecked(),
  allowNegativePrices: unchecked(),
  compatibility: optional({
    expected: "the name of a program or an object of rules",
    accepts: (value): value is Compatibility =>
      typeof value === "string" || (typeof value === "object" && value !== null),
    absent: null,
  }),
};

/** Options with the direction of the strategy where they have none. */
export function withDirection(
  rules: SimulationOptions,
  { direction }: Pick<StrategyDescription, "direction">,
): SimulationOptions {
  return rules.direction === undefined ? { ...rules, direction } : rules;
}

/** The rules in force by a table of options, for these decisions. @throws EngineError OPTIONS_INVALID */
export function resolveRules(
  table: OptionTable,
  given: SimulationOptions | undefined,
  decisions: Partial<Decisions>,
  interval?: Interval,
): SimulationRules {
  const { compatibility, ...options } = resolve(table, given);
  const { borrowRate = 0 } = options;
  const isBySymbol = typeof borrowRate === "object";
  const rules = {
    ...options,
    borrowRate: isBySymbol ? 0 : borrowRate,
    borrowRates: isBySymbol ? borrowRate : undefined,
    lotSize: options.lotSize ?? 0,
    contractLot: options.lotSize ?? 1,
    multiplier: 1,
    margin: 0,
    ...compatibility,
    interval,
    makerFee: options.makerFee ?? options.fee,
    exitSlippage: options.exitSlippage ?? options.slippage,
    takeProfit:
      options.takeProfit === undefined ? (decisions.takeProfit ?? null) : options.takeProfit,
    stopLoss: options.stopLoss === undefined ? (decisions.stopLoss ?? null) : options.stopLoss,
    columns: signalColumns(decisions, replacedBy(given)),
  } as SimulationRules;
  if (rules.stopLoss === null) checkRisk(rules, decisions);
  return Object.freeze(rules);
}

/** The options in force for what was given, by a table of options. @throws EngineError OPTIONS_INVALID */
export function resolveGiven(table: OptionTable, given: SimulationOptions): SimulationOptions {
  const options = resolve(table, given);
  const { contract, lotSize = contract === undefined ? 0 : undefined } = options;
  const inForce = {
    ...options,
    lotSize: contract !== undefined && isOneContract(contract) ? (lotSize ?? 1) : lotSize,
    makerFee: options.makerFee ?? options.fee,
    exitSlippage: options.exitSlippage ?? options.slippage,
  };
  const set = Object.entries(inForce).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as SimulationOptions;
}

/** The options in force for the decisions of a strategy, by a table of options. @throws EngineError OPTIONS_INVALID */
export function resolveForDecisions(
  table: OptionTable,
  given: SimulationOptions,
  decisions: Partial<Decisions>,
): SimulationOptions {
  const { takeProfit, stopLoss } = given;
  const { positionSize, ...inForce } = resolveGiven(table, {
    ...given,
    ...(takeProfit === undefined &&
      decisions.takeProfits === undefined && { takeProfit: decisions.takeProfit ?? null }),
    ...(stopLoss === undefined &&
      decisions.stopLosses === undefined && { stopLoss: decisions.stopLoss ?? null }),
  });
  const isOwn = given.positionSize === undefined && decisions.sizes !== undefined;
  return isOwn || positionSize === undefined ? inForce : { ...inForce, positionSize };
}

function resolve(table: OptionTable, given: SimulationOptions | undefined): Resolved {
  const options = resolveEngineOptions<Given>("simulate", given, table.rules);
  const resolved = { ...options, compatibility: resolveCompatibility(options.compatibility) };
  table.check(resolved);
  return resolved;
}

/** Options with the rules of other programs resolved. */
type Resolved = Readonly<Omit<Given, "compatibility"> & { compatibility: CompatibilityRules }>;

/** The columns of the decisions that options replace. */
function replacedBy(given: SimulationOptions | undefined) {
  return {
    size: given?.positionSize !== undefined,
    stopLoss: given?.stopLoss !== undefined,
    takeProfit: given?.takeProfit !== undefined,
  };
}

function orNull(rule: OptionRule<number>): OptionRule<number | null | undefined> {
  return {
    expected: `${rule.expected}, or null for none`,
    accepts: (value) => value === null || rule.accepts(value),
    absent: () => undefined,
  };
}
