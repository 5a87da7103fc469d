/** Reads an answer into data, or into the Problem that it describes. */

import { Problem, type RouteCall, type Service } from "@bourse/contract/client";

import { ClientError } from "./errors.ts";
import { checkKind } from "./kinds.ts";
import type { Settings } from "./options.ts";
import { network } from "./timeout.ts";

/** A success as `safe` returns it. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Headers;
}

/** The route of a call, with what its client knows. */
interface Source {
  readonly api: Service;
  readonly key: string;
  readonly route: RouteCall;
  readonly settings: Pick<Settings, "validateAnswers" | "clock">;
}

/**
 * Reads an answer to its end.
 *
 * @throws Problem for an answer that is no success; ClientError RESPONSE_INVALID
 */
export async function readAnswer(
  { api, key, route, settings }: Source,
  response: Response,
): Promise<Answer> {
  const { status, headers } = response;
  if (response.ok && hasBytes(route, response)) {
    const bytes = await network(() => response.arrayBuffer(), "the answer broke off");
    return { status, data: new Uint8Array(bytes), headers };
  }
  const text = await network(() => response.text(), "the answer broke off");
  if (!response.ok && !route.answers?.includes(status)) {
    throw problemOf(api, route, response, jsonOr(text, text), settings.clock.now());
  }
  if (isText(route, response)) return { status, data: text, headers };
  const what = `the answer (${status})`;
  const body = jsonOr(text, undefined);
  const { unwrap } = api.wire.envelope ?? {};
  const data = unwrap === undefined ? body : unwrap(body);
  // Only what the client does not know may have no body, and what says so.
  const isEmpty = text === "" && (status === 204 || key === "request");
  if (data !== undefined) {
    checkKind(data, EXAMPLES[route.data ?? "object"], what, "RESPONSE_INVALID");
  } else if (!isEmpty) {
    const found = body === undefined ? "is no JSON" : "has no data";
    throw new ClientError("RESPONSE_INVALID", `${what} ${found}`);
  }
  const fault = settings.validateAnswers(key, status, data);
  if (fault === undefined) return { status, data, headers };
  throw new ClientError("RESPONSE_INVALID", `${what} ${fault.message}`, fault);
}

/** Examples of the kinds of data; where any will do, nothing is checked. */
const EXAMPLES = { object: {}, list: [], any: undefined };

/** True for a success that is a file of bytes, such as Arrow. */
function hasBytes({ media }: RouteCall, { status, headers }: Response): boolean {
  const type = headers.get("content-type") ?? "";
  return type.startsWith("application/vnd.") && !!media?.[status]?.includes(type);
}

/**
 * True for a success that is no JSON: always, or because the call asked for the other media type.
 *
 * @throws ClientError RESPONSE_INVALID for another type than the route has, such as the page of a proxy
 */
function isText({ media, alternative }: RouteCall, { status, headers }: Response): boolean {
  const [type = ""] = (headers.get("content-type") ?? "").toLowerCase().split(/[;\s]/);
  const expected = media?.[status];
  if (expected === undefined) return type !== "" && !!alternative?.startsWith(type);
  if (expected.includes(type)) return true;
  throw new ClientError("RESPONSE_INVALID", `expected ${expected}, found "${type}"`);
}

function problemOf(
  api: Service,
  route: RouteCall,
  response: Response,
  body: unknown,
  now: number,
): Problem {
  const header = (name: string): string | null => response.headers.get(name);
  const init = api.wire.decode({
    status: response.status,
    body,
    header,
    codes: codesOf(route, response.status),
  });
  return new Problem({
    ...init,
    requestId: header("x-request-id") ?? undefined,
    retryAfterSeconds: init.retryAfterSeconds ?? secondsOf(header("retry-after"), now),
  });
}

/** The route's only code of a status, for answers that do not name theirs. */
function codesOf({ errors = {} }: RouteCall, status: number): Record<number, string> {
  const [code, another] = Object.keys(errors).filter((one) => errors[one] === status);
  return code === undefined || another !== undefined ? {} : { [status]: code };
}

/** Reads a `Retry-After` in seconds: a number, or the time until a date (RFC 9110 §10.2.3). */
function secondsOf(retryAfter: string | null, now: number): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter) || (Date.parse(retryAfter) - now) / 1000;
  return seconds >= 0 ? seconds : undefined;
}

function jsonOr<Other>(text: string, otherwise: Other): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return otherwise;
  }
}
