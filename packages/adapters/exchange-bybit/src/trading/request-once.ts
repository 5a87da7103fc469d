/** One request to Bybit, sent once: its value, or its fault. */

import { request, type Dispatcher } from "undici";
import * as z from "zod";

import type { ExchangeClock } from "./exchange-clock.ts";
import { signedHeaders } from "./sign.ts";
import { codeFault, noReply, silence, statusFault, type TradingFault } from "./trading-faults.ts";
import type { TradingTerms } from "./trading-options.ts";

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** The request. */
export interface TradingRequest<T> {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The query of a GET, the body of a POST; undefined values are left out. */
  readonly values: Values;
  /** The shape of `result`. */
  readonly schema: z.ZodType<T>;
  /** False for what anyone may ask. Default true. */
  readonly isPrivate?: boolean;
}

/** Outcome of one attempt. */
export type Attempt<T> = { readonly value: T } | { readonly fault: TradingFault };

/** The parts of the client that a request needs. */
export interface RequestParts {
  readonly terms: TradingTerms;
  readonly dispatcher: Dispatcher;
  readonly exchangeClock: ExchangeClock;
  /** Waits until another request may be sent. */
  readonly pace: () => Promise<void>;
}

const Envelope = z.object({ retCode: z.int(), retMsg: z.string(), result: z.unknown() });
const MAX_BODY_CHARACTERS = 8 * 1024 * 1024;

export async function requestOnce<T>(
  { terms, dispatcher, exchangeClock, pace }: RequestParts,
  { method, path, values, schema, isPrivate = true }: TradingRequest<T>,
): Promise<Attempt<T>> {
  await pace();
  const payload = payloadOf(method, values);
  const url = new URL(path, terms.origin);
  if (method === "GET") url.search = payload;
  const time = Math.floor(exchangeClock.now());
  try {
    const reply = await request(url, {
      dispatcher,
      method,
      headers: {
        accept: "application/json",
        "user-agent": "bourse",
        ...(isPrivate && signedHeaders(terms, time, payload)),
        ...(method === "POST" && { "content-type": "application/json" }),
      },
      ...(method === "POST" && { body: payload }),
      signal: AbortSignal.timeout(terms.requestTimeoutMilliseconds),
    });
    const text = await reply.body.text();
    const reset = Number(reply.headers["x-bapi-limit-reset-timestamp"]);
    return read(schema, reply.statusCode, text, reset > 0 ? reset : undefined);
  } catch (error) {
    return { fault: noReply(nameOf(error), error) };
  }
}

/** The query of a GET, the body of a POST: the text that is signed. */
function payloadOf(method: "GET" | "POST", values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (method === "POST") return JSON.stringify(Object.fromEntries(given));
  const texts = given.map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(texts).toString();
}

function read<T>(
  schema: z.ZodType<T>,
  status: number,
  text: string,
  resetAt: number | undefined,
): Attempt<T> {
  if (status !== 200) return { fault: statusFault(status, resetAt) };
  if (text.length > MAX_BODY_CHARACTERS) return { fault: silence("an answer that is too long") };
  const envelope = Envelope.safeParse(parsed(text));
  if (!envelope.success) return { fault: silence("another envelope") };
  const { retCode, retMsg, result } = envelope.data;
  if (retCode !== 0) return { fault: codeFault(retCode, retMsg, resetAt) };
  const value = schema.safeParse(result);
  if (value.success) return { value: value.data };
  return { fault: silence(`another result: ${z.prettifyError(value.error).slice(0, 300)}`) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === "string" && code !== "" ? code : String(name);
}
