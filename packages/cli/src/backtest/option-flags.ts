/** The flags that set an option of the engine: names, values and help, all from the table of the contract. */

import type { BacktestOptions } from "@bourse/backtest-engine";
import type { DataOptions } from "@bourse/backtest-engine/checks";
import { parseTimestamp } from "@bourse/backtest-engine/data";
import type { OptionValue } from "@bourse/backtest-engine/research";
import { issuesOf } from "@bourse/contract";
import {
  BacktestRequest,
  CALENDARS,
  ENGINE_OPTIONS,
  type EngineOptionNames,
} from "@bourse/contract/backtest";
import { backtestDocument } from "@bourse/documents/backtest";
import { libraryOption } from "@bourse/handlers/backtest";
import { didYouMean } from "@bourse/kernel";
import type { CalendarName } from "@bourse/trading-core/market-data";

import { type Flags, textFlag, UsageError } from "../command/command.ts";

/** One option as a flag. */
export interface OptionFlag {
  /** Name of the option in the library. */
  readonly option: keyof DataOptions;
  /** Flag without its dashes: the library's name in kebab case. */
  readonly flag: string;
  /** Shorter flag that sets the same option; absent without one. */
  readonly short?: string;
  /** Field of a request that takes every kind of the option's values. */
  readonly field: string;
  /** Kind of the values, as a usage line shows it; empty for a flag that stands alone. */
  readonly value: string;
}

const SHORT: Readonly<Partial<Record<keyof DataOptions, string>>> = {
  initialCapital: "capital",
  positionSize: "size",
  daysPerYear: "trading-days",
};

