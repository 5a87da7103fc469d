/** Slippage models, and limits on the volume that a candle can fill. */

import type { OptionRule } from "@bourse/kernel";

import { EngineError } from "../errors.ts";

/** A fill as slippage and fee functions receive it. Money is in the quote currency. */
export interface FillFacts {
  /** Side of the fill. */
  readonly side: "buy" | "sell";
  /** Quantity in base units, above 0. */
  readonly quantity: number;
  /** Price before slippage for a slippage function, after it for a fee function. */
  readonly price: number;
  /** True for a fill at a price that an order names; such a fill does not slip. */
  readonly isLimit: boolean;
  /** Index of the candle in the candles of its symbol. */
  readonly index: number;
  /** Volume of that candle in base units. */
  readonly volume: number;
}

/**
 * Slippage by a fixed spread: buys pay half of it above the price, sells receive half of it below, at least half the
 * price where prices lie above 0.
 */
export interface SpreadSlippage {
  /** Half the distance between bid and ask, in the quote currency. At least 0. */
  readonly halfSpread: number;
}

/**
 * Slippage by volume: a candle fills at most a share of its volume, the rest waits for the next candles. The price
 * moves by the fraction `impact` × (filled share of the volume)² of its amount. A position that is closed at the end of
 * the data leaves at once, with the impact of the largest share.
 */
export interface VolumeShareSlippage {
  /** Largest share of a candle's volume that is filled. Above 0, at most 1. */
  readonly volumeShare: number;
  /** Price impact factor. At least 0; default 0.1. */
  readonly impact?: number;
}

/**
 * A slippage model: a fraction of the price's amount (0.001 is 0.1 %), a spread, a share of the volume, or a function
 * that returns the fill price.
 */
export type Slippage =
  | number
  | SpreadSlippage
  | VolumeShareSlippage
  | ((fill: FillFacts) => number);

/** The option rule of a slippage model. */
export const slippageRule: OptionRule<Slippage> = {
  expected:
    "a fraction of at least 0 and below 0.5, {halfSpread} of at least 0, {volumeShare} above 0 up to 1 with an impact of at least 0, or a function",
  accepts: isSlippage,
  absent: () => 0,
};

/** The largest share of a candle's volume that may be filled; Infinity without a limit. */
export function volumeShareOf(slippage: Slippage): number {
  return typeof slippage === "object" && "volumeShare" in slippage
    ? slippage.volumeShare
    : Infinity;
}

/**
 * The fill price of a market order at `price`. `side`: 1 buys, -1 sells. `allowsNegative`: prices may be 0 and below.
 *
 * @throws EngineError OPTIONS_INVALID when a slippage function returns no finite price, or one that is not allowed
 */
export function slippedPrice(
  slippage: Slippage,
  price: number,
  side: number,
  quantity: number,
  index: number,
  volume: number,
  allowsNegative = false,
): number {
  const against = price < 0 ? -side : side; // towards a larger amount or a smaller one
  if (typeof slippage === "number") return price * (1 + against * slippage);
  if (typeof slippage === "function") {
    return modelled(slippage, price, side, quantity, index, volume, allowsNegative);
  }
  if ("halfSpread" in slippage) {
    const filled = price + side * slippage.halfSpread;
    // A spread wider than the price must still leave a seller a price above 0.
    return allowsNegative ? filled : Math.max(filled, price / 2);
  }
  // The close at the end of the data takes a whole position at once; its impact is that of the largest share.
  const share = volume > 0 ? Math.min(quantity / volume, slippage.volumeShare) : 0;
  const { impact = DEFAULT_IMPACT } = slippage;
  return price * Math.max(1 + against * impact * share * share, 0.5);
}

const DEFAULT_IMPACT = 0.1;

function modelled(
  model: (fill: FillFacts) => number,
  price: number,
  side: number,
  quantity: number,
  index: number,
  volume: number,
  allowsNegative: boolean,
): number {
  const word = side > 0 ? "buy" : "sell";
  const filled = model({ side: word, quantity, price, isLimit: false, index, volume });
  if ((filled > 0 && filled < Infinity) || (allowsNegative && Number.isFinite(filled)))
    return filled;
  throw new EngineError(
    "OPTIONS_INVALID",
    `simulate: the slippage function must give a finite price${allowsNegative ? "" : " above 0"}, found ${String(filled)} at candle ${index}.`,
    { details: { option: "slippage", index } },
  );
}

function isSlippage(value: unknown): value is Slippage {
  if (typeof value === "number") return value >= 0 && value < 0.5;
  if (typeof value === "function") return true;
  if (typeof value !== "object" || value === null) return false;
  const { halfSpread, volumeShare, impact, ...others } = value as Record<string, unknown>;
  if (Object.keys(others).length > 0) return false;
  if (halfSpread !== undefined) {
    return volumeShare === undefined && impact === undefined && isAtLeast0(halfSpread);
  }
  const isShare = typeof volumeShare === "number" && volumeShare > 0 && volumeShare <= 1;
  return isShare && (impact === undefined || isAtLeast0(impact));
}

function isAtLeast0(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) >= 0;
}
