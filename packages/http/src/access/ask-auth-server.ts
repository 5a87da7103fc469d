/** One request to an auth server about a key: the only place that sends it anywhere. */

import type { AccountKeyUse, AccountKeyVerdict } from "@bourse/contract";
import { readBounded } from "@bourse/kernel";

/** Address of an auth server, and how it is asked. */
export interface AuthServerAddress {
  /** Address of the verification, with its path. */
  readonly url: URL;
  /** Key of this service; undefined where each key asks about itself. */
  readonly ownKey: string | undefined;
  /** Time limit of a request with its answer, in milliseconds. */
  readonly timeLimitMilliseconds: number;
}

/** A verdict, or a sentence about what was no answer; neither names the key. */
export type Asked = AccountKeyVerdict | { readonly fault: string };

const MAX_ANSWER_BYTES = 65_536;

/** Asks about a key. Never rejects. */
export async function askAuthServer(
  { url, ownKey, timeLimitMilliseconds }: AuthServerAddress,
  key: string,
  { route, address, origin, use = true }: AccountKeyUse,
  cost: number,
): Promise<Asked> {
  const body = JSON.stringify({ key, route, cost, address, origin, owner: true });
  try {
    const answer = await fetch(use ? url : `${url.href}?use=false`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": ownKey ?? key },
      body,
      // A redirect would carry the key to a host that nobody has named.
      redirect: "manual",
      signal: AbortSignal.timeout(timeLimitMilliseconds),
    });
    const bytes = await readBounded(answer.body, MAX_ANSWER_BYTES);
    if (bytes === undefined) return { fault: "its answer is too long" };
    const text = Buffer.from(bytes).toString("utf8");
    if (answer.status === 200) return verdictIn(text) ?? { fault: "its answer is no verdict" };
    return refusalOf(answer, ownKey !== undefined);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return { fault: isLate ? "it did not answer in time" : "it cannot be reached" };
  }
}

/** Meaning of an answer other than a verdict, for a key that asked about itself. */
function refusalOf({ status, headers }: Response, isOfService: boolean): Asked {
  if (!isOfService && status === 401) return { code: "INVALID_API_KEY" };
  if (!isOfService && status === 403) return { code: "FORBIDDEN" };
  if (!isOfService && status === 429) {
    const seconds = Number(headers.get("retry-after"));
    return { code: "RATE_LIMITED", retryAfterSeconds: seconds >= 1 ? Math.ceil(seconds) : 1 };
  }
  return isOfService && (status === 401 || status === 403)
    ? { fault: `it answered ${status}: AUTH_KEY is no valid key with the permission admin` }
    : { fault: `it answered ${status}` };
}

/** The verdict in an answer; undefined for anything that is none. */
function verdictIn(text: string): AccountKeyVerdict | undefined {
  const { success, data } = fieldsOf(parsed(text));
  const { valid, code, id, ownerId, permissions, retryAfterSeconds } = fieldsOf(data);
  if (success !== true) return undefined;
  if (valid === true) {
    const isWhole = code === "VALID" && isId(id) && isId(ownerId) && isTexts(permissions);
    return isWhole ? { code, id, ownerId, permissions } : undefined;
  }
  if (valid !== false) return undefined;
  if (code === "INVALID_API_KEY" || code === "FORBIDDEN") return { code };
  if (code !== "RATE_LIMITED") return undefined;
  const seconds = typeof retryAfterSeconds === "number" ? retryAfterSeconds : 1;
  return { code, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,100}$/.test(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
