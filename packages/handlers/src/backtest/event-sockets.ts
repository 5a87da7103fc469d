/** The event sockets of the backtest API: who is let in, and which events each listener gets. */

import type { Incoming, ProofState } from "@bourse/contract";
import type { Clock } from "@bourse/kernel";
import type { BacktestService, FeedEvent } from "@bourse/trading-core";

import { proofState } from "../account-keys/proof-state.ts";
import { checkBacktestListener, seesTrades, type BacktestAccess } from "./access.ts";
import { translateBacktestError } from "./translate.ts";
import { isTradeOrSignal, wireEvent } from "./wire/event.ts";

/** Spelling of events and replies on the sockets; a `Dialect` of `@bourse/sockets`. */
export interface BacktestDialect {
  /** An event as JSON: `{type, timestamp, payload}`. */
  readonly event: (event: FeedEvent) => object;
  /** Any other message as JSON: `{type, timestamp, payload}`. */
  readonly reply: (type: string, data: object | undefined) => object;
  /** Key of a client's message under which its fields are. */
  readonly bodyKey: string;
}

/** Rules of the sockets for all listeners: options of `createFanOut` of `@bourse/sockets`. */
export interface BacktestSocketRules {
  /** Spelling of events and replies. */
  readonly dialect: BacktestDialect;
  /** Every client gets ids and may resume. */
  readonly ids: "always";
  /** Tells a trade or a signal, which is repeated to those only who ask for it. */
  readonly isActedUpon: (event: FeedEvent) => boolean;
  /** Names what a newer event replaces: a slow client gets only the newest progress of a job. */
  readonly conflateBy: (event: FeedEvent) => string | undefined;
}

/** Rules of the backtest API's sockets for all listeners; `clock` gives the time of replies. */
export function backtestSocketRules(clock: Clock): BacktestSocketRules {
  return {
    dialect: {
      event: wireEvent,
      reply: (type, data) => ({
        type,
        timestamp: new Date(clock.now()).toISOString(),
        payload: data ?? null,
      }),
      bodyKey: "payload",
    },
    ids: "always",
    isActedUpon: isTradeOrSignal,
    conflateBy: (event) =>
      event.type === "job.progress" ? `progress of ${event.job.uuid}` : undefined,
  };
}

/** The events that a listener gets; equal keys accept equal events. An `EventFilter` of `@bourse/sockets`. */
export interface BacktestEventFilter {
  /** Name of the filter. */
  readonly key: string;
  /** Returns true for an event that the listener gets. */
  readonly accepts: (event: FeedEvent) => boolean;
}

/** A WebSocket handshake, as far as the rules look at it. */
export type BacktestHandshake = Pick<Incoming, "headers" | "isLocal" | "params"> &
  Partial<Pick<Incoming, "clientAddress">>;

/** Rules of the listeners at one path: options of a fan-out's route. */
export interface BacktestListeners {
  /** Resolves for a handshake that is let in. @throws Problem */
  readonly authorize: (handshake: BacktestHandshake) => Promise<void>;
  /** Judges the proof of a listener that was let in once more, which is no use of its key. Never rejects. */
  readonly reauthorize: (handshake: BacktestHandshake) => Promise<ProofState>;
  /** Selects the events of a listener that was let in. */
  readonly select: (handshake: BacktestHandshake) => BacktestEventFilter;
}

/**
 * Listeners of `/api/ws/events`. With keys a client sends one as X-API-Key in its handshake. A server without keys
 * tells of trades only those that call it directly on its own machine.
 */
export function eventListeners(access: BacktestAccess): BacktestListeners {
  return {
    authorize: (handshake) => checkBacktestListener(access, handshake),
    reauthorize: (handshake) => proofState(() => checkBacktestListener(access, handshake, false)),
    select: (handshake) => (seesTrades(access, handshake) ? everything : withoutTrades),
  };
}

/** Listeners of `/api/ws/jobs/:uuid`, under the same rules; a job that does not exist is a Problem JOB_NOT_FOUND. */
export function jobListeners(
  access: BacktestAccess,
  jobs: Pick<BacktestService["jobs"], "get">,
): BacktestListeners {
  return {
    ...eventListeners(access),
    async authorize(handshake) {
      await checkBacktestListener(access, handshake);
      await jobs.get(uuidOf(handshake)).catch((error: unknown) => {
        throw translateBacktestError(error) ?? error;
      });
    },
    select: (handshake) => eventsOfJob(uuidOf(handshake)),
  };
}

/** The events of one job. */
export function eventsOfJob(uuid: string): BacktestEventFilter {
  return { key: `job ${uuid}`, accepts: (event) => "job" in event && event.job.uuid === uuid };
}

const everything: BacktestEventFilter = { key: "", accepts: () => true };

const withoutTrades: BacktestEventFilter = {
  key: "without trades",
  accepts: ({ type }) => !/^(trade|session|risk|kill_switch)\./u.test(type),
};

function uuidOf({ params }: BacktestHandshake): string {
  return params["uuid"] ?? "";
}
