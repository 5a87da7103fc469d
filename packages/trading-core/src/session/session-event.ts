/** Events of sessions for the feed. */

import type { Session, SessionFill, SessionOrder } from "./session.ts";

/** Topic of the bus that carries the events of sessions. */
export const sessionTopic = "sessions";

/** Facts that every event of a session states. */
export type SessionEventBase = {
  /** Time of the commit, milliseconds UTC. */
  readonly timestamp: number;
  /** Place of the event in the store's log; absent until it is recorded. */
  readonly sequence?: number;
  /** The session, in short. */
  readonly session: SessionSubject;
};

/** A session was created, or its state has changed. */
export type SessionStateEvent = SessionEventBase & {
  /** Kind of the event. */
  readonly type: "session.created" | "session.changed";
};

/** A session has submitted an order. */
export type SessionOrderEvent = SessionEventBase & {
  /** Kind of the event. */
  readonly type: "session.ordered";
  /** The order as it was submitted. */
  readonly order: SessionOrder;
};

/** An order, stop or target of a session was filled. */
export type SessionFillEvent = SessionEventBase & {
  /** Kind of the event. */
  readonly type: "session.filled";
  /** The fill. */
  readonly fill: SessionFill;
};

/** An order of a live session was refused: by a risk rule, the kill switch, or the exchange. */
type SessionRefusalEvent = SessionEventBase & {
  /** Kind of the event. */
  readonly type: "session.refused";
  /** The order with its refusal. */
  readonly order: SessionOrder;
};

/** The candles of a session have fallen silent (`session.stale`), or go on (`session.fresh`). */
type SessionStalenessEvent = SessionEventBase & {
  /** Kind of the event. */
  readonly type: "session.stale" | "session.fresh";
  /** Time of the last news of the candles before the silence, milliseconds UTC. */
  readonly staleSince: number;
};

/** An event of a session. */
export type SessionEvent =
  | SessionStateEvent
  | SessionOrderEvent
  | SessionFillEvent
  | SessionRefusalEvent
  | SessionStalenessEvent;

/** The part of a session that its events carry. */
export type SessionSubject = Pick<Session, "id" | "state" | "reason" | "lastCandleTime"> & {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Symbol of the market. */
  readonly symbol: string;
  /** Value of the account, in the quote currency. */
  readonly equity: number;
};
