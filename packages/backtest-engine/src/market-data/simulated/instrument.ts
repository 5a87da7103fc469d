/** Which symbols the simulation knows, and the scale of their prices and volumes. */

import { noiseUniform } from "./noise.ts";

/** What the simulation lists. Base prices are round numbers of the right size, not quotations. */
const LISTED: Readonly<Record<string, number>> = {
  ADAUSDT: 0.5,
  AVAXUSDT: 30,
  BNBUSDT: 500,
  BTCUSDT: 50_000,
  DOGEUSDT: 0.1,
  DOTUSDT: 6,
  ETHBTC: 0.05,
  ETHUSDT: 2_500,
  LINKUSDT: 15,
  LTCUSDT: 80,
  SOLUSDT: 120,
  XRPUSDT: 0.6,
};

/** A base of up to twenty characters priced in one of these. */
const PAIR = /^[A-Z0-9]{1,20}[-_/]?(?:USDT|USDC|USD|EUR|BTC|ETH)$/;

export interface Instrument {
  readonly basePrice: number;
  /** Digits after the point of every price. */
  readonly decimals: number;
  /** Base units in an average minute. */
  readonly volumePerMinute: number;
}

/** Sorted. Any other well-formed pair is simulated too; these are what a list shows. */
export const SIMULATED_SYMBOLS: readonly string[] = Object.freeze(Object.keys(LISTED).toSorted());

/** The scale of a symbol, or undefined when it is not a pair in a currency that the simulation knows. */
export function findInstrument(symbol: string, key: number): Instrument | undefined {
  if (!PAIR.test(symbol)) return undefined;
  const listed = Object.hasOwn(LISTED, symbol) ? LISTED[symbol] : undefined;
  const basePrice = listed ?? roundToTwoDigits(10 ** (noiseUniform(key, 0, 1) * 5 - 2));
  const digits = Math.floor(Math.log10(basePrice)) + 1;
  return {
    basePrice,
    decimals: Math.max(2, Math.min(8, 6 - digits)),
    volumePerMinute: 1_000_000 / basePrice,
  };
}

function roundToTwoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
