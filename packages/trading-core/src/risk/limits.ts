/** The limits of a risk guard: their bounds, and their names on the wire. */

import {
  Decimal,
  objectOf,
  resolveOptions,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";

import { canonicalSymbol } from "../market-data/canonical-symbol.ts";

/** An amount of a limit: a number, or a decimal as text where a number would lose digits. */
export type RiskAmount = number | string;

/** Limits of a risk guard. A limit that is left out is not checked; a value at the limit is allowed. */
export interface RiskLimits {
  /** Maximum value of one order in the quote asset. Above 0. Orders that only reduce a position pass. */
  readonly maxOrderValue?: RiskAmount;
  /**
   * Maximum value of the position in one symbol in the quote asset, after the order and all open orders of its side.
   * Above 0. Orders that only reduce a position pass.
   */
  readonly maxPositionValue?: RiskAmount;
  /**
   * Maximum of the value of all positions after the order, divided by the account's equity. Above 0, at most 1000.
   * Orders that only reduce a position pass.
   */
  readonly maxLeverage?: RiskAmount;
  /**
   * Maximum loss of a UTC day in the quote asset, from the first equity seen on that day. Above 0. Beyond it only
   * orders that reduce a position pass.
   */
  readonly maxDailyLoss?: RiskAmount;
  /**
   * Maximum fall of the equity below its highest value, as a fraction of that value. Above 0, at most 1. Beyond it only
   * orders that reduce a position pass.
   */
  readonly maxDrawdown?: RiskAmount;
  /** Maximum number of orders in any 60 seconds, 1–10,000. Orders that only reduce a position pass, and count. */
  readonly maxOrdersPerMinute?: number;
  /**
   * Maximum distance of a limit or trigger price from the last price, as a fraction of the last price. Above 0, at most
   * 10. Orders at the market need a last price that is not stale. Orders at the market and stops that only reduce a
   * position pass.
   */
  readonly priceCollar?: RiskAmount;
  /** Symbols that may be traded, 1–1000. Orders that only reduce a position pass. */
  readonly symbols?: readonly string[];
  /** Maximum age of the last price in seconds, 1–604,800. Orders that only reduce a position pass. */
  readonly maxDataAgeSeconds?: number;
  /**
   * Maximum difference between this clock and the venue's in milliseconds, 1–60,000. A clock that stands still is
   * refused whatever this is. Orders that only reduce a position pass.
   */
  readonly maxClockOffsetMilliseconds?: number;
}

/** Limits in force, amounts as exact numbers; null where a limit is not checked. */
export interface RiskRules {
  /** {@link RiskLimits.maxOrderValue} */
  readonly maxOrderValue: Decimal | null;
  /** {@link RiskLimits.maxPositionValue} */
  readonly maxPositionValue: Decimal | null;
  /** {@link RiskLimits.maxLeverage} */
  readonly maxLeverage: Decimal | null;
  /** {@link RiskLimits.maxDailyLoss} */
  readonly maxDailyLoss: Decimal | null;
  /** {@link RiskLimits.maxDrawdown} */
  readonly maxDrawdown: Decimal | null;
  /** {@link RiskLimits.maxOrdersPerMinute} */
  readonly maxOrdersPerMinute: number | null;
  /** {@link RiskLimits.priceCollar} */
  readonly priceCollar: Decimal | null;
  /** {@link RiskLimits.symbols}, in their canonical spelling. */
  readonly symbols: readonly string[] | null;
  /** {@link RiskLimits.maxDataAgeSeconds} */
  readonly maxDataAgeSeconds: number | null;
  /** {@link RiskLimits.maxClockOffsetMilliseconds} */
  readonly maxClockOffsetMilliseconds: number | null;
}

/** Every limit by its name on the wire, in the order in which they are checked. */
export const riskLimitNames: Readonly<Record<string, keyof RiskLimits>> = {
  max_order_value: "maxOrderValue",
  max_position_value: "maxPositionValue",
  max_leverage: "maxLeverage",
  max_daily_loss: "maxDailyLoss",
  max_drawdown: "maxDrawdown",
  max_orders_per_minute: "maxOrdersPerMinute",
  price_collar: "priceCollar",
  symbols: "symbols",
  max_data_age_seconds: "maxDataAgeSeconds",
  max_clock_offset_milliseconds: "maxClockOffsetMilliseconds",
};

/**
 * Checks limits, and resolves them to exact numbers.
 *
 * @throws KernelError OPTION_INVALID for an unknown key and a value out of its bounds
 */
export function resolveRiskLimits(limits: RiskLimits = {}): RiskRules {
  return rulesOf(resolveOptions<Checked>("risk", limits, RULES));
}

/**
 * Checks limits by their names on the wire, such as `max_order_value`, and resolves them to exact numbers.
 *
 * @throws KernelError OPTION_INVALID for an unknown key and a value out of its bounds, by its name on the wire;
 * ARGUMENT_INVALID for no object
 */
export function readRiskLimits(limits: object): RiskRules {
  objectOf({})("limits", limits);
  const wired = Object.entries(riskLimitNames).map(([name, key]) => [name, RULES[key]]);
  const found = resolveOptions<Readonly<Record<string, unknown>>>(
    "risk",
    limits,
    Object.fromEntries(wired) as OptionRules<Readonly<Record<string, unknown>>>,
  );
  const named = Object.entries(riskLimitNames).map(([name, key]) => [key, found[name]]);
  return rulesOf(Object.fromEntries(named) as Checked);
}

const RESOLVED = new WeakSet<object>();

/** True for limits that {@link resolveRiskLimits} or {@link readRiskLimits} has returned. */
export function isResolved(limits: RiskLimits | RiskRules): limits is RiskRules {
  return typeof limits === "object" && limits !== null && RESOLVED.has(limits);
}

type Checked = { readonly [Key in keyof Required<RiskLimits>]: RiskLimits[Key] | undefined };

function rulesOf(checked: Checked): RiskRules {
  const amount = (value: RiskAmount | undefined): Decimal | null =>
    value === undefined ? null : decimalOf(value);
  const rules: RiskRules = Object.freeze({
    maxOrderValue: amount(checked.maxOrderValue),
    maxPositionValue: amount(checked.maxPositionValue),
    maxLeverage: amount(checked.maxLeverage),
    maxDailyLoss: amount(checked.maxDailyLoss),
    maxDrawdown: amount(checked.maxDrawdown),
    maxOrdersPerMinute: checked.maxOrdersPerMinute ?? null,
    priceCollar: amount(checked.priceCollar),
    symbols: checked.symbols?.map(canonicalSymbol) ?? null,
    maxDataAgeSeconds: checked.maxDataAgeSeconds ?? null,
    maxClockOffsetMilliseconds: checked.maxClockOffsetMilliseconds ?? null,
  });
  RESOLVED.add(rules);
  return rules;
}

const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/u;

function decimalOf(value: RiskAmount): Decimal {
  return typeof value === "number" ? Decimal.fromNumber(value) : Decimal.parse(value);
}

function amountRule(most: number): OptionRule<RiskAmount | undefined> {
  const isAmount = (value: unknown): value is RiskAmount =>
    typeof value === "string" ? AMOUNT.test(value) : Number.isFinite(value);
  return {
    expected: `a number or a decimal as text, above 0 and at most ${most}`,
    accepts(value) {
      if (!isAmount(value)) return false;
      const amount = decimalOf(value);
      return amount.sign === 1 && amount.compare(Decimal.fromNumber(most)) <= 0;
    },
    absent: () => undefined,
  };
}

function wholeRule(most: number): OptionRule<number | undefined> {
  return {
    expected: `a whole number from 1 to ${most}`,
    accepts: (value) =>
      Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most,
    absent: () => undefined,
  };
}

const SYMBOL = /^[\p{L}\p{M}\p{N}._/:^=&-]{1,64}$/u;
/** Maximum of an amount of money, more than any account holds. */
const MONEY = 1e15;

const RULES: OptionRules<Checked> = {
  maxOrderValue: amountRule(MONEY),
  maxPositionValue: amountRule(MONEY),
  maxLeverage: amountRule(1000),
  maxDailyLoss: amountRule(MONEY),
  maxDrawdown: amountRule(1),
  maxOrdersPerMinute: wholeRule(10_000),
  priceCollar: amountRule(10),
  symbols: {
    expected: "a list of 1 to 1000 symbols",
    accepts: (value) =>
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= 1000 &&
      value.every((symbol) => typeof symbol === "string" && SYMBOL.test(symbol)),
    absent: () => undefined,
  },
  maxDataAgeSeconds: wholeRule(604_800),
  maxClockOffsetMilliseconds: wholeRule(60_000),
};
