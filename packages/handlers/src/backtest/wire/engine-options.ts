/** The options of the engine under their names on the wire, by the table of the contract. */

import type { DataOptions } from "@bourse/backtest-engine/checks";
import {
  ENGINE_OPTIONS,
  type BacktestRequest as WireRequest,
  type EngineOptionNames,
} from "@bourse/contract/backtest";

import { bySymbol } from "./by-symbol.ts";

type WireOptions = Pick<WireRequest, EngineOptionNames["field"]>;

/** The names of every option; one that the contract's table lacks does not compile. */
const NAMES: Readonly<Record<keyof DataOptions, EngineOptionNames>> = ENGINE_OPTIONS;

const OPTIONS = Object.entries(NAMES) as readonly (readonly [
  keyof DataOptions,
  EngineOptionNames,
])[];

/** Names of programs that the library spells in its own way. */
const PRESETS = { backtesting_py: "backtestingPy" } as const;

/** Picks the options of the engine from the fields of a request; fields that were left out stay out. */
export function engineOptions(fields: Readonly<Partial<WireOptions>>): DataOptions {
  const options = OPTIONS.flatMap(([name, { field, alias }]) => {
    const isOther = fields[field] === undefined && alias !== undefined;
    const given = isOther ? fields[alias] : fields[field];
    return given === undefined ? [] : [[name, libraryOption(field, given)] as const];
  });
  return Object.fromEntries(options) as DataOptions;
}

/** Spells options of the engine as the fields of a request. */
export function wireEngineOptions(options: DataOptions): Partial<WireOptions> {
  const fields = OPTIONS.flatMap(([name, names]) => {
    const value = options[name];
    if (value === undefined) return [];
    // The older field of a size takes fractions alone.
    const isOther = name === "positionSize" && typeof value === "object";
    const field = isOther ? (names.alias ?? names.field) : names.field;
    return [[field, wireOption(field, value)] as const];
  });
  return Object.fromEntries(fields) as Partial<WireOptions>;
}

/** Fields whose members are symbols, where they are not one value for all. */
const BY_SYMBOL: ReadonlySet<string> = new Set([
  "borrow_rate",
  "dividends",
  "splits",
  "contract",
  "rolls",
]);

/** The value of a field, of the wire or a command line, as the option of the library. */
export function libraryOption(field: string, value: unknown): unknown {
  return hasSymbols(field, value) ? bySymbol(membersOf(value, libraryValue)) : libraryValue(value);
}

function wireOption(field: string, value: unknown): unknown {
  return hasSymbols(field, value) ? membersOf(value, wireValue) : wireValue(value);
}

function hasSymbols(field: string, value: unknown): value is object {
  if (!BY_SYMBOL.has(field) || typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return false;
  // The members of one contract are numbers and words, those of several are contracts.
  return field !== "contract" || Object.values(value).every((member) => typeof member === "object");
}

function membersOf(value: object, inner: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]));
}

/** A value of the wire or of a command line with the library's names of its members: `half_spread` as `halfSpread`. */
export function libraryValue(value: unknown): unknown {
  if (value === "backtesting_py") return PRESETS.backtesting_py;
  return renamed(value, libraryValue, (name) =>
    name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
  );
}

/** A value of the library with the wire's names of its members: `halfSpread` as `half_spread`. */
export function wireValue(value: unknown): unknown {
  if (value === PRESETS.backtesting_py) return "backtesting_py";
  return renamed(value, wireValue, (name) =>
    name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** The value with its members renamed at every depth; undefined ones are left out. */
function renamed(
  value: unknown,
  inner: (value: unknown) => unknown,
  rename: (name: string) => string,
): unknown {
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [rename(name), inner(member)]));
}
