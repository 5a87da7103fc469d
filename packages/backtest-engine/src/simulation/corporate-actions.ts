// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Dividends and splits of shares. */

import { absentOr, anyText, objectOf, type OptionRule } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { onlyIf, requireArguments } from "../require-arguments.ts";
import { orBySymbol } from "./by-symbol.ts";
import { rollsRule, type Rolls } from "./rolls.ts";

/** A dividend in cash. A type, so that stores take it as JSON. */
export type Dividend = {
  /** Ex-date, milliseconds UTC: it is booked at the open of the first candle that opens then or later. */
  readonly timestamp: number;
  /** Amount per share in the quote currency, above 0. */
  readonly amount: number;
};

/** A split of a share. A type, so that stores take it as JSON. */
export type Split = {
  /** Ex-date, milliseconds UTC: it is made at the open of the first candle that opens then or later. */
  readonly timestamp: number;
  /** New shares for one old share, above 0: 4 for 4:1, 0.1 for a reverse split of 1:10. */
  readonly ratio: number;
};

/** Dividends of one share, or of several by symbol. */
export type Dividends = readonly Dividend[] | Readonly<Record<string, readonly Dividend[]>>;
/** Splits of one share, or of several by symbol. */
export type Splits = readonly Split[] | Readonly<Record<string, readonly Split[]>>;

/** A dividend, a split or a roll that met a position. A type, so that stores take it as JSON. */
export type BookedAction = {
  /** Open of the candle at which it was booked, milliseconds UTC. */
  readonly time: number;
  /** Symbol of the market; absent in a run on one. */
  readonly symbol?: string;
  /** Kind of the action. */
  readonly kind: "dividend" | "split" | "roll";
  /**
   * Dividend per share in the quote currency, new shares for one old share, or the open of the next contract less the
   * close of the old one.
   */
  readonly value: number;
  /** Shares or contracts held after it, below 0 for a short. */
  readonly quantity: number;
  /**
   * Cash that was booked, in the quote currency: below 0 for a short, which pays the dividend; 0 for a split; the fees
   * of both fills for a roll, below 0.
   */
  readonly cash: number;
};

/** Dividends, splits and rolls among the rules of a simulation. */
export interface ActionRules {
  /** Dividends of the share, by symbol in a run on several. Default: none. */
  readonly dividends?: Dividends | undefined;
  /** Splits of the share, by symbol in a run on several. Default: none. */
  readonly splits?: Splits | undefined;
  /** Rolls of the future, by symbol in a run on several. Default: none. */
  readonly rolls?: Rolls | undefined;
}

/** The option rule of dividends or splits, whose number is `name`. */
function actionRule<List>(name: "amount" | "ratio"): OptionRule<List | undefined> {
  const isAction = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return false;
    const { timestamp, [name]: number } = value as Readonly<Record<string, unknown>>;
    return Number.isSafeInteger(timestamp) && typeof number === "number" && isAbove0(number);
  };
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isAction);
  return {
    expected: `a list of {timestamp, ${name}}, timestamps in whole milliseconds and ${name}s above 0, or such lists by symbol`,
    accepts: orBySymbol<List>(isList),
    absent: () => undefined,
  };
}

const isAbove0 = (value: number): boolean => value > 0 && value < Infinity;

/** The option rule of `dividends`. */
export const dividendsRule: OptionRule<Dividends | undefined> =
  /* @__PURE__ */ actionRule<Dividends>("amount");
/** The option rule of `splits`. */
export const splitsRule: OptionRule<Splits | undefined> =
  /* @__PURE__ */ actionRule<Splits>("ratio");

/** A dividend, a split or a roll of one market. */
export interface CorporateAction {
  readonly timestamp: number;
  readonly kind: BookedAction["kind"];
  readonly value: number;
}

/** The actions of one market, oldest first; at one time splits come before dividends, which are for new shares. */
export function actionList(
  { dividends, splits, rolls }: ActionRules,
  symbol: string | undefined,
): readonly CorporateAction[] {
  const own = <Item>(given: readonly Item[] | Readonly<Record<string, readonly Item[]>> = []) =>
    Array.isArray(given)
      ? (given as readonly Item[])
      : ((given as Readonly<Record<string, readonly Item[]>>)[symbol ?? ""] ?? []);
  const all: readonly CorporateAction[] = [
    ...own(splits).map(({ timestamp, ratio }): CorporateAction => {
      return { timestamp, kind: "split", value: ratio };
    }),
    ...own(dividends).map(({ timestamp, amount }): CorporateAction => {
      return { timestamp, kind: "dividend", value: amount };
    }),
    ...own(rolls).map((timestamp): CorporateAction => ({ timestamp, kind: "roll", value: 0 })),
  ];
  return all.toSorted((one, other) => one.timestamp - other.timestamp);
}

/**
 * The candles of a share as the value of one share that is held from the first candle on, with its splits, and whose
 * dividends buy more of it at the close of the ex-date: total return. A future is rolled from the close before to the
 * open after each of its rolls. Every price of a candle is multiplied by the same number of shares, 1 at first. The
 * `symbol` names the lists of rules by symbol. Without an action the same candles.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function totalReturnCandles<Series extends Candles>(
  candles: Series,
  rules: ActionRules,
  symbol?: string,
): Series {
  requireCandles(candles, "totalReturnCandles");
  requireArguments("totalReturnCandles", { rules, symbol }, SHAPES);
  const actions = actionList(rules, symbol);
  if (actions.length === 0) return candles;
  const { length, time, open, close } = candles;
  const shares = new Float64Array(length);
  let held = 1;
  let next = actions.findIndex(({ timestamp }) => timestamp > (time[0] ?? Infinity));
  if (next === -1) next = actions.length;
  for (let i = 0; i < length; i++) {
    let paid = 0;
    let step = 1; // between two contracts, once for all rolls between two candles
    while (next < actions.length && actions[next]!.timestamp <= time[i]!) {
      const { kind, value } = actions[next++]!;
      if (kind === "split") held *= value;
      else if (kind === "roll") step = close[i - 1]! / open[i]!;
      else paid += held * value;
    }
    held = held * step + paid / close[i]!;
    shares[i] = held;
  }
  const scaled = (column: Float64Array): Float64Array =>
    column.map((price, i) => price * shares[i]!);
  const { high, low } = candles;
  const prices = { open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close) };
  return { ...candles, ...prices };
}

const SHAPES = {
  rules: objectOf({
    dividends: absentOr(onlyIf(dividendsRule.expected, dividendsRule.accepts)),
    splits: absentOr(onlyIf(splitsRule.expected, splitsRule.accepts)),
    rolls: absentOr(onlyIf(rollsRule.expected, rollsRule.accepts)),
  }),
  symbol: absentOr(anyText),
};
