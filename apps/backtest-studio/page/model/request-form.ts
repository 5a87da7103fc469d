/** The form of a new run: texts by field, kept in the address, and the request that they make. */

import type { Strategy, StrategyParameter } from "@bourse/contract/backtest";

import {
  numberOf,
  severalOf,
  sizeOf,
  spoken,
  valueText,
  type FormTexts,
  type Sink,
} from "./form-values.ts";
import { intervalFault } from "./intervals.ts";
import type { RequestField } from "./request-field.ts";
import { REQUEST_FIELDS } from "./request-fields.ts";
import { searchOf, searchTexts } from "./search-form.ts";
import { symbolFault } from "./symbol-fault.ts";

export const KINDS = ["backtest", "sweep", "walk_forward"] as const;
export type RunKind = (typeof KINDS)[number];

/** The request of a form, or a fault for each field that does not fit. */
export interface FormOutcome {
  readonly body: Readonly<Record<string, unknown>>;
  readonly faults: Readonly<Record<string, string>>;
  /** Number of combinations that a search would try, before rules refuse some; 1 for one run. */
  readonly combinations: number;
}

/** Reads the form. Fields without a text are left out: the server's default holds. */
export function readForm(texts: FormTexts, strategy: Strategy, kind: RunKind): FormOutcome {
  const sink: Sink = { faults: {} };
  const parameters: Record<string, unknown> = {};
  const varied: [key: string, values: unknown][] = [];
  for (const parameter of strategy.parameters) {
    const key = `p.${parameter.name}`;
    const text = texts[key]?.trim() ?? "";
    if (text === "") continue;
    const values = valuesOf(text, parameter, kind, key, sink);
    parameters[parameter.name] = values;
    varied.push([key, values]);
  }
  const { options, ranges } = optionsOf(texts, kind, sink);
  for (const [name, values] of Object.entries(ranges)) varied.push([`o.${name}`, values]);
  const search = searchOf(texts, kind, sink);
  const { count: draws } = (search["search"] ?? {}) as { readonly count?: number };
  let combinations = 1;
  for (const [key, values] of varied) {
    const size = sizeOf(values);
    if (size === undefined && draws === undefined) {
      sink.faults[key] ??= "Give the range a step, such as 5..50/5, or draw combinations.";
    }
    combinations *= size ?? Infinity;
  }
  const body: Record<string, unknown> = {
    strategy: strategy.name,
    ...dataOf(texts, sink),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...options,
    ...(Object.keys(ranges).length > 0 && { option_ranges: ranges }),
    ...search,
  };
  return { body, faults: sink.faults, combinations: Math.min(combinations, draws ?? Infinity) };
}

function dataOf(texts: FormTexts, sink: Sink): Record<string, unknown> {
  const { symbol = "", interval = "1h", exchange, limit, start, end, gaps, funding } = texts;
  const { detail_interval: detail } = texts;
  const fault = symbolFault(symbol);
  if (fault !== undefined) sink.faults["symbol"] = fault;
  const length = intervalFault(interval);
  if (length !== undefined) sink.faults["interval"] = length;
  const finer = detail === undefined ? undefined : intervalFault(detail);
  if (finer !== undefined) sink.faults["detail_interval"] = finer;
  if (start !== undefined && end !== undefined && start >= end) {
    sink.faults["start"] = "The start must lie before the end.";
  }
  return {
    symbol,
    interval,
    ...(exchange !== undefined && { exchange }),
    ...given("limit", numberOf(limit, { min: 1, max: 1_000_000, isWhole: true }, "limit", sink)),
    ...(start !== undefined && { start_time: start }),
    ...(end !== undefined && { end_time: end }),
    ...given("gaps", gaps),
    ...given("detail_interval", detail),
    ...(funding === "yes" && { funding: true }),
  };
}

interface Options {
  readonly options: Record<string, unknown>;
  /** Values to try by option; empty for one run. */
  readonly ranges: Record<string, unknown>;
}

function optionsOf(texts: FormTexts, kind: RunKind, sink: Sink): Options {
  const options: Record<string, unknown> = {};
  const ranges: Record<string, unknown> = {};
  for (const field of REQUEST_FIELDS) {
    const key = `o.${field.name}`;
    const text = texts[key]?.trim() ?? "";
    if (text === "") continue;
    const several = kind === "backtest" ? undefined : rangeOf(text, field, key, sink);
    if (several !== undefined) {
      ranges[field.name] = several;
      continue;
    }
    const value = optionOf(text, field, key, sink);
    const [name = "", member] = field.name.split(".");
    if (member === undefined) options[name] = value;
    else if (typeof options[name] === "object" || options[name] === undefined) {
      options[name] = { ...(options[name] as object | undefined), [member]: value };
    } else {
      sink.faults[key] = `Leave ${spoken(name)} empty, or this field.`;
    }
  }
  return { options, ranges };
}

/** True for an option that a search can vary: one that stands for itself, and is no name. */
export function canVary({ name, kind }: RequestField): boolean {
  if (name === "calendar" || name === "allow_negative_prices" || name.includes(".")) return false;
  return kind !== "array" && kind !== "string";
}

