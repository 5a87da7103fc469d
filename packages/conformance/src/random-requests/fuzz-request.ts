/** One random request of an operation: as its document asks for it, or wrong in one place. */

import type { Operation, Parameter } from "./json-schema.ts";
import type { Sampler } from "./sample.ts";

/** A request as it is sent. */
export interface FuzzRequest {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Headers of the request, without those of the target. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as it is sent; absent where the operation takes none. */
  readonly body?: string;
  /** False when the path may lead to another operation, or to none. */
  readonly isOnPath: boolean;
}

type Values = Record<string, unknown>;

/** Builds a request of the operation; about every second one is as the document asks for it. */
export function fuzzRequest(
  sampler: Sampler,
  method: string,
  template: string,
  operation: Operation,
): FuzzRequest {
  const isWrong = sampler.chance(0.5);
  const place = isWrong ? sampler.pick(["path", "query", "header", "body", "text"]) : "none";
  const valuesOf = (where: string): [Parameter, unknown][] =>
    (operation.parameters ?? [])
      .filter((one) => one.in === where && (one.required === true || sampler.chance(0.4)))
      .map((one) => [one, sampler.value(one.schema ?? {}, one.name)]);

  let isOnPath = true;
  let path = template;
  for (const [{ name }, value] of valuesOf("path")) {
    const text = place === "path" ? shown(sampler.wrong()) : shown(value);
    isOnPath &&= text !== "" && !/^\.{1,2}$/.test(text);
    path = path.replace(`{${name}}`, encoded(text));
  }
  const query = valuesOf("query").map(([{ name }, value]) => [name, shown(value)] as const);
  if (place === "query") {
    const [name] = query[0] ?? [sampler.pick(["limit", "cursor", "x", "__proto__"])];
    query.push([name, shown(sampler.wrong())]);
  }
  const search = query.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join("&");
  const headers: Record<string, string> = {};
  for (const [{ name }, value] of valuesOf("header")) {
    headers[name] = shown(place === "header" ? sampler.wrong() : value)
      .replaceAll(/[^\x20-\x7e]/g, "?")
      .slice(0, 1000);
  }
  const body = bodyOf(sampler, operation, place);
  if (body !== undefined) headers["content-type"] = body.type;
  return {
    method: method.toUpperCase(),
    path: search === "" ? path : `${path}?${search}`,
    headers,
    isOnPath,
    ...(body === undefined ? {} : { body: body.text }),
  };
}

function bodyOf(
  sampler: Sampler,
  { requestBody }: Operation,
  place: string,
): { readonly type: string; readonly text: string } | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) return undefined;
  if (place === "text") {
    return {
      type: sampler.pick([type, "text/plain", "application/xml", ""]),
      text: sampler.pick([
        "",
        "{",
        "[]",
        "null",
        '{"a":1,"a":2}',
        "\ufeff{}",
        '{"limit":1e999}',
        "\u0000",
      ]),
    };
  }
  const good =
    media.example !== undefined && sampler.chance(0.3)
      ? structuredClone(media.example)
      : sampler.value(media.schema ?? {}, "body");
  const value = place === "body" ? mutated(sampler, good) : good;
  return {
    type,
    text: typeof value === "string" && !/json/.test(type) ? value : JSON.stringify(value),
  };
}

/** The value with one member dropped, replaced or added, at any depth. */
function mutated(sampler: Sampler, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return sampler.wrong();
  const keys = Object.keys(value);
  if (keys.length === 0 || sampler.chance(0.15)) {
    return Array.isArray(value)
      ? [...(value as unknown[]), sampler.wrong()]
      : { ...value, [sampler.pick(["x", "id", "constructor", "status"])]: sampler.wrong() };
  }
  const key = sampler.pick(keys);
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Values;
  if (sampler.chance(0.2)) delete copy[key];
  else copy[key] = sampler.chance(0.5) ? mutated(sampler, copy[key]) : sampler.wrong();
  return copy;
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Percent-encodes; a lone surrogate becomes the replacement character. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
