/** Symbols of the simulation, and the scale of their prices and volumes. */

import { QUOTE_ASSETS, splitPair } from "../canonical-symbol.ts";
import { noiseKey, noiseUniform } from "./noise.ts";

/** Assets by their base value in dollars: round numbers of the right size, not quotations. */
const LISTED: Readonly<Record<string, number>> = {
  ADA: 0.5,
  AVAX: 30,
  BNB: 500,
  BTC: 50_000,
  DOGE: 0.1,
  DOT: 6,
  ETH: 2_500,
  EUR: 1.1,
  GBP: 1.3,
  LINK: 15,
  LTC: 80,
  SOL: 120,
  XRP: 0.6,
};

/** Assets that are worth a dollar at any time. */
const DOLLARS: ReadonlySet<string> = new Set([
  "USDT",
  "USDC",
  "USD",
  "FDUSD",
  "BUSD",
  "TUSD",
  "DAI",
]);

/** Assets that the simulation knows: any of up to twenty letters and digits. */
const ASSET = /^[A-Z0-9]{1,20}$/;

/** An asset whose value in dollars moves. */
interface SimulatedAsset {
  /** Key of its path. */
  readonly key: number;
  readonly baseValue: number;
}

export interface Instrument {
  /** Null for a dollar, whose value does not move. */
  readonly base: SimulatedAsset | null;
  readonly quote: SimulatedAsset | null;
  readonly basePrice: number;
  /** Digits after the point of every price. */
  readonly decimals: number;
  /** Base units in an average minute. */
  readonly volumePerMinute: number;
}

/** Sorted. Any other well-formed pair is simulated too; these are what a list shows. */
export const SIMULATED_SYMBOLS: readonly string[] = Object.freeze(
  [
    ...Object.keys(LISTED)
      .filter((asset) => asset !== "EUR" && asset !== "GBP")
      .map((asset) => `${asset}USDT`),
    "ETHBTC",
  ].toSorted(),
);

/**
 * The scale of a symbol, or undefined when it is not a pair in a currency that the simulation knows.
 *
 * A price is the value of the base divided by that of the quote, so that no tour over several pairs makes money.
 */
export function findInstrument(symbol: string, seed: number): Instrument | undefined {
  const pair = splitPair(symbol);
  if (pair === undefined || !ASSET.test(pair.base) || !QUOTE_ASSETS.includes(pair.quote)) {
    return undefined;
  }
  const base = assetOf(pair.base, seed);
  const quote = assetOf(pair.quote, seed);
  const basePrice = (base?.baseValue ?? 1) / (quote?.baseValue ?? 1);
  const digits = Math.floor(Math.log10(basePrice)) + 1;
  return {
    base,
    quote,
    basePrice,
    decimals: Math.max(2, Math.min(8, 6 - digits)),
    volumePerMinute: 1_000_000 / (base?.baseValue ?? 1),
  };
}

function assetOf(asset: string, seed: number): SimulatedAsset | null {
  if (DOLLARS.has(asset)) return null;
  const key = noiseKey(seed, `${asset}USDT`);
  const listed = Object.hasOwn(LISTED, asset) ? LISTED[asset] : undefined;
  return {
    key,
    baseValue: listed ?? roundToTwoDigits(10 ** (noiseUniform(key, 0, 1) * 5 - 2)),
  };
}

function roundToTwoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
