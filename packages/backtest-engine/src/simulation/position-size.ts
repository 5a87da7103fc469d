// Position sizing: the size option and the arithmetic of affordable quantities.

import type { OptionRule } from "@bourse/kernel";

/**
 * Size of an entry, limited to what the cash (times leverage) can pay including the fee. A plain number is the
 * fraction of the cash, above 0 up to 1.
 */
export type PositionSize =
  | number
  | {
      /** Quantity in base units, above 0. */
      readonly units: number;
    }
  | {
      /** Amount to spend in the quote currency, above 0. */
      readonly cash: number;
    }
  | {
      /** Fraction of the cash that is lost when the stop is hit, before fees. Above 0, at most 1; requires a stop. */
      readonly risk: number;
    };

/** Rules that a quantity depends on; they are options of the simulation. */
export interface SizingRules {
  readonly lotSize: number;
  readonly leverage: number;
  /** Cash that one unit binds, a contract of a future; 0 where it binds its value. */
  readonly margin: number;
  /** Source of the fee; see `CompatibilityOptions.marginFee`. */
  readonly marginFee: "own_cash" | "margin";
  /** True where a price may be 0 and below; only sizes by units are asked for there. */
  readonly allowNegativePrices?: boolean | undefined;
}

/** The fraction of the cash that backtesting.py uses for "all" when it trades whole lots: just below 1. */
const NEARLY_ALL = 1 - Number.EPSILON;

/** The option rule of a position size. */
export const positionSizeRule: OptionRule<PositionSize> = {
  expected: "a fraction above 0 up to 1, or one of {units}, {cash} above 0, {risk} above 0 up to 1",
  accepts: isPositionSize,
  absent: () => 1,
};

/**
 * The quantity to trade at `price` (`filled` after slippage) with `cash`; 0 when there is nothing to trade with.
 * `stopDistance` is the distance of the stop as a fraction of the price, for sizes by risk.
 *
 * Fractional: cash / (price × (1 + fee)). In lots: the cash, less its last bit, divided by what a lot costs,
 * price after slippage plus fee on the price before it, rounded down exactly. With leverage the price, or price and fee
 * (`marginFee`), is divided by it. With a margin, that and the fee of a unit are what it costs.
 */
export function quantityFor(
  size: PositionSize,
  rules: SizingRules,
  cash: number,
  price: number,
  filled: number,
  fee: number,
  fixedFee: number,
  stopDistance: number,
): number {
  const available = cash - fixedFee;
  if (available <= 0) return 0;
  if (typeof size === "number") {
    const share = size === 1 && rules.lotSize > 0 && rules.margin === 0 ? NEARLY_ALL : size;
    return affordable(rules, Math.min(cash * share, available), price, filled, fee);
  }
  if ("cash" in size) return affordable(rules, Math.min(size.cash, available), price, filled, fee);
  const isFree = rules.allowNegativePrices === true && filled === 0 && rules.margin === 0;
  const most = isFree
    ? Infinity
    : affordable(rules, available, Math.abs(price), Math.abs(filled), fee);
  const wanted = "units" in size ? size.units : (cash * size.risk) / (filled * stopDistance);
  return Math.min(most, roundToLot(wanted, rules.lotSize));
}

function affordable(
  rules: SizingRules,
  spend: number,
  price: number,
  filled: number,
  fee: number,
): number {
  const { leverage, lotSize, margin, marginFee } = rules;
  if (margin > 0) {
    const cost = margin + Math.max(0, filled * fee); // a rebate comes with the fill, too late to pay for it
    return lotSize === 0 ? spend / cost : floorDivide(spend, cost * lotSize) * lotSize;
  }
  if (marginFee === "margin") {
    const value = spend * leverage;
    if (lotSize === 0) return value / (filled + filled * fee);
    return floorDivide(value, (filled + price * fee) * lotSize) * lotSize;
  }
  if (lotSize === 0) return spend / (filled / leverage + filled * fee);
  return floorDivide(spend, (filled / leverage + price * fee) * lotSize) * lotSize;
}

/** Integer quotient of `amount` and `divisor`, without the rounding of a plain division. */
function floorDivide(amount: number, divisor: number): number {
  return Math.round((amount - (amount % divisor)) / divisor);
}

/** Rounds down to whole lots, with a tolerance for rounding errors: 0.3 in lots of 0.1 is 3 lots. */
export function roundToLot(quantity: number, lotSize: number): number {
  return lotSize === 0 ? quantity : Math.floor(quantity / lotSize + 1e-9) * lotSize;
}

function isPositionSize(value: unknown): value is PositionSize {
  if (typeof value === "number") return value > 0 && value <= 1;
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value);
  const [kind, amount] = entries[0] ?? [];
  if (entries.length !== 1 || !Number.isFinite(amount) || amount <= 0) return false;
  return kind === "units" || kind === "cash" || (kind === "risk" && amount <= 1);
}

/** The size of an order that was decided before a split. */
export function splitSize<Size extends PositionSize | undefined>(size: Size, ratio: number): Size {
  if (typeof size !== "object" || !("units" in size)) return size;
  return { units: size.units * ratio } as Size;
}
