/** Requests to Bybit's private interface: signed by its own clock, paced, and sent again only where that is safe. */

import { createPace } from "@bourse/exchange-http";
import { Agent } from "undici";
import * as z from "zod";

import { ExchangeClock } from "./exchange-clock.ts";
import { requestOnce, type RequestParts, type TradingRequest } from "./request-once.ts";
import { CLOCK_OFF, type TradingFault } from "./trading-faults.ts";
import type { TradingTerms } from "./trading-options.ts";

/** A result, or the fault that the last try met, and whether any of the tries may have had an effect all the same. */
type Outcome<T> =
  | { readonly value: T }
  | { readonly fault: TradingFault; readonly mayStand: boolean };

export interface TradingClient {
  /** Every try of it has the same effect as one: reads, cancellations, orders under an orderLinkId. */
  send<T>(request: TradingRequest<T>): Promise<Outcome<T>>;
  /** The value, or the fault's error thrown. */
  get<T>(request: TradingRequest<T>): Promise<T>;
  /** This clock minus Bybit's in milliseconds; null until they were compared. */
  clockOffset(): number | null;
  /** Cuts the connections of the client's own making. */
  close(): Promise<void>;
}

const Time = z.object({ timeNano: z.string().regex(/^\d{10,20}$/u) });

export function createTradingClient(terms: TradingTerms): TradingClient {
  const { clock, requestsPerSecond } = terms;
  const own = terms.dispatcher === undefined ? new Agent({ allowH2: false }) : undefined;
  const parts: RequestParts = {
    terms,
    dispatcher: terms.dispatcher ?? own!, // one of the two is there
    exchangeClock: new ExchangeClock(clock),
    pace: createPace(clock, requestsPerSecond, Math.max(1, Math.floor(requestsPerSecond))),
  };
  return {
    send: (asked) => send(parts, asked),
    async get(asked) {
      const outcome = await send(parts, asked);
      if ("fault" in outcome) throw outcome.fault.error;
      return outcome.value;
    },
    clockOffset: () => parts.exchangeClock.offset,
    async close() {
      await own?.destroy();
    },
  };
}

async function send<T>(parts: RequestParts, asked: TradingRequest<T>): Promise<Outcome<T>> {
  const { terms, exchangeClock } = parts;
  const isPrivate = asked.isPrivate !== false;
  let mayStand = false;
  for (let attempt = 1; ; attempt += 1) {
    const untimed = isPrivate && !exchangeClock.isKnown ? await compareClocks(parts) : undefined;
    const outcome = untimed === undefined ? await requestOnce(parts, asked) : { fault: untimed };
    if ("value" in outcome) return outcome;
    const { fault } = outcome;
    mayStand ||= untimed === undefined && fault.kind === "unsure";
    if (fault.code === CLOCK_OFF) exchangeClock.forget();
    const wait = waitAfter(parts, fault, attempt);
    const isLast = fault.kind === "final" || attempt >= terms.attempts;
    if (isLast || wait > terms.longestWaitMilliseconds) return { fault, mayStand };
    await terms.clock.sleep(wait);
  }
}

async function compareClocks(parts: RequestParts): Promise<TradingFault | undefined> {
  const sent = parts.terms.clock.now();
  const outcome = await requestOnce(parts, {
    method: "GET",
    path: "/v5/market/time",
    values: {},
    schema: Time,
    isPrivate: false,
  });
  if ("fault" in outcome) return outcome.fault;
  parts.exchangeClock.compare(Number(BigInt(outcome.value.timeNano) / 1_000_000n), sent);
  return undefined;
}

function waitAfter(
  { terms, exchangeClock }: RequestParts,
  { resetAt }: TradingFault,
  attempt: number,
): number {
  if (resetAt !== undefined) return Math.max(0, resetAt - exchangeClock.now());
  return terms.pauseMilliseconds * 2 ** (attempt - 1);
}
