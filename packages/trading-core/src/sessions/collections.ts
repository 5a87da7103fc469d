/** Collections of sessions and their records. */

import type { SaidSignal } from "@bourse/backtest-engine/stepper";
import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import { jobRequests } from "../jobs/collections.ts";
import type { LiveOrder } from "../session/live/live-order.ts";
import type { Session, SessionDecision, SessionFill, SessionOrder } from "../session/session.ts";
import type { SessionMove } from "../session/transitions.ts";
import type { StreamedCandle } from "../streams/port.ts";

/** A move between two candles. */
export type StoredMove = {
  /** Number of candles worked off before it. */
  readonly at: number;
  readonly move: SessionMove;
  /** Time of the move, milliseconds UTC. */
  readonly time: number;
};

/** A session as it is stored. */
export interface SessionDocument extends Session {
  /** Owner that quotas count it for; null for none. */
  readonly ownerId: string | null;
  /** True until it is stopped. */
  readonly isKept: boolean;
  /** True while it is to follow its candles: neither halted nor stopped. */
  readonly isFollowing: boolean;
  /** Process that runs it; null for none. */
  readonly holder: string | null;
  /** Acts and halts, in their order. */
  readonly moves: readonly StoredMove[];
  /** Open of the candle before the first that it is told, milliseconds UTC. */
  readonly after: number;
  /** Number of moves that a live session has taken; absent on paper. */
  readonly movesTaken?: number;
  /** Part of its decisions that is kept; absent for all. */
  readonly decisionsKept?: "part" | "none";
}

/** A candle with what was decided on it. */
export interface SessionStepDocument {
  readonly id: string;
  readonly sessionId: string;
  readonly index: number;
  readonly candle: Readonly<StreamedCandle>;
  readonly said: SaidSignal | null;
  readonly decision: SessionDecision;
  readonly equity: number;
}

/** An order of a session. */
export interface SessionOrderDocument {
  readonly id: string;
  readonly sessionId: string;
  readonly number: number;
  readonly status: SessionOrder["status"];
  readonly order: SessionOrder;
  /** The part that only an order of a live session has. */
  readonly live?: LiveOrder;
}

/** A fill of a session. */
export interface SessionFillDocument {
  readonly id: string;
  readonly sessionId: string;
  readonly number: number;
  readonly fill: SessionFill;
  /** The amounts of a fill of a live session, decimals as text. */
  readonly exact?: { readonly quantity: string; readonly value: string; readonly fee: string };
}

/** A candle that was told anew after it was worked off or passed over. */
export interface SessionCorrectionDocument {
  readonly id: string;
  readonly sessionId: string;
  readonly time: number;
  readonly candle: Readonly<StreamedCandle>;
}

/** The live session of an account and symbol, by both: there is one. */
export interface LiveClaim {
  readonly id: string;
  readonly sessionId: string;
}

/** A process that runs sessions. */
export interface SessionWorkerDocument {
  readonly id: string;
  /** End of its lease by the store's clock, milliseconds UTC. */
  readonly until: number;
}

/** The only document of its collection. */
export interface SessionCounter {
  readonly id: "sessions";
  readonly last: number;
}

export const sessions: Collection<
  SessionDocument,
  "newest" | "by_state" | "by_owner" | "by_kept" | "by_holder"
> = defineCollection<SessionDocument>()({
  name: "trading_sessions",
  indexes: {
    newest: { fields: ["number"], unique: true },
    by_state: { fields: ["state", "number"] },
    by_owner: { fields: ["ownerId", "isKept"] },
    by_kept: { fields: ["isKept"] },
    by_holder: { fields: ["isFollowing", "holder", "number"] },
  },
});

export const sessionSteps: Collection<SessionStepDocument, "by_session"> =
  defineCollection<SessionStepDocument>()({
    name: "session_steps",
    indexes: { by_session: { fields: ["sessionId", "index"], unique: true } },
  });

export const sessionOrders: Collection<SessionOrderDocument, "by_session" | "by_status"> =
  defineCollection<SessionOrderDocument>()({
    name: "session_orders",
    indexes: {
      by_session: { fields: ["sessionId", "number"], unique: true },
      by_status: { fields: ["sessionId", "status", "number"] },
    },
  });

export const sessionFills: Collection<SessionFillDocument, "by_session"> =
  defineCollection<SessionFillDocument>()({
    name: "session_fills",
    indexes: { by_session: { fields: ["sessionId", "number"], unique: true } },
  });

export const sessionCorrections: Collection<SessionCorrectionDocument, "by_session"> =
  defineCollection<SessionCorrectionDocument>()({
    name: "session_corrections",
    indexes: { by_session: { fields: ["sessionId", "time"], unique: true } },
  });

export const sessionWorkers: Collection<SessionWorkerDocument, "by_end"> =
  defineCollection<SessionWorkerDocument>()({
    name: "session_workers",
    indexes: { by_end: { fields: ["until"] } },
  });

export const sessionCounters: Collection<SessionCounter> = defineCollection<SessionCounter>()({
  name: "session_counters",
});

export const liveClaims: Collection<LiveClaim> = defineCollection<LiveClaim>()({
  name: "live_claims",
});

/** Every collection of sessions, which a store for them must be opened with. */
export const sessionCollections: readonly Collection<Entity>[] = [
  sessions,
  sessionSteps,
  sessionOrders,
  sessionFills,
  sessionCorrections,
  sessionWorkers,
  sessionCounters,
  jobRequests,
  liveClaims,
];

/** Id of a record of a session by its number, in the order of the numbers. */
export function recordId(sessionId: string, number: number): string {
  return `${sessionId}:${String(number).padStart(10, "0")}`;
}

/** The session as its callers see it. */
export function viewSession(document: SessionDocument): Session {
  const {
    ownerId: _,
    isKept: __,
    isFollowing: ___,
    holder: ____,
    moves: _____,
    after: ______,
    movesTaken: _______,
    decisionsKept: ________,
    ...session
  } = document;
  return session;
}
