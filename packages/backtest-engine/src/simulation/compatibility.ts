/** The rules in which backtesting programs differ from each other, under one option. */

import { choiceOption, didYouMean, objectOf, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { profitStepsRule, type ProfitStep } from "./profit-steps.ts";

/** A program whose rules a simulation can follow. */
export type CompatibilityPreset = "backtestingPy" | "vectorbt" | "freqtrade";

/** The rules in which other programs differ. A rule left out is that of `preset`, else the engine's own default. */
export interface CompatibilityOptions {
  /** The program whose rules apply where this object names none. Default: the engine's own rules. */
  readonly preset?: CompatibilityPreset;
  /**
   * The order of events when one candle touches the stop and the target: `stop_first` (default, pessimistic),
   * `target_first` (optimistic), or `ohlc_path`, which follows the price from the open to the nearer of high and low,
   * then to the other, then to the close. `close_only` compares closes alone and fills there.
   */
  readonly intrabar?: "stop_first" | "target_first" | "ohlc_path" | "close_only";
  /**
   * The fill price of a stop when the candle opens beyond it: the `open` (default), or the stop's own `level` as long
   * as the candle still traded there.
   */
  readonly gap?: "open" | "level";
  /**
   * The price from which the distances of stop and target count: the position's `entry` price (default), or the close
   * of the candle whose signal or order led to the entry (`signal_close`).
   */
  readonly levels?: "entry" | "signal_close";
  /**
   * The effect of an entry signal while that side is held: `ignore` it (default), or close and `reopen` at the same
   * fill. Without effect on orders.
   */
  readonly repeatedEntry?: "ignore" | "reopen";
  /**
   * The candle from which a trailing stop's new level counts: the candle whose price moved it (`same_candle`,
   * default), or the `next_candle`.
   */
  readonly trailing?: "same_candle" | "next_candle";
  /**
   * The effect of a signal at the close of a candle on which a stop, target or profit step closed the position: it is
   * taken (`keep`, default) or dropped (`drop`). Without effect on orders.
   */
  readonly signalOnExit?: "keep" | "drop";
  /**
   * The fixed fee of a reversal, which closes one side and enters the other: charged `once` (default), or `twice`.
   */
  readonly reversalFee?: "once" | "twice";
  /**
   * The fill of a stop-limit order whose limit lies beyond its stop, on the candle that sets it off: at its limit if
   * the candle closes there or better (`by_close`, default), if the candle traded there at all (`same_candle`,
   * optimistic), or not before the `next_candle` (pessimistic).
   */
  readonly stopLimit?: "by_close" | "same_candle" | "next_candle";
  /**
   * The source of the entry fee where `leverage` is above 1 and the size is a fraction or an amount of cash: the
   * account's own cash, beside the margin (`own_cash`, default), or the value that is traded on margin (`margin`), so
   * that part of the fee is borrowed and the position is larger.
   */
  readonly marginFee?: "own_cash" | "margin";
  /**
   * The moment at which an account without a `maintenanceMargin` is liquidated: at the price inside a candle at which
   * nothing is left, or at the open if that is already beyond it (`inside_candle`, default), or only at a close
   * (`at_close`), so that a position survives a candle whose worst price had taken the whole account.
   */
  readonly liquidation?: "inside_candle" | "at_close";
  /**
   * The treatment of a position that is held after the last candle: closed at the last close (default) or the last
   * open, or kept open (`keep`) and valued at the last close.
   */
  readonly finalPosition?: "last_close" | "last_open" | "keep";
  /** A table of profits that close a position after a time, as freqtrade's `minimal_roi`. Default: none. */
  readonly profitSteps?: readonly ProfitStep[];
}

/** A program by name, or single rules. */
export type Compatibility = CompatibilityPreset | CompatibilityOptions;

/** The rules in force. */
export type CompatibilityRules = Readonly<Required<Omit<CompatibilityOptions, "preset">>>;

const PRESETS: Readonly<Record<CompatibilityPreset, Partial<CompatibilityRules>>> = {
  backtestingPy: {
    repeatedEntry: "reopen",
    reversalFee: "twice",
    stopLimit: "next_candle",
    marginFee: "margin",
    liquidation: "at_close",
    finalPosition: "keep",
  },
  vectorbt: {
    levels: "signal_close",
    trailing: "next_candle",
    signalOnExit: "drop",
    liquidation: "at_close",
    finalPosition: "keep",
  },
  freqtrade: { gap: "level", finalPosition: "last_open" },
};
const NAMES = Object.keys(PRESETS) as CompatibilityPreset[];
const OWNER = "simulate: compatibility";

/**
 * The rules in force for what was given.
 *
 * @throws EngineError OPTIONS_INVALID for an unknown preset or rule, naming the nearest, or an invalid value
 */
export function resolveCompatibility(given: Compatibility | undefined): CompatibilityRules {
  if (typeof given === "object") {
    requireArguments("simulate", { compatibility: given }, { compatibility: objectOf({}) });
  }
  const { preset, ...switches } = typeof given === "string" ? { preset: given } : (given ?? {});
  const its = presetRules(preset);
  const rules: OptionRules<CompatibilityRules> = {
    intrabar: choiceOption(["stop_first", "target_first", "ohlc_path", "close_only"], {
      default: its.intrabar ?? "stop_first",
    }),
    gap: choiceOption(["open", "level"], { default: its.gap ?? "open" }),
    levels: choiceOption(["entry", "signal_close"], { default: its.levels ?? "entry" }),
    repeatedEntry: choiceOption(["ignore", "reopen"], { default: its.repeatedEntry ?? "ignore" }),
    trailing: choiceOption(["same_candle", "next_candle"], {
      default: its.trailing ?? "same_candle",
    }),
    signalOnExit: choiceOption(["keep", "drop"], { default: its.signalOnExit ?? "keep" }),
    reversalFee: choiceOption(["once", "twice"], { default: its.reversalFee ?? "once" }),
    stopLimit: choiceOption(["by_close", "same_candle", "next_candle"], {
      default: its.stopLimit ?? "by_close",
    }),
    marginFee: choiceOption(["own_cash", "margin"], { default: its.marginFee ?? "own_cash" }),
    liquidation: choiceOption(["inside_candle", "at_close"], {
      default: its.liquidation ?? "inside_candle",
    }),
    finalPosition: choiceOption(["last_close", "last_open", "keep"], {
      default: its.finalPosition ?? "last_close",
    }),
    profitSteps: profitStepsRule,
  };
  return resolveEngineOptions(OWNER, switches, rules);
}

function presetRules(preset: CompatibilityPreset | undefined): Partial<CompatibilityRules> {
  if (preset === undefined) return {};
  if (typeof preset === "string" && Object.hasOwn(PRESETS, preset)) return PRESETS[preset];
  const name = String(preset).slice(0, 64);
  throw new EngineError(
    "OPTIONS_INVALID",
    `${OWNER}: unknown preset ${JSON.stringify(name)}; expected one of ${NAMES.join(", ")}.${didYouMean(name, NAMES)}`,
    { details: { option: "compatibility" } },
  );
}
