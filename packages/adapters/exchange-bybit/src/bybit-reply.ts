/**
 * Success and failure as Bybit v5 reports them: HTTP 200 with a code for most things, a bare status for a few.
 *
 * Every answer is `{retCode, retMsg, result, retExtInfo, time}`; 0 is success.
 */

import { EngineError, type EngineErrorCode } from "@bourse/backtest-engine/data";
import type { Attempt, FailedAttempt, JsonReply } from "@bourse/exchange-http";
import * as z from "zod";

const Envelope = z.object({ retCode: z.int(), retMsg: z.string(), result: z.unknown() });

/** Too many visits, time-outs and faults of the server: the same question may pass a moment later. */
const PASSING = new Set([10_000, 10_006, 10_016, 10_018, 10_429]);
/** Symbol unknown or not listed in the category. */
const SYMBOL = new Set([10_029, 170_121]);
/** After this refusal an address is banned for about ten minutes. */
const BAN_MILLISECONDS = 600_000;

/**
 * The `result` of a reply in the shape of `schema`, or why there is none.
 *
 * @param now milliseconds UTC, to turn the reset time that Bybit gives into a wait
 */
export function readBybitReply<T>(schema: z.ZodType<T>, reply: JsonReply, now: number): Attempt<T> {
  if (reply.status !== 200) return statusFault(reply, now);
  const envelope = Envelope.safeParse(reply.body);
  if (!envelope.success) return shapeFault("its envelope", envelope.error);
  const { retCode, retMsg, result } = envelope.data;
  if (retCode !== 0) return codeFault(retCode, retMsg, reply, now);
  const parsed = schema.safeParse(result);
  return parsed.success ? { value: parsed.data } : shapeFault("the result", parsed.error);
}

function codeFault(code: number, text: string, reply: JsonReply, now: number): FailedAttempt {
  const said = `bybit answered ${code}: ${text.slice(0, 200)}.`;
  const details = { exchange: "bybit", reason: text.slice(0, 200), code };
  if (PASSING.has(code)) {
    const error = new EngineError("MARKET_DATA_UNAVAILABLE", `${said} Try again later.`, {
      details,
    });
    return { error, retry: true, ...resetWait(reply, now) };
  }
  const isSymbol = SYMBOL.has(code) || (code === 10_001 && /symbol/i.test(text));
  const kind: EngineErrorCode = isSymbol ? "SYMBOL_UNKNOWN" : "MARKET_DATA_REFUSED";
  return { error: new EngineError(kind, said, { details }), retry: false };
}

function statusFault(reply: JsonReply, now: number): FailedAttempt {
  const { status } = reply;
  const details = { exchange: "bybit", reason: `HTTP ${status}`, status };
  if (status === 403) {
    return isTooFrequent(reply.body)
      ? {
          ...unavailable("bybit has banned this address for too frequent access.", details),
          retry: true,
          waitMilliseconds: BAN_MILLISECONDS,
        }
      : unavailable(
          "bybit does not serve this address (HTTP 403): some countries have a host of their own, a setting.",
          details,
        );
  }
  if (status === 429 || status >= 500) {
    const fault = unavailable(`bybit answered HTTP ${status}; try again later.`, details);
    return { ...fault, retry: true, ...resetWait(reply, now) };
  }
  const error = new EngineError("MARKET_DATA_REFUSED", `bybit answered HTTP ${status}.`, {
    details,
  });
  return { error, retry: false };
}

function isTooFrequent(body: unknown): boolean {
  const envelope = Envelope.safeParse(body);
  return envelope.success && /too frequent|too many/i.test(envelope.data.retMsg);
}

/** The wait that `X-Bapi-Limit-Reset-Timestamp` (milliseconds UTC) asks for, when it is there and ahead. */
function resetWait(reply: JsonReply, now: number): { readonly waitMilliseconds?: number } {
  const reset = Number(reply.headers["x-bapi-limit-reset-timestamp"]);
  return reset > now ? { waitMilliseconds: reset - now } : {};
}

function shapeFault(part: string, error: z.ZodError): FailedAttempt {
  const reason = `${part} is not in the documented shape: ${z.prettifyError(error).slice(0, 300)}`;
  return unavailable(`bybit answered, but ${reason}`, { exchange: "bybit", reason });
}

function unavailable(message: string, details: Readonly<Record<string, unknown>>): FailedAttempt {
  return { error: new EngineError("MARKET_DATA_UNAVAILABLE", message, { details }), retry: false };
}
