/** An example call of a route, as the comment of its method shows it. */

import type * as z from "zod";

import type { RouteDefinition } from "../src/index.ts";
import type { RouteNotes } from "../src/route/docs.ts";

type Values = Readonly<Record<string, unknown>>;

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const HASH = `0x${"5c".repeat(32)}`;
const SHARE = "5c".repeat(32);

/** Values of parameters that take any text and are no UUID, by name; where names mean different things, by call too. */
const NAMED: Readonly<Record<string, string>> = {
  "changeTransaction.id": "transfer:0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
  "deleteReceived.id": `${ADDRESS}-${SHARE}`,
  "getStrategySource.name": "my_strategy",
  hash: HASH,
  "quoteFee.kind": "share",
  "saveStrategySource.name": "my_strategy",
  "statsHistory.series": "balance",
  strategy_name: "ma_crossover",
  symbol: "BTCUSDT",
  table: "metrics",
  wallet_address: ADDRESS,
};

/** Values that fit the other parameters of routes, the most telling first. */
const CANDIDATES = [
  "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
  "BTCUSDT",
  ADDRESS,
  HASH,
  SHARE,
  "1",
  "2026-01-01T00:00:00.000Z",
  "60",
  '"1"',
  "*",
];

const WIDTH = 92;

/** Returns the source of a call that gives what the route requires, with the body of its documented example. */
export function callExample(key: string, route: RouteDefinition, notes: RouteNotes): string {
  const parts: Record<string, unknown> = {
    params: valuesOf(key, route.params, Object.keys(shapeOf(route.params))),
    query: valuesOf(key, route.query, requiredIn(route.query)),
    headers: valuesOf(key, route.headers, requiredIn(route.headers)),
    body: route.body === undefined ? undefined : notes.example?.body,
  };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  const call = `await client.${key}(`;
  const input = given.length === 0 ? "" : literal(Object.fromEntries(given), "", call.length);
  return `${call}${input});`;
}

function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  return (schema as { readonly shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
}

function requiredIn(schema: unknown): string[] {
  return Object.entries(shapeOf(schema)).flatMap(([name, field]) =>
    field.safeParse(undefined).success && field.meta()?.["isRequired"] !== true ? [] : [name],
  );
}

/** Values for some fields of a schema; undefined without any. */
function valuesOf(key: string, schema: unknown, names: readonly string[]): Values | undefined {
  const fields = names.map((name) => {
    const field = shapeOf(schema)[name];
    const known = NAMED[`${key}.${name}`] ?? NAMED[name];
    const values = known === undefined ? CANDIDATES : [known];
    const found = values.map((text) => field?.safeParse(text)).find((one) => one?.success);
    if (found === undefined) throw new Error(`no candidate fits the parameter ${name}`);
    return [name, found.data] as const;
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** The source of a value, on one line where it fits behind `used` characters. */
function literal(value: unknown, indent: string, used: number = indent.length): string {
  const line = inline(value);
  if (line.length + used <= WIDTH || typeof value !== "object" || value === null) {
    return line;
  }
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = Object.entries(value).map(
    ([name, item]) => `${inner}${isList ? "" : `${nameOf(name)}: `}${literal(item, inner)},\n`,
  );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${items.join("")}${indent}${close}`;
}

function inline(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  const fields = Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${inline(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
