/**
 * zod's findings as the wire's issues: one place, so that types and sentences are the same for every route.
 *
 * Types: missing, extra_forbidden, string_type, int_type, float_type, bool_type, list_type, dict_type, type_error,
 * enum, literal_error, greater_than, greater_than_equal, less_than, less_than_equal, multiple_of,
 * string_too_short, string_too_long, too_short, too_long, string_pattern_mismatch, uuid_parsing, datetime_parsing,
 * date_parsing,
 * url_parsing, email_parsing, int_parsing, bool_parsing, value_error; and json_invalid, of a body that is no JSON.
 */

import type * as z from "zod";

import type { Issue } from "../problem.ts";
import type { Part } from "./part.ts";

type ZodIssue = z.core.$ZodIssue;

const PART_NAMES: Readonly<Record<Part, string>> = {
  params: "path",
  query: "query",
  headers: "header",
  body: "body",
};

/** A sentence that names the known name nearest to a word, with a space before it; empty when none is near. */
export type NameHint = (word: string, known: readonly string[]) => string;

/** Maximum number of unknown fields of one object that are told. */
const MAX_UNKNOWN_FIELDS = 20;

/**
 * The issues of one part, in the schema's order. `value` is what `schema` checked: it tells missing from mistyped. Each
 * unknown field is an issue of its own.
 */
export function issuesOf(
  part: Part,
  error: z.core.$ZodError,
  { value, schema, hint = () => "" }: CheckedValue,
): Issue[] {
  return error.issues.flatMap((issue): Issue | Issue[] => {
    const loc = [PART_NAMES[part], ...issue.path.map(segment)];
    if (issue.code === "unrecognized_keys") {
      const known = fieldsAt(schema, issue.path);
      return issue.keys.slice(0, MAX_UNKNOWN_FIELDS).map((key) => ({
        loc: [...loc, key.slice(0, 64)],
        msg: `is not a known field.${hint(key, known)}`,
        type: "extra_forbidden",
      }));
    }
    const found = valueAt(value, issue.path);
    const { type, msg, path = [] } = found === undefined ? missing(issue) : faultOf(issue, found);
    return { loc: [...loc, ...path.map(segment)], msg, type };
  });
}

interface CheckedValue {
  readonly value: unknown;
  readonly schema: z.ZodType;
  /** Default: no hint. */
  readonly hint?: NameHint | undefined;
}

/** The names of the fields of the object schema at a path; empty where there is none. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const key of path) {
    // The fields of an item are those of its list.
    if (typeof key !== "number") at = fieldsOf(at)[String(key)] ?? valuesOf(at);
  }
  return Object.keys(fieldsOf(at));
}

/** The parts of zod's schemas that lead to an object's fields. */
interface SchemaParts {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
  readonly valueType?: unknown;
  unwrap?(): unknown;
}

function fieldsOf(schema: unknown): Readonly<Record<string, unknown>> {
  const parts = schema as SchemaParts;
  if (parts.shape !== undefined) return parts.shape;
  if (Array.isArray(parts.options)) return Object.assign({}, ...parts.options.map(fieldsOf));
  return parts.unwrap === undefined ? {} : fieldsOf(parts.unwrap());
}

/** The schema of a record's values. */
function valuesOf(schema: unknown): unknown {
  const parts = schema as SchemaParts;
  return parts.valueType ?? (parts.unwrap === undefined ? {} : valuesOf(parts.unwrap()));
}

interface Fault {
  readonly type: string;
  readonly msg: string;
  /** Way from the value to the part of it that is at fault. Default: the value itself. */
  readonly path?: readonly PropertyKey[];
}

const TYPE_FAULTS: Readonly<Record<string, Fault>> = {
  string: { type: "string_type", msg: "must be a string" },
  int: { type: "int_type", msg: "must be a whole number" },
  number: { type: "float_type", msg: "must be a number" },
  boolean: { type: "bool_type", msg: "must be true or false" },
  array: { type: "list_type", msg: "must be a list" },
  object: { type: "dict_type", msg: "must be an object" },
  record: { type: "dict_type", msg: "must be an object" },
  never: { type: "extra_forbidden", msg: "is not allowed here" },
};

const FORMAT_FAULTS: Readonly<Record<string, Fault>> = {
  uuid: { type: "uuid_parsing", msg: "must be a UUID" },
  date: { type: "date_parsing", msg: "must be an ISO 8601 date" },
  datetime: { type: "datetime_parsing", msg: "must be an ISO 8601 time" },
  url: { type: "url_parsing", msg: "must be a URL" },
  email: { type: "email_parsing", msg: "must be an e-mail address" },
};

/** Patterns whose own sentence names a type of their own. */
const PATTERN_TYPES: Readonly<Record<string, string>> = {
  "must be a whole number": "int_parsing",
  "must be true or false": "bool_parsing",
};

function missing(issue: ZodIssue): Fault {
  return issue.code === "custom"
    ? { type: "value_error", msg: issue.message }
    : { type: "missing", msg: `is required${ownWords(issue)}` };
}

