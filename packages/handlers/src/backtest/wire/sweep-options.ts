/** The options that a sweep varies, and the rules between them, in the names of the wire and of the engine. */

import { Problem } from "@bourse/contract";
import {
  ENGINE_OPTIONS,
  type EngineOptionNames,
  type SweepRequest as WireSweepRequest,
} from "@bourse/contract/backtest";
import { didYouMean } from "@bourse/kernel";
import type { SweepRequest } from "@bourse/trading-core";

import { libraryValue, wireValue } from "./engine-options.ts";

const OPTIONS = Object.entries(ENGINE_OPTIONS) as readonly (readonly [string, EngineOptionNames])[];

type Ranges = NonNullable<SweepRequest["optionRanges"]>;
type WireRanges = NonNullable<WireSweepRequest["option_ranges"]>;

const FIXED_OPTIONS: readonly string[] = [
  "trainSplit",
  "daysPerYear",
  "barsPerYear",
  "timeZone",
  "calendar",
  "allowNegativePrices",
  "dividends",
  "splits",
  "contract",
  "rolls",
];

/** Fields whose values a sweep may try: those of the simulation, by both names of an option that has two. */
const VARIED_FIELDS: readonly string[] = OPTIONS.filter(
  ([option]) => !FIXED_OPTIONS.includes(option),
).flatMap(([, { field, alias }]) => [field, ...(alias === undefined ? [] : [alias])]);

/**
 * Ranges of options under the engine's names.
 *
 * @throws Problem VALIDATION_ERROR at `option_ranges.<name>`: no field that a sweep may vary, one option under both of
 * its names, a member of a value that is not in the wire's spelling
 */
export function optionRanges(ranges: WireRanges): Ranges {
  const seen = new Map<string, string>();
  const named = Object.entries(ranges).map(([field, range]) => {
    if (!VARIED_FIELDS.includes(field)) {
      const asked = JSON.stringify(field.slice(0, 64));
      const fault = `${asked} is no option that a sweep can vary.${didYouMean(field, VARIED_FIELDS)}`;
      throw refuseRange(field, fault);
    }
    const option = optionOf(field);
    const other = seen.get(option);
    if (other !== undefined) {
      throw refuseRange(
        field,
        `${field} and ${other} are two names of one option; send one of them.`,
      );
    }
    seen.set(option, field);
    if (!Array.isArray(range)) return [option, range];
    const strange = memberInCamelCase(range);
    if (strange === undefined) return [option, range.map(libraryValue)];
    const asked = JSON.stringify(strange.slice(0, 64));
    const hint = didYouMean(strange, [
      strange.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
    ]);
    throw refuseRange(field, `${asked} is no member of a value of ${field}.${hint}`);
  });
  return Object.fromEntries(named) as Ranges;
}

/** Makes a 422 for the range of one option. */
export function refuseRange(field: string, msg: string, cause?: unknown): Problem {
  const issues = [{ loc: ["body", "option_ranges", field], msg, type: "value_error" }];
  return new Problem({ code: "VALIDATION_ERROR", status: 422, message: msg, issues }, { cause });
}

/** The field of `ranges` that varies an option of the engine. */
export function rangeFieldOf(ranges: WireRanges | undefined, option: unknown): string | undefined {
  return Object.keys(ranges ?? {}).find((field) => optionOf(field) === option);
}

/** The first member, at any depth, whose name has a capital letter. */
function memberInCamelCase(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const own = names.find((name) => /[A-Z]/u.test(name));
  if (own !== undefined) return own;
  for (const member of Object.values(value)) {
    const inner = memberInCamelCase(member);
    if (inner !== undefined) return inner;
  }
  return undefined;
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

/**
 * Rules with the engine's names after `options.`.
 *
 * @throws Problem VALIDATION_ERROR at `constraints` for an option that is no field of a request
 */
export function libraryConstraints(rules: readonly string[]): readonly string[] {
  for (const [place, rule] of rules.entries()) {
    const names = rule.replaceAll(/"[^"]*"/gu, "").matchAll(/\boptions\.(\w+)/gu);
    for (const [, name = ""] of names) {
      if (VARIED_FIELDS.includes(name)) continue;
      const msg = `"options.${name}" is no option that a sweep can vary.${didYouMean(name, VARIED_FIELDS)}`;
      const issues = [{ loc: ["body", "constraints", place], msg, type: "value_error" }];
      throw new Problem({ code: "VALIDATION_ERROR", status: 422, message: msg, issues });
    }
  }
  return rules.map(libraryConstraint);
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
