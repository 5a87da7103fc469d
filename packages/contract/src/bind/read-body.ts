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

/** undefined for a route without a body. */
export function compileBody(
  route: RouteDefinition,
  wire: WireFormat,
  { maxJsonDepth: maxDepth, nameHint }: BodyOptions,
): BodyReader | undefined {
  if (route.body === undefined) return undefined;
  const schema = zodOf(route.body);
  const mediaType = route.bodyMediaType ?? JSON_TYPE;
  const limit = route.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const exactIntegers = route.exactIntegers === true;
  const limits = maxDepth === undefined ? { exactIntegers } : { maxDepth, exactIntegers };
  const bytesType = route.bodyBytesType;
  const decode = (bytes: Uint8Array, isText: boolean): unknown => {
    if (!isText) return bytes;
    if (mediaType !== JSON_TYPE) return decodeUtf8(bytes);
    // An absent body is the empty object: a schema whose fields are all optional accepts it.
    return bytes.length === 0 ? {} : parseJsonBytes(bytes, limits);
  };
  return async (incoming) => {
    const declared = incoming.headers["content-type"];
    const isText = bytesType === undefined || !isMediaType(declared ?? "", bytesType);
    const check = (given: string | readonly string[]): void => {
      if (isText) checkMediaType(given, mediaType, bytesType);
    };
    if (declared !== undefined) check(declared);
    else if (mayComeUnasked(incoming)) check("");
    checkContentCoding(incoming.headers["content-encoding"]);
    const bytes = await incoming.body(limit);
    if (declared === undefined && bytes.length > 0) check("");
    const value = textOf(bytes, (given) => decode(given, isText), wire);
    return checked("body", schema, value, wire, nameHint);
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

/** True for the media type in any case, whatever its parameters are. */
function isMediaType(declared: string | readonly string[], expected: string): boolean {
  return String(declared).split(";")[0]?.trim().toLowerCase() === expected;
}

/** The media type, in any case, with no charset but UTF-8. */
function checkMediaType(
  declared: string | readonly string[],
  expected: string,
  bytesType: string | undefined,
): void {
  if (declared === expected) return;
  const [type = "", ...parameters] = String(declared).toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  if (type.trim() === expected && /^(charset="?utf-8"?)?$/.test(charset ?? "")) return;
  throw new Problem({
    code: "UNSUPPORTED_MEDIA_TYPE",
    status: 415,
    message: `send the body with Content-Type: ${expected}, in UTF-8${bytesType === undefined ? "" : `, or ${bytesType}`}`,
  });
}
