/** Options that every engine takes, and their rules. */

import { integerOption } from "../option-rules.ts";
import type { OptionRule, OptionRules } from "../options.ts";
import type { Collection, Entity } from "./port.ts";

/** Options that every engine takes. */
export interface StoreOptions {
  /** All collections that will be used. */
  readonly collections: readonly Collection<Entity>[];
  /** A transaction that does nothing for so long is rolled back. 1–600,000. Default 10,000. */
  readonly transactionIdleMilliseconds?: number;
}

const collections: OptionRule<readonly Collection<Entity>[]> = {
  expected: "a list of collections, each made by defineCollection",
  accepts: (value) => Array.isArray(value) && value.every(isCollection),
  absent: null,
};

/** The rules of {@link StoreOptions}, for `resolveOptions`; an engine adds its own beside them. */
export const STORE_OPTION_RULES: OptionRules<Required<StoreOptions>> = {
  collections,
  transactionIdleMilliseconds: integerOption({ min: 1, max: 600_000, default: 10_000 }),
};

function isCollection(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, indexes } = value as Partial<Collection<Entity>>;
  return typeof name === "string" && typeof indexes === "object" && indexes !== null;
}
