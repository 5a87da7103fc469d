/** Reads an answer into data, or into the Problem that it describes. */

import {
  mediaTypeOf,
  Problem,
  zodOf,
  type ClientApi,
  type RouteDefinition,
  type Schema,
} from "@bourse/contract";

import { ClientError } from "./errors.ts";
import type { Settings } from "./options.ts";

/** A success as `safe` returns it. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Headers;
}

/**
 * Reads an answer to its end.
 *
 * @throws Problem for an answer that is no success; ClientError RESPONSE_INVALID
 */
export async function readAnswer(
  api: ClientApi,
  route: RouteDefinition,
  response: Response,
  settings: Pick<Settings, "validateResponses" | "clock">,
): Promise<Answer> {
  const text = await response.text();
  const { status, headers } = response;
  const schema = route.responses[status];
  if (!response.ok && !schema) {
    throw problemOf(api, route, response, jsonOr(text, text), settings.clock.now());
  }
  if (schema && mediaTypeOf(schema)) return { status, data: text, headers };
  const body = jsonOr(text, undefined);
  if (body === undefined && text !== "") throw invalid(status, "is no JSON");
  const data = api.wire.envelope === undefined ? body : api.wire.envelope.unwrap(body);
  if (settings.validateResponses) check(status, schema, data);
  return { status, data, headers };
}

function problemOf(
  api: ClientApi,
  route: RouteDefinition,
  response: Response,
  body: unknown,
  now: number,
): Problem {
  const header = (name: string): string | null => response.headers.get(name);
  const init = api.wire.decode({
    status: response.status,
    body,
    header,
    errors: route.errors ?? {},
  });
  return new Problem({
    ...init,
    retryAfterSeconds: init.retryAfterSeconds ?? secondsOf(header("retry-after"), now),
    requestId: header("x-request-id") ?? undefined,
  });
}

/** Reads a `Retry-After` in seconds: a number, or the time until a date (RFC 9110 §10.2.3). */
function secondsOf(retryAfter: string | null, now: number): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter) || (Date.parse(retryAfter) - now) / 1000;
  return seconds >= 0 ? seconds : undefined;
}

/** Checks data against its schema. Unknown names in enumerations pass; unknown fields stay in the data. */
function check(status: number, schema: Schema | undefined, data: unknown): void {
  if (!schema) throw invalid(status, "has an unknown status");
  const { error } = zodOf(schema).safeParse(data);
  const fault = error?.issues.find(
    // A union that has no member for an unknown name tells its discriminator.
    (issue) => issue.code !== "invalid_value" && !("discriminator" in issue),
  );
  if (fault) throw invalid(status, `differs at ${fault.path.join(".")}: ${fault.message}`, error);
}

function invalid(status: number, what: string, cause?: unknown): ClientError {
  return new ClientError("RESPONSE_INVALID", `the answer (${status}) ${what}`, { cause });
}

function jsonOr<Other>(text: string, otherwise: Other): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return otherwise;
  }
}
