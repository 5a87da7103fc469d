/** Errors as Binance reports them: an HTTP status with `{code, msg}`, and `Retry-After` in seconds when it is busy. */

import { EngineError, type EngineErrorCode } from "@bourse/backtest-engine/data";
import type { Attempt, FailedAttempt, JsonReply } from "@bourse/exchange-http";
import * as z from "zod";

const Refusal = z.object({ code: z.int(), msg: z.string() });

const INVALID_SYMBOL = -1121;
/** Codes that come with a 4xx but may pass: disconnected, busy, timed out, shutting down. */
const PASSING = new Set([-1001, -1003, -1006, -1007, -1008, -1016]);

/** The body of a reply in the shape of `schema`, or why there is none. */
export function readBinanceReply<T>(schema: z.ZodType<T>, reply: JsonReply): Attempt<T> {
  if (reply.status !== 200) return statusFault(reply);
  const parsed = schema.safeParse(reply.body);
  if (parsed.success) return { value: parsed.data };
  const reason = `the body is not in the documented shape: ${z.prettifyError(parsed.error).slice(0, 300)}`;
  return unavailable(`binance answered, but ${reason}`, { exchange: "binance", reason });
}

function statusFault(reply: JsonReply): FailedAttempt {
  const { status } = reply;
  const refusal = Refusal.safeParse(reply.body);
  const code = refusal.success ? refusal.data.code : undefined;
  const reason = refusal.success ? refusal.data.msg.slice(0, 200) : `HTTP ${status}`;
  const details = { exchange: "binance", reason, status, ...(code !== undefined && { code }) };
  if (status === 403 || status === 451) {
    return unavailable(
      `binance does not serve this address (HTTP ${status}): ${reason}. Try the host data-api.binance.vision.`,
      details,
    );
  }
  const isPassing = code !== undefined && PASSING.has(code);
  if (isPassing || status === 429 || status === 418 || status >= 500) {
    const fault = unavailable(`binance answered HTTP ${status}: ${reason}. Try later.`, details);
    return { ...fault, retry: true, ...requestedWait(reply) };
  }
  const kind: EngineErrorCode = code === INVALID_SYMBOL ? "SYMBOL_UNKNOWN" : "MARKET_DATA_REFUSED";
  const error = new EngineError(kind, `binance answered HTTP ${status}: ${reason}`, { details });
  return { error, retry: false };
}

function requestedWait(reply: JsonReply): { readonly waitMilliseconds?: number } {
  const seconds = Number(reply.headers["retry-after"]);
  return seconds > 0 ? { waitMilliseconds: seconds * 1_000 } : {};
}

function unavailable(message: string, details: Readonly<Record<string, unknown>>): FailedAttempt {
  return { error: new EngineError("MARKET_DATA_UNAVAILABLE", message, { details }), retry: false };
}
