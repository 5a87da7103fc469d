/** Contracts of futures: the worth of a point of price, the step of prices, and the margin of a position. */

import { numberOption, textOption, type OptionRule } from "@bourse/kernel";

import { orBySymbol } from "./by-symbol.ts";

/** A contract of a future, with one of its fields at least. A type, so that stores take it as JSON. */
export type Contract = {
  /** Money that one point of price is worth for one contract: 50 for the E-mini S&P 500. Above 0; default 1. */
  readonly multiplier?: number;
  /** Smallest step of a price, above 0: the option `tickSize` of this market. Default: that option. */
  readonly tick?: number;
  /** Currency of its money, 1–16 characters: that of the account, since nothing is converted. Default: not told. */
  readonly currency?: string;
  /**
   * Initial margin of one contract in the account's currency, above 0: what an entry binds of the cash, whatever the
   * price. Default: its value, price × multiplier, divided by the `leverage`.
   */
  readonly margin?: number;
};

/** The contract of one market, or those of several by symbol. */
export type Contracts = Contract | Readonly<Record<string, Contract>>;

const above0 = numberOption({ above: 0 });
const FIELDS: Readonly<Record<keyof Contract, (value: unknown) => boolean>> = {
  multiplier: above0.accepts,
  tick: above0.accepts,
  currency: textOption({ minLength: 1, maxLength: 16 }).accepts,
  margin: above0.accepts,
};

/** The option rule of `contract`. */
export const contractRule: OptionRule<Contracts | undefined> = {
  expected:
    "{multiplier, tick, currency, margin} with one of them at least, numbers above 0 and a currency of 1–16 characters, or such contracts by symbol",
  accepts: /* @__PURE__ */ orBySymbol<Contracts>(isContract),
  absent: () => undefined,
};

/** Tells one contract from contracts by symbol. */
export function isOneContract(given: Contracts): given is Contract {
  const members: readonly unknown[] = Object.values(given);
  return members.length > 0 && members.every((member) => typeof member !== "object");
}

/** The contract of a market; undefined where it has none. */
export function contractOf(
  given: Contracts | undefined,
  symbol: string | undefined,
): Contract | undefined {
  return given === undefined || isOneContract(given) ? given : given[symbol ?? ""];
}

/** The currencies that contracts name, each once. */
export function currenciesOf(given: Contracts | undefined = {}): readonly string[] {
  const all = isOneContract(given) ? [given] : Object.values(given);
  return [...new Set(all.flatMap(({ currency }) => currency ?? []))];
}

function isContract(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return (
    members.length > 0 &&
    members.every(
      ([name, member]) => Object.hasOwn(FIELDS, name) && FIELDS[name as keyof Contract](member),
    )
  );
}
