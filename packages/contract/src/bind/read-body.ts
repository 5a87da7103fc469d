/** Reads a request's body: its declared type, its size, its text, then its schema. */

import { JsonProblem } from "../json/json-problem.ts";
import { decodeUtf8, parseJsonBytes } from "../json/parse-json.ts";
import { Problem } from "../problem.ts";
import type { Incoming } from "../route/exchange.ts";
import type { RouteDefinition } from "../route/route.ts";
import { zodOf } from "../route/schema.ts";
import type { NameHint } from "../wire/issues.ts";
import type { WireFormat } from "../wire/wire-format.ts";
import { checked, invalidPart } from "./read-parts.ts";

/** Bytes of a body where a route says nothing else. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

const JSON_TYPE = "application/json";

export type BodyReader = (incoming: Incoming) => Promise<unknown>;

export interface BodyOptions {
  readonly maxJsonDepth?: number;
  readonly nameHint?: NameHint;
}

/** undefined for a route without a body, unless one that is sent is to be refused. */
export function compileBody(
  route: RouteDefinition,
  wire: WireFormat,
  { maxJsonDepth: maxDepth, nameHint }: BodyOptions,
): BodyReader | undefined {
  if (route.body === undefined) {
    return wire.refusesUnread === true && route.method !== "GET" ? bodyRefusal(wire) : undefined;
  }
  const schema = zodOf(route.body);
  const mediaType = route.bodyMediaType ?? JSON_TYPE;
  const limit = route.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const exactIntegers = route.exactIntegers === true;
  const limits = maxDepth === undefined ? { exactIntegers } : { maxDepth, exactIntegers };
  const bytesTypes = route.bodyBytesTypes;
  const decode = (bytes: Uint8Array): unknown => {
    if (bytesTypes !== undefined) return bytes;
    if (mediaType !== JSON_TYPE) return decodeUtf8(bytes);
    // An absent body is the empty object: a schema whose fields are all optional accepts it.
    return bytes.length === 0 ? {} : parseJsonBytes(bytes, limits);
  };
  return async (incoming) => {
    const declared = incoming.headers["content-type"];
    const check = (given: string | readonly string[]): void => {
      if (bytesTypes?.includes(mediaTypeOf(given)) !== true) {
        checkMediaType(given, mediaType, bytesTypes);
      }
    };
    if (declared !== undefined) check(declared);
    else if (mayComeUnasked(incoming)) check("");
    checkContentCoding(incoming.headers["content-encoding"]);
    const bytes = await incoming.body(limit);
    if (declared === undefined && bytes.length > 0) check("");
    const value = textOf(bytes, decode, wire);
    return checked("body", schema, value, wire, nameHint);
  };
}

/** An empty object says nothing that could be left unread; some clients send one with every POST. */
function bodyRefusal(wire: WireFormat): BodyReader {
  return async (incoming) => {
    const bytes = await incoming.body(DEFAULT_BODY_LIMIT);
    if (bytes.length <= 64 && /^(\s*|\s*\{\s*\}\s*)$/u.test(new TextDecoder().decode(bytes))) {
      return undefined;
    }
    const issue = {
      loc: ["body"],
      msg: "is not read: this route has no body",
      type: "extra_forbidden",
    };
    throw invalidPart("body", wire, [issue], 400);
  };
}

function textOf(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => unknown,
  wire: WireFormat,
): unknown {
  try {
    return decode(bytes);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const issue = { loc: ["body", ...error.path], msg: error.message, type: "json_invalid" };
    throw invalidPart("body", wire, [issue], wire.malformedJson);
  }
}

/**
 * A web page may send a request without a content type and without a key to any server, and the browser asks nobody:
 * only what it would not send by itself needs a preflight (W3C Fetch, CORS-safelisted request headers).
 */
function mayComeUnasked({ headers }: Incoming): boolean {
  return (
    headers["origin"] !== undefined &&
    headers["x-api-key"] === undefined &&
    headers["authorization"] === undefined
  );
}

/** No body is decoded: a small one may decode to a very large one. RFC 9110 section 15.5.16 on the answer. */
function checkContentCoding(coding: string | readonly string[] | undefined): void {
  if (coding === undefined || coding === "identity") return;
  throw new Problem({
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    message: "send the body as it is, without Content-Encoding",
    headers: { "accept-encoding": "identity" },
  });
}

/** The media type in lower case, without its parameters. */
function mediaTypeOf(declared: string | readonly string[]): string {
  return String(declared).split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The media type, in any case, with no charset but UTF-8, or UTF-16 where the reader of the bytes knows it. */
function checkMediaType(
  declared: string | readonly string[],
  expected: string,
  bytesTypes: readonly string[] | undefined,
): void {
  if (declared === expected) return;
  const [type = "", ...parameters] = String(declared).toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  const known = bytesTypes === undefined ? UTF_8 : UTF_8_OR_16;
  if (type.trim() === expected && known.test(charset ?? "")) return;
  const or = bytesTypes === undefined ? "" : ` or UTF-16, or ${bytesTypes.join(", ")}`;
  throw new Problem({
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    message: `send the body with Content-Type: ${expected}, in UTF-8${or}`,
  });
}

const UTF_8 = /^(charset="?utf-8"?)?$/;
const UTF_8_OR_16 = /^(charset="?utf-(8|16|16le|16be)"?)?$/;
