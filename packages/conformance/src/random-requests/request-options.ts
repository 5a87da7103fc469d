/** Rules of the options of random requests, for callers without types. */

import { integerOption, objectOf, recordOf, shapedOption, type OptionRule } from "@bourse/kernel";

import type { FuzzDocument } from "./json-schema.ts";

/** An OpenAPI document, as far as it is always there. */
export const documentOption: OptionRule<FuzzDocument> = shapedOption<FuzzDocument>(
  "an OpenAPI document",
  objectOf({ paths: recordOf(recordOf(objectOf({}))) }),
);

/** A seed of random requests: a whole number or text; 1 by default. */
export const seedOption: OptionRule<number | string> = {
  expected: "a whole number or text",
  accepts: (value) => Number.isSafeInteger(value) || typeof value === "string",
  absent: () => 1,
};

/** A number of random requests. */
export const requestsOption = (count: number): OptionRule<number> =>
  integerOption({ min: 0, default: count });