/** The flags of all options, in the order of the contract's table. */
export const OPTION_FLAGS: readonly OptionFlag[] = Object.entries(ENGINE_OPTIONS).map(
  ([option, names]: readonly [string, EngineOptionNames]) => {
    const field = names.alias ?? names.field;
    const short = SHORT[option as keyof DataOptions];
    return {
      option: option as keyof DataOptions,
      flag: option.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`),
      ...(short !== undefined && { short }),
      field,
      value: kindOf(field),
    };
  },
);

/** The options that the flags set, in the library's terms; the engine checks single values. @throws UsageError */
export function optionFlags(flags: Flags): BacktestOptions {
  const given = OPTION_FLAGS.flatMap((one): (readonly [string, unknown])[] => {
    const [long, short] = [textFlag(flags, one.flag), textFlag(flags, one.short ?? one.flag)];
    if (one.short !== undefined && long !== undefined && short !== undefined) {
      throw new UsageError(
        `--${one.short} sets the same option as --${one.flag}; give one of the two.`,
      );
    }
    if (flags[one.flag] === true) return [[one.option, true]];
    const text = long ?? short;
    if (text === undefined) return [];
    return [[one.option, valueOf(one, long === undefined ? one.short! : one.flag, text)]];
  });
  return Object.fromEntries(given) as BacktestOptions;
}

/** One value of an option out of a list of them. @throws UsageError as for its own flag */
export function optionValue(option: OptionFlag, flag: string, text: string): OptionValue {
  return valueOf(option, flag, text) as OptionValue; // checked by the contract's schema, or refused by the engine
}

/** The value of a field of a request that is no option of the engine. @throws UsageError as for its own flag */
export function fieldValue(field: string, flag: string, text: string): unknown {
  return valueOf({ field }, flag, text);
}

/** The calendar of the market that `--calendar` names; undefined without it. @throws UsageError as the flag */
export function calendarFlag(flags: Flags): BacktestOptions["calendar"] {
  const text = textFlag(flags, "calendar");
  if (text === undefined) return undefined;
  const value = fieldValue("calendar", "calendar", text);
  if (schemaOf("calendar").safeParse(value).success) return value as BacktestOptions["calendar"];
  throw new UsageError(
    `--calendar must be one of ${CALENDARS.join(", ")}, or hours as JSON; found ${JSON.stringify(text)}.`,
  );
}

/** The flag that sets an option, as `args` have it; undefined where there is none. */
export function flagOf(option: string, args: readonly string[]): string | undefined {
  const found = OPTION_FLAGS.find((one) => one.option === option);
  if (found === undefined) return undefined;
  const isShort = args.some((word) => word.split("=")[0] === `--${found.short ?? ""}`);
  return `--${isShort ? found.short! : found.flag}`;
}

/** The description of an option in the words of the API's document. */
export function describeOption({ field }: Pick<OptionFlag, "field">): string {
  return describedFields()[field]!.description;
}

/** Fields of a request with their descriptions. The document is made once: it takes some 0.2 s. */
function describedFields(): Properties {
  if (described === undefined) {
    const { components } = backtestDocument() as unknown as {
      readonly components: {
        readonly schemas: Readonly<Record<string, { readonly properties: Properties }>>;
      };
    };
    described = components.schemas["BacktestRequest"]!.properties;
  }
  return described;
}

let described: Properties | undefined;

/** The first sentence of that description, for a line of a help text. */
export function briefOption(one: Pick<OptionFlag, "field">): string {
  const text = describeOption(one);
  const [, field] = /^Another name of `(\w+)`/u.exec(text) ?? [];
  if (field !== undefined) return briefOption({ field });
  const [first = ""] = text
    .replace(/^True: /u, "")
    .replaceAll("`", "")
    .split(/[.;](?:\s|$)/u);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

type Properties = Readonly<Record<string, { readonly description: string }>>;

/**
 * The value of a flag: a number, a word, `none`, members as `name=value,name=value`, or JSON.
 *
 * @throws UsageError for text that is none of them, and for a member that the contract refuses
 */
function valueOf({ field }: Pick<OptionFlag, "field">, flag: string, text: string): unknown {
  const schema = schemaOf(field);
  if (/^-?\d+,\d+$/u.test(text)) {
    const meant = text.replace(",", ".");
    throw new UsageError(
      `--${flag} takes a decimal point: ${meant}, found ${JSON.stringify(text)}.`,
    );
  }
  if (text === "none" && schema.safeParse(null).success) return null;
  const isJson = /^[[{]/u.test(text);
  const plain = field === "rolls" ? datesOf : plainValue;
  const value = isJson ? parsedJson(flag, text) : plain(text);
  if (field === "rolls" && typeof value === "string") {
    throw new UsageError(
      `--${flag} takes dates such as 2026-03-16,2026-06-15, or JSON, found ${JSON.stringify(text)}.`,
    );
  }
  if (typeof value !== "object" || value === null) {
    const takesWords =
      valueWord(schema) !== "NUMBER" && !valueWord(schema).startsWith("NUMBER|none");
    if (typeof value === "number" || takesWords) return libraryOption(field, value);
    throw new UsageError(`--${flag} must be a number, found ${JSON.stringify(text)}.`);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return libraryOption(field, value);
  const [issue] = issuesOf("body", checked.error, { value, schema, hint: didYouMean });
  const place = issue!.loc.slice(1).join(".");
  if (issue!.type === "extra_forbidden") {
    throw new UsageError(`--${flag} has no member "${place}"; expected ${valueWord(schema)}.`);
  }
  throw new UsageError(`--${flag}${place === "" ? "" : ` ${place}`} ${issue!.msg}.`);
}

function parsedJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(
      `--${flag} must be valid JSON or name=value,name=value, found ${JSON.stringify(text)}.`,
    );
  }
}

function plainValue(text: string): unknown {
  if (!/^[a-z][a-z_-]*=|^[A-Z0-9][\w.:^/-]*=/u.test(text)) return scalarOf(text);
  const members = text.split(",").map((pair) => {
    const [name = "", ...rest] = pair.split("=");
    const member = /^[a-z]/u.test(name) ? name.replaceAll("-", "_") : name;
    return [member, scalarOf(rest.join("="))] as const;
  });
  return Object.fromEntries(members);
}

/** Dates or times between commas; the text as it is where one of them is none. */
function datesOf(text: string): unknown {
  const dates = text.split(",").map((date) => date.trim());
  const times = dates.map((date) => (/^\d{4}-\d\d-/u.test(date) ? parseTimestamp(date) : NaN));
  return times.every((time) => Number.isSafeInteger(time)) ? times : text;
}

function scalarOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The parts of zod's schemas that tell the kind of a value. */
interface Schema {
  readonly type: string;
  readonly options?: readonly (Schema | string)[];
  readonly shape?: object;
  unwrap?(): Schema;
  safeParse(value: unknown): { success: true } | { success: false; error: ParseError };
}
type ParseError = Parameters<typeof issuesOf>[1];
type CheckedSchema = Schema & Parameters<typeof issuesOf>[2]["schema"];

function schemaOf(field: string): CheckedSchema {
  return BacktestRequest.shape[field as keyof BacktestRequest] as unknown as CheckedSchema;
}

/** The kind of a flag's values, as a usage line shows it; empty for a flag that stands alone. */
function kindOf(field: string): string {
  if (field === "rolls") return "DATES|JSON";
  return isSwitch(schemaOf(field)) ? "" : valueWord(schemaOf(field));
}

/** True for a flag without a value. */
function isSwitch(schema: Schema): boolean {
  return schema.unwrap === undefined ? schema.type === "boolean" : isSwitch(schema.unwrap());
}

/** The kind of a schema's values, as a usage line shows it: `NUMBER`, the words, or members. */
function valueWord(schema: Schema): string {
  if (schema.unwrap !== undefined && schema.type !== "array") {
    return valueWord(schema.unwrap()) + (schema.type === "nullable" ? "|none" : "");
  }
  switch (schema.type) {
    case "enum":
      return (schema.options ?? []).map(String).join("|");
    case "boolean":
      return "true|false";
    case "union":
      return (schema.options ?? []).map((one) => valueWord(one as Schema)).join("|");
    case "object":
      return Object.keys(schema.shape ?? {})
        .slice(0, 3)
        .map((name) => `${name}=…`)
        .join("|");
    case "string":
      return "NAME";
    case "array":
      return "JSON";
    case "record":
      return "SYMBOL=…";
    default:
      return "NUMBER";
  }
}

/** The calendar of `--calendar` for an import. @throws UsageError for hours: an import keeps a name */
export function importCalendar(flags: Flags): { readonly calendar?: CalendarName } {
  const calendar = calendarFlag(flags);
  if (calendar === undefined) return {};
  if (typeof calendar === "string") return { calendar };
  throw new UsageError("--calendar of an import takes the name of a calendar, such as XNYS.");
}
