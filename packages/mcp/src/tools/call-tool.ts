/** A call of a tool: its arguments become one request, and the answer or the refusal becomes text. */

import { randomUUID } from "node:crypto";

import { ClientError, isProblem, type CallOptions } from "@bourse/client";
import type { CallToolResult } from "@modelcontextprotocol/server";

import { KEY_ARGUMENT, type ToolDescription } from "./describe-tools.ts";
import { refused } from "./serve-tools.ts";

/** A call of a client, whatever its route. */
export type AnyCall = (
  input: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
  },
  options: CallOptions,
) => Promise<{ readonly data: unknown; readonly headers: Headers }>;

/** Parts of a call. */
export interface ToolCall {
  readonly tool: ToolDescription;
  readonly call: AnyCall;
  /** Most characters of an answer. */
  readonly maxCharacters: number;
  readonly signal: AbortSignal;
}

/** Makes the call. A refusal is a result; rejects only with the reason of the signal. */
export async function callTool(
  { tool, call, maxCharacters, signal }: ToolCall,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const unknown = Object.keys(given).filter((name) => !tool.places.has(name));
  if (unknown.length > 0) {
    return refused(
      `${tool.name} has no argument ${unknown.map((name) => `"${name}"`).join(", ")}.`,
    );
  }
  const isKeyed = tool.places.has(KEY_ARGUMENT);
  const key = given[KEY_ARGUMENT] ?? randomUUID();
  // The client refuses a key of another type.
  const idempotencyKey = isKeyed ? (key as string) : undefined;
  try {
    const { data, headers } = await call(inputOf(tool, given), {
      signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    const cursor = nextCursor(headers);
    const answer = cursor === undefined ? data : { items: data, next_cursor: cursor };
    const text = typeof answer === "string" ? answer : JSON.stringify(answer ?? null);
    if (text.length > maxCharacters) return tooLong(tool, text.length, maxCharacters);
    return { content: [{ type: "text", text }] };
  } catch (error) {
    if (isProblem(error)) return refused(problemText(error));
    if (!(error instanceof ClientError)) throw error;
    const repeat =
      idempotencyKey === undefined || error.attempts === 0
        ? ""
        : ` It may have been done: with ${KEY_ARGUMENT} "${idempotencyKey}" it is done once.`;
    return refused(`${error.code}: ${error.message}.${repeat}`);
  }
}

function inputOf(
  { places }: ToolDescription,
  given: Readonly<Record<string, unknown>>,
): Parameters<AnyCall>[0] {
  const at = (place: string): [string, unknown][] =>
    Object.entries(given).filter(([name]) => places.get(name) === place);
  const [params, query, fields] = [at("params"), at("query"), at("field")];
  const hasFields = [...places.values()].includes("field");
  return {
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(hasFields && { body: Object.fromEntries(fields) }),
    ...(given["body"] !== undefined && places.get("body") === "body" && { body: given["body"] }),
  };
}

/** Cursor of the next page in the header Link (RFC 8288); undefined on the last page. */
function nextCursor(headers: Headers): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(headers.get("link") ?? "")?.[1];
  if (target === undefined) return undefined;
  return new URL(target, "http://page.invalid").searchParams.get("cursor") ?? undefined;
}

function problemText(problem: {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}): string {
  const { status, code, message, retryAfterSeconds } = problem;
  const wait = retryAfterSeconds === undefined ? "" : ` Try again in ${retryAfterSeconds} s.`;
  return `${status} ${code}: ${message}${wait}`;
}

function tooLong({ name, places }: ToolDescription, length: number, bound: number): CallToolResult {
  const narrowing = ["limit", "start_time", "end_time"].filter((one) => places.has(one));
  const advice = narrowing.length === 0 ? "" : ` Ask for less by ${narrowing.join(" or ")}.`;
  return refused(`The answer of ${name} has ${length} characters, more than ${bound}.${advice}`);
}
