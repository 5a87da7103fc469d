/** The rules of options that several mocks have. */

import { integerOption, numberOption, type OptionRule } from "@bourse/kernel";

/** A service's URL; without a default it must be given. */
export function baseUrlOption(byDefault?: string): OptionRule<string> {
  return {
    expected: "an http or https URL without a query",
    accepts: (value) => typeof value === "string" && /^https?:\/\/[^?#\s]+$/u.test(value),
    absent: byDefault === undefined ? null : () => byDefault,
  };
}

/** Seed of ids, candles and keys. */
export const seedOption: OptionRule<number> = integerOption({
  min: 0,
  max: 4_294_967_295,
  default: 1,
});

/** Start time of a clock in milliseconds since the Unix epoch. */
export const nowOption: OptionRule<number> = numberOption({ default: Date.UTC(2026, 0, 1) });

/** An object that another package checks in full. */
export function objectOption<T extends object>(byDefault: T): OptionRule<T> {
  return {
    expected: "an object",
    // A proxy that throws when its keys are read is none.
    accepts: (value) =>
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length >= 0,
    absent: () => byDefault,
  };
}
