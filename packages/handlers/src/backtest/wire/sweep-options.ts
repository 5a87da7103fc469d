/** The options that a sweep varies, and the rules between them, in the names of the wire and of the engine. */

import type { SweepRequest } from "@bourse/backtest-engine/service";
import {
  ENGINE_OPTIONS,
  type EngineOptionNames,
  type SweepRequest as WireSweepRequest,
} from "@bourse/contract/backtest";

import { libraryValue, wireValue } from "./engine-options.ts";

const OPTIONS = Object.entries(ENGINE_OPTIONS) as readonly (readonly [string, EngineOptionNames])[];

type Ranges = NonNullable<SweepRequest["optionRanges"]>;
type WireRanges = NonNullable<WireSweepRequest["option_ranges"]>;

/** Ranges of options under the engine's names; a name that there is not stays as it is, for the engine to refuse. */
export function optionRanges(ranges: WireRanges): Ranges {
  return Object.fromEntries(
    Object.entries(ranges).map(([field, range]) => [
      optionOf(field),
      Array.isArray(range) ? range.map(libraryValue) : range,
    ]),
  ) as Ranges;
}

/** Ranges of options under the names of their fields. */
export function wireOptionRanges(ranges: Ranges): WireRanges {
  return Object.fromEntries(
    Object.entries(ranges).map(([option, range]) => [
      fieldOf(option),
      Array.isArray(range) ? range.map(wireValue) : range,
    ]),
  ) as WireRanges;
}

/** The options of one combination under the names of their fields. */
export function wireOptionSet(set: Readonly<Record<string, unknown>>): Record<string, never> {
  return Object.fromEntries(
    Object.entries(set).map(([option, value]) => [fieldOf(option), wireValue(value)]),
  ) as Record<string, never>; // JSON, as it came in
}

/** A rule with the engine's names after `options.`. */
export function libraryConstraint(text: string): string {
  return text.replaceAll(
    /\boptions\.([a-z_]+)/gu,
    (_, field: string) => `options.${optionOf(field)}`,
  );
}

/** A rule with the names of fields after `options.`. */
export function wireConstraint(text: string): string {
  return text.replaceAll(
    /\boptions\.([a-zA-Z]+)/gu,
    (_, option: string) => `options.${fieldOf(option)}`,
  );
}

function optionOf(field: string): string {
  const found = OPTIONS.find(([, names]) => names.field === field || names.alias === field);
  return found?.[0] ?? field;
}

/** The field that takes every kind of the option's values. */
function fieldOf(option: string): string {
  const names = OPTIONS.find(([name]) => name === option)?.[1];
  return names?.alias ?? names?.field ?? option;
}
