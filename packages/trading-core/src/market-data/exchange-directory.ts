/** The exchanges that a service knows, by name. */

import { EngineError } from "@bourse/backtest-engine";
import { anyText, didYouMean, recordOf } from "@bourse/kernel";

import { anyProvider } from "../part-shapes.ts";
import type { CandleProvider } from "./port.ts";

/** Sources of candles by name. */
export interface ExchangeDirectory {
  /** Names in alphabetical order. */
  readonly names: readonly string[];
  /** Name of the exchange that is used when none is given. */
  readonly defaultName: string;
  /**
   * Finds the provider of an exchange. Default: the default exchange's.
   *
   * @throws EngineError EXCHANGE_UNKNOWN, with the known names in details.known
   */
  find(name?: string): CandleProvider;
}

/**
 * Creates a directory of providers under lower-case names.
 *
 * @throws EngineError EXCHANGE_UNKNOWN when the default is not among them
 */
export function createExchangeDirectory(
  providers: Readonly<Record<string, CandleProvider>>,
  defaultName: string,
): ExchangeDirectory {
  recordOf(anyProvider)("providers", providers);
  anyText("defaultName", defaultName);
  const known = new Map(Object.entries(providers));
  const names = [...known.keys()].toSorted();
  const find = (name: string = defaultName): CandleProvider => {
    anyText("name", name);
    const provider = known.get(name);
    if (provider !== undefined) return provider;
    throw new EngineError(
      "EXCHANGE_UNKNOWN",
      `The exchange must be one of ${names.join(", ")}; found ${JSON.stringify(name.slice(0, 40))}.${didYouMean(name, names)}`,
      { details: { known: names } },
    );
  };
  find();
  return { names, defaultName, find };
}
