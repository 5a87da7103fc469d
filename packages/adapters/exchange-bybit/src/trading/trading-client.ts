/** Requests to Bybit's private interface: signed by its own clock, paced, and sent again only where that is safe. */

import { createPace } from "@bourse/exchange-http";
import { Agent, request } from "undici";
import * as z from "zod";

import { signedHeaders } from "./sign.ts";
import {
  CLOCK_OFF,
  codeFault,
  noReply,
  silence,
  statusFault,
  type TradingFault,
} from "./trading-faults.ts";
import type { TradingTerms } from "./trading-options.ts";

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** The request. */
interface TradingRequest<T> {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The query of a GET, the body of a POST; undefined values are left out. */
  readonly values: Values;
  /** The shape of `result`. */
  readonly schema: z.ZodType<T>;
  /** False for what anyone may ask. Default true. */
  readonly isPrivate?: boolean;
}

/** A result, or the fault that the last try met, and whether any of the tries may have had an effect all the same. */
type Outcome<T> =
  | { readonly value: T }
  | { readonly fault: TradingFault; readonly mayStand: boolean };

/** Outcome of one attempt. */
type Attempt<T> = { readonly value: T } | { readonly fault: TradingFault };

export interface TradingClient {
  /** Every try of it has the same effect as one: reads, cancellations, orders under an orderLinkId. */
  send<T>(request: TradingRequest<T>): Promise<Outcome<T>>;
  /** The value, or the fault's error thrown. */
  get<T>(request: TradingRequest<T>): Promise<T>;
  /** Cuts the connections of the client's own making. */
  close(): Promise<void>;
}

const Envelope = z.object({ retCode: z.int(), retMsg: z.string(), result: z.unknown() });
const Time = z.object({ timeNano: z.string().regex(/^\d{10,20}$/u) });
const MAX_BODY_CHARACTERS = 8 * 1024 * 1024;

export function createTradingClient(terms: TradingTerms): TradingClient {
  const { clock, requestsPerSecond } = terms;
  const own = terms.dispatcher === undefined ? new Agent({ allowH2: false }) : undefined;
  const dispatcher = terms.dispatcher ?? own!; // one of the two is there
  const pace = createPace(clock, requestsPerSecond, Math.max(1, Math.floor(requestsPerSecond)));
  /** Bybit's clock less ours; undefined until they were compared. */
  let offset: number | undefined;

  async function once<T>(asked: TradingRequest<T>): Promise<Attempt<T>> {
    await pace();
    const { method, path, values, isPrivate = true } = asked;
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const payload =
      method === "GET"
        ? new URLSearchParams(
            given.map(([name, value]): [string, string] => [name, String(value)]),
          ).toString()
        : JSON.stringify(Object.fromEntries(given));
    const url = new URL(path, terms.origin);
    if (method === "GET") url.search = payload;
    const time = Math.floor(clock.now() + (offset ?? 0));
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
      return read(asked.schema, reply.statusCode, text, reset > 0 ? reset : undefined);
    } catch (error) {
      return { fault: noReply(nameOf(error), error) };
    }
  }

  async function compareClocks(): Promise<TradingFault | undefined> {
    const sent = clock.now();
    const outcome = await once({
      method: "GET",
      path: "/v5/market/time",
      values: {},
      schema: Time,
      isPrivate: false,
    });
    if ("fault" in outcome) return outcome.fault;
    // Half of the way there and back: what Bybit's clock said in the middle of it.
    offset = Number(BigInt(outcome.value.timeNano) / 1_000_000n) - (sent + clock.now()) / 2;
    return undefined;
  }

  async function send<T>(asked: TradingRequest<T>): Promise<Outcome<T>> {
    const isPrivate = asked.isPrivate !== false;
    let mayStand = false;
    for (let attempt = 1; ; attempt += 1) {
      const untimed = isPrivate && offset === undefined ? await compareClocks() : undefined;
      const outcome = untimed === undefined ? await once(asked) : { fault: untimed };
      if ("value" in outcome) return outcome;
      const { fault } = outcome;
      mayStand ||= untimed === undefined && fault.kind === "unsure";
      if (fault.code === CLOCK_OFF) offset = undefined;
      const wait = waitAfter(fault, attempt);
      const isLast = fault.kind === "final" || attempt >= terms.attempts;
      if (isLast || wait > terms.longestWaitMilliseconds) return { fault, mayStand };
      await clock.sleep(wait);
    }
  }

  function waitAfter({ resetAt }: TradingFault, attempt: number): number {
    if (resetAt !== undefined) return Math.max(0, resetAt - clock.now() - (offset ?? 0));
    return terms.pauseMilliseconds * 2 ** (attempt - 1);
  }

  return {
    send,
    async get(asked) {
      const outcome = await send(asked);
      if ("fault" in outcome) throw outcome.fault.error;
      return outcome.value;
    },
    async close() {
      await own?.destroy();
    },
  };
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
