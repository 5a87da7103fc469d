/** The form of a new run: texts by field, kept in the address, and the request that they make. */

import type { Strategy, StrategyParameter } from "@bourse/contract/backtest";

import type { RequestField } from "./request-field.ts";
import { REQUEST_FIELDS } from "./request-fields.ts";

export const KINDS = ["backtest", "sweep", "walk_forward"] as const;
export type RunKind = (typeof KINDS)[number];

/** Texts of the form: `p.` stands before parameters, `o.` before options, the others are the form's own. */
export type FormTexts = Readonly<Record<string, string | undefined>>;

/** The request of a form, or a fault for each field that does not fit. */
export interface FormOutcome {
  readonly body: Readonly<Record<string, unknown>>;
  readonly faults: Readonly<Record<string, string>>;
  /** Number of combinations that a sweep would run; 1 for one run. */
  readonly combinations: number;
}

interface Sink {
  readonly faults: Record<string, string>;
}

/** Reads the form. Fields without a text are left out: the server's default holds. */
export function readForm(texts: FormTexts, strategy: Strategy, kind: RunKind): FormOutcome {
  const sink: Sink = { faults: {} };
  const parameters: Record<string, unknown> = {};
  let combinations = 1;
  for (const parameter of strategy.parameters) {
    const text = texts[`p.${parameter.name}`]?.trim() ?? "";
    if (text === "") continue;
    const values = valuesOf(text, parameter, kind, `p.${parameter.name}`, sink);
    parameters[parameter.name] = values;
    combinations *= sizeOf(values);
  }
  const body: Record<string, unknown> = {
    strategy: strategy.name,
    ...dataOf(texts, sink),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...optionsOf(texts, sink),
    ...(kind !== "backtest" && searchOf(texts, sink)),
    ...(kind === "walk_forward" && windowsOf(texts, sink)),
  };
  return { body, faults: sink.faults, combinations };
}

function dataOf(texts: FormTexts, sink: Sink): Record<string, unknown> {
  const { symbol = "", interval = "60", exchange, limit, start, end } = texts;
  if (!/^[A-Za-z0-9._/-]{1,32}$/u.test(symbol)) {
    sink.faults["symbol"] = "Enter 1 to 32 letters, digits and . _ / -, such as BTCUSDT.";
  }
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
  };
}

function searchOf(texts: FormTexts, sink: Sink): Record<string, unknown> {
  const count = numberOf(texts["draws"], { min: 1, max: 10_000, isWhole: true }, "draws", sink);
  const { metric, method } = texts;
  return {
    ...(metric !== undefined && { metric }),
    ...(count !== undefined && { search: { count, ...(method !== undefined && { method }) } }),
  };
}

function windowsOf(texts: FormTexts, sink: Sink): Record<string, unknown> {
  const bounds = { min: 1, max: 1_000_000, isWhole: true };
  const [train, test, step] = ["train", "test", "step"].map((name) =>
    numberOf(texts[name], bounds, name, sink),
  );
  if (train === undefined) sink.faults["train"] ??= "Enter the number of candles to choose on.";
  if (test === undefined) sink.faults["test"] ??= "Enter the number of candles to trade on.";
  return {
    train_candles: train,
    test_candles: test,
    ...given("step_candles", step),
    ...(texts["anchored"] === "yes" && { anchored: true }),
  };
}

function optionsOf(texts: FormTexts, sink: Sink): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const field of REQUEST_FIELDS) {
    const key = `o.${field.name}`;
    const text = texts[key]?.trim() ?? "";
    if (text === "") continue;
    const value = optionOf(text, field, key, sink);
    const [name = "", member] = field.name.split(".");
    if (member === undefined) options[name] = value;
    else if (typeof options[name] === "object" || options[name] === undefined) {
      options[name] = { ...(options[name] as object | undefined), [member]: value };
    } else {
      sink.faults[key] = `Leave ${spoken(name)} empty, or this field.`;
    }
  }
  return options;
}

