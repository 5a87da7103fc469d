/** One HTTP GET: timed, bounded in size, never throwing for what the network did. */

import { EngineError } from "@bourse/backtest-engine/data";
import { readBounded } from "@bourse/kernel";
import { request, type Dispatcher } from "undici";

import type { FailedAttempt } from "./attempt.ts";

/** An answer of the exchange, whatever its status. */
export interface JsonReply {
  /** HTTP status. */
  readonly status: number;
  /** Headers under lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * Time by the exchange's clock, milliseconds UTC, from the header `Date` (RFC 9110, whole seconds); undefined without
   * one.
   */
  readonly time: number | undefined;
  /** Parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

/** Limits of one request. */
export interface FetchLimits {
  /** Time limit in milliseconds, from sending to the last byte. */
  readonly timeoutMilliseconds: number;
  /** Maximum size of the body in bytes. */
  readonly maxBodyBytes: number;
}

/**
 * Sends one GET request. A network fault is an outcome: `retry` is false when no connection was made (name unknown,
 * refused, time limit), true when a connection broke.
 *
 * @throws the signal's reason
 */
export async function fetchJson(
  exchange: string,
  url: URL,
  dispatcher: Dispatcher,
  limits: FetchLimits,
  signal?: AbortSignal,
): Promise<{ readonly reply: JsonReply } | FailedAttempt> {
  const timeout = AbortSignal.timeout(limits.timeoutMilliseconds);
  try {
    const response = await request(url, {
      dispatcher,
      method: "GET",
      headers: { accept: "application/json", "user-agent": "bourse" },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const bytes = await readBounded(response.body, limits.maxBodyBytes);
    if (bytes === undefined) {
      throw new RangeError(`The answer is longer than ${limits.maxBodyBytes} bytes.`);
    }
    const { statusCode: status, headers } = response;
    return { reply: { status, headers, time: timeOf(headers["date"]), body: parseJson(bytes) } };
  } catch (error) {
    signal?.throwIfAborted();
    return networkFault(exchange, url, error, timeout.aborted);
  }
}

function timeOf(date: string | string[] | undefined): number | undefined {
  const time = typeof date === "string" ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Causes of a connection that never stood, or was closed by us; a moment later they will be the same. */
const NOBODY_THERE = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EACCES",
  "EPERM",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_CLOSED",
  "UND_ERR_DESTROYED",
]);

function networkFault(
  exchange: string,
  url: URL,
  error: unknown,
  isTimedOut: boolean,
): FailedAttempt {
  const { code } = error as { readonly code?: unknown };
  const reason = isTimedOut ? "no answer in time" : faultName(error, code);
  const isGone = typeof code === "string" && (NOBODY_THERE.has(code) || /CERT|TLS/.test(code));
  return {
    error: new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `${exchange} must be reachable at ${url.host}; found: ${reason}. Check the network and the host setting.`,
      { details: { exchange, host: url.host, reason }, cause: error },
    ),
    retry: !isGone && !(error instanceof RangeError),
  };
}

function faultName(error: unknown, code: unknown): string {
  if (typeof code === "string" && code !== "") return code;
  return error instanceof Error ? error.message : String(error);
}
