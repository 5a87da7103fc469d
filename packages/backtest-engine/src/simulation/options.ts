/** Rules of a simulation: what a fill costs, how large a position is, and what closes it. */

import {
  choiceOption,
  functionOption,
  hasCode,
  numberOption,
  optional,
  resolveOptions,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import type { Decisions, StrategyDirection } from "../strategies/strategy.ts";
import type { FeeModel } from "./fee-model.ts";
import { positionSizeRule, type PositionSize } from "./position-size.ts";
import { profitStepsRule, type ProfitStep } from "./profit-steps.ts";
import { slippageRule, volumeShareOf, type Slippage } from "./slippage.ts";
import { trailingStopRule, type TrailingStop } from "./trailing-stop.ts";

/** Every rule has a default; amounts are in the quote currency, fractions are plain (0.001 is 0.1 %). */
export interface SimulationOptions {
  /** Cash at the start, in the quote currency. Above 0. Default 10,000. */
  readonly initialCapital?: number;
  /** Fee of each side as a fraction of what it trades; negative is a rebate. Above -0.5, below 0.5. Default 0.001. */
  readonly fee?: number;
  /** The same for limit fills: targets, profit steps, limit orders. Above -0.5, below 0.5. Default `fee`. */
  readonly makerFee?: number;
  /** Fee of each order beside it, in the quote currency; a reversal is one order. At least 0. Default 0. */
  readonly fixedFee?: number;
  /**
   * The fee of each fill instead of `fee`, `makerFee` and `fixedFee`, which then only size entries and measure profit
   * steps; an entry that its fee makes too dear is made smaller. Default: none.
   */
  readonly feeModel?: FeeModel;
  /** How much worse than the price a market fill is: a fraction of it, 0 to below 0.5, or a model. Default 0. */
  readonly slippage?: Slippage;
  /** The same for fills that close a position; targets and profit steps are limit fills and never slip. Default `slippage`. */
  readonly exitSlippage?: Slippage;
  /** Where a signal is filled: at the open of the candle after it (default), or at its own close. */
  readonly fill?: "next_open" | "close";
  /** Positions that may be held. An entry on a side that may not closes the other side instead. Default `long`. */
  readonly direction?: StrategyDirection;
  /** How much to buy or sell: a number is the fraction of the cash to commit. Default 1: all of it. */
  readonly positionSize?: PositionSize;
  /** Quantities are whole multiples of it, rounded down; 0 allows any fraction. At least 0. Default 0. */
  readonly lotSize?: number;
  /**
   * Prices are whole multiples of it, rounded against the account: buys up, sells down, stops away from the price,
   * targets too; 0 allows any. At least 0. Default 0.
   */
  readonly tickSize?: number;
  /** An entry that trades less than this, in the quote currency, is not made. At least 0. Default 0. */
  readonly minimumNotional?: number;
  /** Times the committed cash that a position may be worth. 1–125. Default 1. */
  readonly leverage?: number;
  /**
   * What borrowing costs, as a fraction of what is borrowed, at the close of each candle a position is held on: of a
   * short its worth at that close, of a leveraged long what its entry took beyond the account's own. Counts as a fee.
   * 0 to below 0.5. Default 0.
   */
  readonly borrowRate?: number;
  /**
   * The part of a position's worth that the account must be worth at all times; at the price inside a candle where it
   * no longer is, the position is taken (`liquidation`), with the fee but without slippage, at the open when that is
   * beyond already; a stop between the two is met first. Default 0: looked at only at the close, where an account of
   * nothing ends. 0 to below 1.
   */
  readonly maintenanceMargin?: number;
  /** Distance of the target from the entry price, as a fraction of it; null for none. Default: the strategy's. */
  readonly takeProfit?: number | null;
  /** Distance of the stop from the entry price, as a fraction of it; null for none. Default: the strategy's. */
  readonly stopLoss?: number | null;
  /** A stop that follows the best price. Default: none. */
  readonly trailingStop?: TrailingStop;
  /** Profits that are enough after a time. Default: none. */
  readonly profitSteps?: readonly ProfitStep[];
  /**
   * Which comes first when one candle touches the stop and the target: `stop_first` (default, the pessimist's),
   * `target_first` (the optimist's), or whichever lies on the `ohlc_path`: from the open to the nearer of high and low,
   * on to the other, and to the close. `close_only` looks at closes alone and fills there.
   */
  readonly intrabar?: "stop_first" | "target_first" | "ohlc_path" | "close_only";
  /**
   * Where a stop fills when the candle opens beyond it: at that `open` (default), or at its own `level` as long
   * as the candle still traded there.
   */
  readonly gap?: "open" | "level";
  /** An entry signal while that side is held: `ignore` it (default), or close and `reopen` at the same fill. */
  readonly repeatedEntry?: "ignore" | "reopen";
  /** The position left at the end: closed at the last close (default) or the last open, or `keep` it, marked at the close. */
  readonly finalPosition?: "last_close" | "last_open" | "keep";
}

/** The rules in force. */
export type SimulationRules = Readonly<
  Omit<Required<SimulationOptions>, "takeProfit" | "stopLoss" | "trailingStop" | "feeModel"> & {
    takeProfit: number | null;
    stopLoss: number | null;
    trailingStop: TrailingStop | undefined;
    feeModel: FeeModel | undefined;
  }
>;

type Given = {
  readonly [Key in keyof Required<SimulationOptions>]:
    | SimulationOptions[Key]
    | Required<SimulationOptions>[Key];
};

const DISTANCE = { above: 0, below: 1e6 };

const RULES: OptionRules<Given> = {
  initialCapital: numberOption({ above: 0, default: 10_000 }),
  fee: numberOption({ above: -0.5, below: 0.5, default: 0.001 }),
  makerFee: optional(numberOption({ above: -0.5, below: 0.5 })),
  fixedFee: numberOption({ min: 0, default: 0 }),
  feeModel: optional(functionOption<FeeModel>()),
  slippage: slippageRule,
  exitSlippage: optional(slippageRule),
  fill: choiceOption(["next_open", "close"], { default: "next_open" }),
  direction: choiceOption(["long", "short", "both"], { default: "long" }),
  positionSize: positionSizeRule,
  lotSize: numberOption({ min: 0, default: 0 }),
  tickSize: numberOption({ min: 0, default: 0 }),
  minimumNotional: numberOption({ min: 0, default: 0 }),
  leverage: numberOption({ min: 1, max: 125, default: 1 }),
  borrowRate: numberOption({ min: 0, below: 0.5, default: 0 }),
  maintenanceMargin: numberOption({ min: 0, below: 1, default: 0 }),
  takeProfit: orNull(numberOption(DISTANCE)),
  stopLoss: orNull(numberOption(DISTANCE)),
  trailingStop: trailingStopRule,
  profitSteps: profitStepsRule,
  intrabar: choiceOption(["stop_first", "target_first", "ohlc_path", "close_only"], {
    default: "stop_first",
  }),
  gap: choiceOption(["open", "level"], { default: "open" }),
  repeatedEntry: choiceOption(["ignore", "reopen"], { default: "ignore" }),
  finalPosition: choiceOption(["last_close", "last_open", "keep"], { default: "last_close" }),
};

/**
 * The rules in force for these decisions, checked and frozen.
 *
 * @throws EngineError OPTIONS_INVALID: an unknown key (the nearest known one is named) or a value out of bounds
 */
export function resolveSimulationRules(
  given: SimulationOptions | undefined,
  decisions: Pick<Decisions, "takeProfit" | "stopLoss">,
): SimulationRules {
  const options = resolve(given);
  const rules = {
    ...options,
    makerFee: options.makerFee ?? options.fee,
    exitSlippage: options.exitSlippage ?? options.slippage,
    takeProfit:
      options.takeProfit === undefined ? (decisions.takeProfit ?? null) : options.takeProfit,
    stopLoss: options.stopLoss === undefined ? (decisions.stopLoss ?? null) : options.stopLoss,
  } as SimulationRules;
  if (
    typeof rules.positionSize === "object" &&
    "risk" in rules.positionSize &&
    rules.stopLoss === null
  ) {
    throw refusal("simulate: a position sized by its risk needs a stopLoss to measure it by.");
  }
  if (volumeShareOf(rules.exitSlippage) !== volumeShareOf(rules.slippage)) {
    throw refusal(
      "simulate: a volumeShare bounds all fills; give it as slippage and leave exitSlippage out.",
    );
  }
  return Object.freeze(rules);
}

function resolve(given: SimulationOptions | undefined): Readonly<Given> {
  try {
    return resolveOptions<Given>("simulate", given, RULES);
  } catch (error) {
    if (!hasCode(error, "OPTION_INVALID")) throw error;
    throw refusal(error.message, error);
  }
}

function refusal(message: string, cause?: unknown): EngineError {
  return new EngineError("OPTIONS_INVALID", message, { cause });
}

function orNull(rule: OptionRule<number>): OptionRule<number | null | undefined> {
  return {
    expected: `${rule.expected}, or null for none`,
    accepts: (value) => value === null || rule.accepts(value),
    absent: () => undefined,
  };
}
