/** Instruments: the assets of a symbol and the steps in which it trades. */

import { Decimal, resolveOptions, type OptionRules, textOption } from "@bourse/kernel";

import { canonicalSymbol, splitPair } from "../market-data/canonical-symbol.ts";
import { ExecutionError } from "./errors.ts";

/** An instrument with its rules. */
export interface Instrument {
  /** Symbol as the venue spells it. */
  readonly symbol: string;
  /** Base asset: the one that is bought and sold. */
  readonly base: string;
  /** Quote asset: the one that prices are in. */
  readonly quote: string;
  /** Step of quantities, in base units. */
  readonly lot: string;
  /** Step of prices, in quote units. */
  readonly tick: string;
  /** Minimum of quantity times price of an order with a price, in quote units; `0` for none. */
  readonly minNotional: string;
}

/**
 * Finds an instrument by its symbol.
 *
 * @throws ExecutionError ORDER_INVALID (field `symbol`) for an unknown symbol
 */
export type FindInstrument = (symbol: string) => Instrument | Promise<Instrument>;

/** Options of {@link namedInstruments}. */
export interface InstrumentRules {
  /** Step of quantities in base units. Default `0.00000001`. */
  readonly lot?: string;
  /** Step of prices in quote units. Default `0.00000001`. */
  readonly tick?: string;
  /** Minimum of quantity times price in quote units. Default `0`. */
  readonly minNotional?: string;
}

/**
 * Creates a function that derives instruments from symbols: `BTCUSDT`, `BTC/USDT`, `BTC-USDT` and `BTC_USDT` are one
 * instrument, `BTCUSDT`. A symbol without a separator must end in one of the usual quote assets. All instruments trade
 * in the same steps.
 *
 * @throws KernelError OPTION_INVALID for a rule that is not a decimal above 0 (`minNotional`: of at least 0)
 */
export function namedInstruments(given: InstrumentRules = {}): FindInstrument {
  const { lot, tick, minNotional } = resolveOptions("namedInstruments", given, rules);
  return (spelled) => {
    const symbol = canonicalSymbol(spelled);
    return { symbol, ...assetsOf(symbol), lot, tick, minNotional };
  };
}

const rules: OptionRules<Required<InstrumentRules>> = {
  lot: amountOption("0.00000001", 1),
  tick: amountOption("0.00000001", 1),
  minNotional: amountOption("0", 0),
};

function amountOption(preset: string, leastSign: 0 | 1) {
  return {
    ...textOption({ default: preset, maxLength: 40 }),
    expected: `a decimal ${leastSign === 1 ? "above 0" : "of at least 0"}, as text`,
    accepts: (value: unknown) =>
      typeof value === "string" &&
      /^\d{1,20}(\.\d{1,18})?$/u.test(value) &&
      Decimal.parse(value).sign >= leastSign,
  };
}

function assetsOf(symbol: string): { readonly base: string; readonly quote: string } {
  const pair = splitPair(symbol);
  if (pair !== undefined) return pair;
  throw new ExecutionError(
    "ORDER_INVALID",
    `The symbol must be a base and a quote asset such as BTCUSDT or BTC/USDT; found ${JSON.stringify(symbol.slice(0, 40))}.`,
    { details: { field: "symbol" } },
  );
}