function optionOf(text: string, field: RequestField, key: string, sink: Sink): unknown {
  if (field.isNullable === true && text === "none") return null;
  if (field.kind === "choice") return text;
  if (field.kind === "boolean") return text === "yes";
  if (field.kind === "array") return stepsOf(text, key, sink);
  return numberOf(text, { ...field, isWhole: field.kind === "integer" }, key, sink);
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
  const [, from, to, step] = /^(\S+?)\s*\.\.\s*(\S+?)(?:\s*\/\s*(\S+))?$/u.exec(text) ?? [];
  if (from !== undefined && to !== undefined) {
    if (parameter.type !== "integer" && parameter.type !== "number") {
      sink.faults[key] = "Only a number has a range; put commas between values.";
    }
    return {
      from: one(from),
      to: one(to),
      ...(step !== undefined && {
        step: numberOf(step, { min: 0 }, key, sink),
      }),
    };
  }
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.length > 1 ? parts.map(one) : one(text);
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

interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isWhole?: boolean;
}

function numberOf(
  text: string | undefined,
  { min, max, isWhole = false }: Bounds,
  key: string,
  sink: Sink,
): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  const kind = isWhole ? "a whole number" : "a number";
  if (!Number.isFinite(value) || (isWhole && !Number.isInteger(value))) {
    sink.faults[key] = `Enter ${kind}, such as ${min ?? 1}.`;
  } else if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    const range = max === undefined ? `from ${min}` : `from ${min ?? "any"} to ${max}`;
    sink.faults[key] = `Enter ${kind} ${range}.`;
  }
  return value;
}

function given(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

/** Number of values of a parameter; a range without a step counts as one. */
function sizeOf(values: unknown): number {
  if (Array.isArray(values)) return values.length;
  const { from, to, step } = (values ?? {}) as Readonly<Record<string, number | undefined>>;
  if (from === undefined || to === undefined || step === undefined || !(step > 0)) return 1;
  return Math.max(1, Math.floor((to - from) / step + 1e-9) + 1);
}

function spoken(name: string): string {
  return name.replaceAll("_", " ");
}

/** The texts of a form that would make a request: those of an earlier run, to change and run again. */
export function textsOf(payload: Readonly<Record<string, unknown>>): FormTexts {
  const texts: Record<string, string | undefined> = {
    strategy: text(payload["strategy"]),
    symbol: text(payload["symbol"]),
    interval: text(payload["interval"]),
    exchange: text(payload["exchange"]),
    limit: text(payload["limit"]),
    start: text(payload["start_time"]),
    end: text(payload["end_time"]),
    metric: text(payload["metric"]),
    train: text(payload["train_candles"]),
    test: text(payload["test_candles"]),
    step: text(payload["step_candles"]),
    anchored: payload["anchored"] === true ? "yes" : undefined,
  };
  const search = payload["search"] as Readonly<Record<string, unknown>> | undefined;
  if (search !== undefined) {
    texts["draws"] = text(search["count"]);
    texts["method"] = text(search["method"]);
  }
  for (const [name, value] of Object.entries((payload["parameters"] as object | undefined) ?? {})) {
    texts[`p.${name}`] = parameterText(value);
  }
  for (const { name, kind } of REQUEST_FIELDS) {
    const [first = "", member] = name.split(".");
    const whole = payload[first] as Readonly<Record<string, unknown>> | null | undefined;
    const value = member === undefined ? whole : whole?.[member];
    if (value === undefined || (typeof value === "object" && value !== null && kind !== "array")) {
      continue;
    }
    texts[`o.${name}`] = kind === "array" ? stepsText(value) : text(value);
  }
  return texts;
}

function stepsText(value: unknown): string {
  const steps = value as readonly { readonly after_minutes: number; readonly profit: number }[];
  return steps.map(({ after_minutes: after, profit }) => `${after}:${profit}`).join(", ");
}

/** Values of a parameter as the form takes them: `10`, `10, 20` or `5..50/5`. */
export function parameterText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(text).join(", ");
  if (typeof value !== "object" || value === null) return text(value);
  const { from, to, step } = value as Readonly<Record<string, number | undefined>>;
  return `${from}..${to}${step === undefined ? "" : `/${step}`}`;
}

function text(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}
