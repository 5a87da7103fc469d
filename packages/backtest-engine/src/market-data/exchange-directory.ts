/** The exchanges that a service knows, by name. */

import { didYouMean } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import type { CandleProvider } from "./port.ts";

export interface ExchangeDirectory {
  /** Sorted. */
  readonly names: readonly string[];
  /** What an absent name stands for. */
  readonly defaultName: string;
  /** @throws EngineError EXCHANGE_UNKNOWN, with the known names in details.known */
  find(name?: string): CandleProvider;
}

/**
 * A directory of providers under lower-case names.
 *
 * @throws EngineError EXCHANGE_UNKNOWN when the default is not among them
 */
export function createExchangeDirectory(
  providers: Readonly<Record<string, CandleProvider>>,
  defaultName: string,
): ExchangeDirectory {
  const known = new Map(Object.entries(providers));
  const names = [...known.keys()].toSorted();
  const find = (name: string = defaultName): CandleProvider => {
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