/** Words of the schema itself about a list that must not be left out, after a colon; empty without such words. */
function ownWords({ message }: ZodIssue): string {
  return /^(Invalid|Too small)/.test(message) ? "" : `: ${message}`;
}

function faultOf(issue: ZodIssue, found: unknown): Fault {
  switch (issue.code) {
    case "invalid_type":
      return TYPE_FAULTS[issue.expected] ?? { type: "type_error", msg: issue.message };
    case "invalid_value":
      return {
        type: issue.values.length === 1 ? "literal_error" : "enum",
        msg: `must be one of ${issue.values.join(", ")}`,
      };
    case "too_small": {
      const fault = bound(issue.origin, "small", issue.inclusive ?? true, issue.minimum, found);
      return issue.origin === "array" ? { ...fault, msg: fault.msg + ownWords(issue) } : fault;
    }
    case "too_big":
      return bound(issue.origin, "big", issue.inclusive ?? true, issue.maximum, found);
    case "not_multiple_of":
      return { type: "multiple_of", msg: `must be a multiple of ${issue.divisor}` };
    case "invalid_format":
      return FORMAT_FAULTS[issue.format] ?? patternFault(issue.message);
    case "unrecognized_keys":
      return { type: "extra_forbidden", msg: `has unknown keys: ${issue.keys.join(", ")}` };
    case "invalid_union":
      return unionFault(issue, found);
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return { type: "value_error", msg: issue.message };
  }
}

function bound(
  origin: string,
  side: "small" | "big",
  inclusive: boolean,
  limit: number | bigint,
  found: unknown,
): Fault {
  const least = side === "small";
  if (origin === "string" || origin === "array" || origin === "set") {
    const prefix = origin === "string" ? "string_" : "";
    const unit = origin === "string" ? "character" : "item";
    return {
      type: `${prefix}${least ? "too_short" : "too_long"}`,
      msg: `must have at ${least ? "least" : "most"} ${limit} ${unit}${limit === 1 ? "" : "s"}`,
    };
  }
  const words = least ? ["greater than", "at least"] : ["less than", "at most"];
  return {
    type: `${least ? "greater" : "less"}_than${inclusive ? "_equal" : ""}`,
    msg: `must be ${words[inclusive ? 1 : 0]} ${limit}, found ${String(found)}`,
  };
}

function patternFault(message: string): Fault {
  return {
    type: PATTERN_TYPES[message] ?? "string_pattern_mismatch",
    msg: message.startsWith("Invalid") ? "has the wrong form" : message,
  };
}

/**
 * The fault of the alternative that the value was meant for: of its kind, and with the fewest faults. Where that is
 * more than one, the sentence tells the first fault of each, and the type is that of the first.
 */
function unionFault({ errors }: z.core.$ZodIssueInvalidUnion, found: unknown): Fault {
  const failed = errors.filter(([first]) => first !== undefined);
  const ofItsKind = failed.filter(([first]) => first !== undefined && meets(first, found));
  const likely = ofItsKind.length > 0 ? ofItsKind : failed;
  const fewest = Math.min(...likely.map(({ length }) => length));
  const faults = likely
    .filter(({ length }) => length === fewest)
    .flatMap(([first]) => (first === undefined ? [] : [partFault(first, found)]));
  const [head] = faults;
  if (head === undefined) return { type: "type_error", msg: "has the wrong form" };
  const place = head.path.join(".");
  const isOnePlace = faults.every(({ path }) => path.join(".") === place);
  const sentences = faults.map(({ path, msg }) =>
    isOnePlace ? msg : [...path.map(String), msg].join(" "),
  );
  const path = isOnePlace ? head.path : [];
  const told = [...new Set(sentences)].join("; or ");
  const msg = told.includes(", found ") ? told : `${told}${foundWords(valueAt(found, path))}`;
  return { type: head.type, msg, path };
}

/** Tells whether an alternative is of the value's kind, and something in the value is at fault. */
function meets(issue: ZodIssue, found: unknown): boolean {
  if (issue.path.length > 0) return true;
  if (issue.code !== "invalid_value") return issue.code !== "invalid_type";
  return issue.values.some((value) => typeof value === typeof found);
}

/** A fault of a part of a value, with the whole way to it. */
function partFault(issue: ZodIssue, found: unknown): Fault & Required<Pick<Fault, "path">> {
  const value = valueAt(found, issue.path);
  const isMissing = value === undefined && issue.path.length > 0;
  const { type, msg, path = [] } = isMissing ? missing(issue) : faultOf(issue, value);
  return { type, msg, path: [...issue.path, ...path] };
}

/** Kind of what was found, never its text: that may be a password. */
function foundWords(found: unknown): string {
  if (found === undefined) return "";
  if (found === null) return ", found null";
  if (Array.isArray(found)) return ", found a list";
  const words: Partial<Record<string, string>> = {
    string: "text",
    number: "a number",
    boolean: found === true ? "true" : "false",
    object: "an object",
  };
  return `, found ${words[typeof found] ?? typeof found}`;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function segment(key: PropertyKey): string | number {
  return typeof key === "number" ? key : String(key);
}