/** Several values of an option; a list of objects stands as JSON. */
function rangeOf(text: string, field: RequestField, key: string, sink: Sink): unknown {
  if (!canVary(field)) return undefined;
  if (text.startsWith("[")) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      sink.faults[key] = "Enter values between commas, or a list as JSON.";
      return [];
    }
  }
  const isNumber = field.kind === "number" || field.kind === "integer";
  return severalOf(text, (part) => optionOf(part, field, key, sink), isNumber, key, sink);
}

function optionOf(text: string, field: RequestField, key: string, sink: Sink): unknown {
  if (field.isNullable === true && text === "none") return null;
  if (field.kind === "choice") {
    const { values = [] } = field;
    if (!values.includes(text)) sink.faults[key] = `Enter one of ${values.join(", ")}.`;
    return text;
  }
  if (field.kind === "boolean") {
    if (text !== "yes" && text !== "no") sink.faults[key] = "Enter yes or no.";
    return text === "yes";
  }
  if (field.kind === "string") return text;
  if (field.kind === "array") {
    return isSteps(field) ? stepsOf(text, key, sink) : listFrom(text, key, sink);
  }
  return numberOf(text, { ...field, isWhole: field.kind === "integer" }, key, sink);
}

const isSteps = ({ name }: Pick<RequestField, "name">): boolean => name.endsWith("profit_steps");

function listFrom(text: string, key: string, sink: Sink): unknown {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // Told below, as any other text.
  }
  sink.faults[key] = 'Enter a list as JSON, such as ["2024-12-25"].';
  return [];
}

/** `0:0.05, 60:0.02`: minutes after the entry, and the profit that closes. */
function stepsOf(text: string, key: string, sink: Sink): unknown {
  return text.split(",").map((step) => {
    const [, after, profit] = /^\s*(\d+)\s*:\s*(-?[\d.]+)\s*$/u.exec(step) ?? [];
    if (after === undefined || !Number.isFinite(Number(profit))) {
      sink.faults[key] = "Enter minutes and profits, such as 0:0.05, 60:0.02.";
    }
    return { after_minutes: Number(after), profit: Number(profit) };
  });
}

function valuesOf(
  text: string,
  parameter: StrategyParameter,
  kind: RunKind,
  key: string,
  sink: Sink,
): unknown {
  const one = (part: string): unknown => parameterValue(part.trim(), parameter, key, sink);
  if (kind === "backtest") return one(text);
  const isNumber = parameter.type === "integer" || parameter.type === "number";
  return severalOf(text, one, isNumber, key, sink) ?? one(text);
}

function parameterValue(
  text: string,
  { type, min, max, values }: StrategyParameter,
  key: string,
  sink: Sink,
): unknown {
  if (type === "boolean") {
    if (text !== "yes" && text !== "no") sink.faults[key] = "Enter yes or no.";
    return text === "yes";
  }
  if (type === "string") {
    if (values !== undefined && !values.includes(text)) {
      sink.faults[key] = `Enter one of ${values.join(", ")}.`;
    }
    return text;
  }
  return numberOf(text, { min, max, isWhole: type === "integer" }, key, sink);
}

function given(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

/** The texts of a form that would make a request: those of an earlier run, to change and run again. */
export function textsOf(
  payload: Readonly<Record<string, unknown>>,
  kind: string = "backtest",
): FormTexts {
  const texts: Record<string, string | undefined> = {
    strategy: valueText(payload["strategy"]),
    symbol: valueText(payload["symbol"]),
    interval: valueText(payload["interval"]),
    exchange: valueText(payload["exchange"]),
    limit: valueText(payload["limit"]),
    start: valueText(payload["start_time"]),
    end: valueText(payload["end_time"]),
    gaps: valueText(payload["gaps"]),
    detail_interval: valueText(payload["detail_interval"]),
    ...(payload["funding"] === true && { funding: "yes" }),
    ...searchTexts(payload, kind),
  };
  for (const [name, value] of Object.entries((payload["parameters"] as object | undefined) ?? {})) {
    // A list of one value tries that value: the same as the value alone.
    texts[`p.${name}`] = valueText(Array.isArray(value) && value.length === 1 ? value[0] : value);
  }
  const ranges = (payload["option_ranges"] ?? {}) as Readonly<Record<string, unknown>>;
  for (const [name, values] of Object.entries(ranges)) {
    const known = REQUEST_FIELDS.find(({ alias }) => alias === name)?.name ?? name;
    texts[`o.${known}`] = valueText(values);
  }
  for (const { name, alias = "", kind: field } of REQUEST_FIELDS) {
    const [first = "", member] = name.split(".");
    const whole = (payload[first] ?? payload[alias]) as
      | Readonly<Record<string, unknown>>
      | null
      | undefined;
    const value = member === undefined ? whole : whole?.[member];
    if (value === undefined || (typeof value === "object" && value !== null && field !== "array")) {
      continue;
    }
    const isOwn = field === "array" && !isSteps({ name });
    if (isOwn) texts[`o.${name}`] = JSON.stringify(value);
    else texts[`o.${name}`] = field === "array" ? stepsText(value) : valueText(value);
  }
  return texts;
}

function stepsText(value: unknown): string {
  const steps = value as readonly { readonly after_minutes: number; readonly profit: number }[];
  return steps.map(({ after_minutes: after, profit }) => `${after}:${profit}`).join(", ");
}
