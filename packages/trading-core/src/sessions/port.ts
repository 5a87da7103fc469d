/** The service of trading sessions as its callers see it. */

import type { Transaction } from "@bourse/kernel";

import type {
  DriftReport,
  Session,
  SessionDecision,
  SessionEquityPoint,
  SessionFill,
  SessionOrder,
  SessionRequest,
  SessionState,
} from "../session/session.ts";

/** One page of a list. */
export interface SessionPage<Item> {
  /** Items of the page. */
  readonly items: readonly Item[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** A place in a list. */
export interface SessionPageQuery {
  /** Maximum number of items. 1–1000, default 100. */
  readonly limit?: number;
  /** Cursor `next` of the page before, of an otherwise equal query. Default: none, the list begins. */
  readonly cursor?: string;
}

/** A filter of sessions. */
export interface SessionQuery extends SessionPageQuery {
  /** State of the sessions. Default: any. */
  readonly state?: SessionState;
}

/** Options of a call that changes something. */
export interface SessionCallOptions {
  /**
   * Work in the transaction of the change, such as its row of the audit trail; with its error nothing is stored. The
   * store may call it again after a conflict. Default: none.
   */
  readonly also?: (tx: Transaction, id: string) => Promise<void>;
}

/** Options of a creation. */
export interface SessionCreateOptions extends SessionCallOptions {
  /** Name of the caller, proved; quotas of one owner count its sessions. Default: none, only the quota of all holds. */
  readonly owner?: string;
  /**
   * Key of the caller's choice: for 24 hours the same key of the same owner with the same request is the same session.
   * Default: none.
   */
  readonly idempotencyKey?: string;
}

/** Options of {@link TradingSessions.drift}. */
export interface DriftOptions {
  /** Parameters to recompute with in place of those of the session. Default: the session's. */
  readonly parameters?: unknown;
}

/** Trading sessions: create, look up, list, act on, read their books. Lists of one session are oldest first. */
export interface TradingSessions {
  /**
   * Checks a request and stores a session, which a running process then takes up. A repeat under the same key resolves
   * to the session as it stands by then.
   *
   * @throws EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID, INTERVAL_INVALID, EXCHANGE_UNKNOWN, OPTIONS_INVALID,
   * QUOTA_EXCEEDED, IDEMPOTENCY_KEY_REUSED; SessionError STRATEGY_UNBOUNDED, BROKER_UNSUPPORTED, SESSION_CONFLICT for a
   * second live session of a symbol; errors of the broker's instruments for a live session; nothing is stored then
   */
  create(request: SessionRequest, options?: SessionCreateOptions): Promise<Session>;
  /** Reads a session. @throws SessionError SESSION_UNKNOWN */
  get(id: string): Promise<Session>;
  /** Reads a page of sessions, newest first. @throws StoreError STORE_CURSOR_INVALID */
  list(query?: SessionQuery): Promise<SessionPage<Session>>;
  /**
   * Lets nothing enter from now on and cancels waiting entries; positions keep their stops and targets.
   *
   * @throws SessionError SESSION_UNKNOWN; SESSION_STATE unless it warms up or runs
   */
  pause(id: string, options?: SessionCallOptions): Promise<Session>;
  /**
   * Lets a paused or halted session go on with the next candle.
   *
   * @throws SessionError SESSION_UNKNOWN; SESSION_STATE unless it is paused or halted
   */
  resume(id: string, options?: SessionCallOptions): Promise<Session>;
  /**
   * Cancels every order and closes every position at market; the session is paused when nothing is held.
   *
   * @throws SessionError SESSION_UNKNOWN; SESSION_STATE when it is flattening or stopped
   */
  flatten(id: string, options?: SessionCallOptions): Promise<Session>;
  /**
   * Ends a session for good: its orders are cancelled, and what it holds stays in its books.
   *
   * @throws SessionError SESSION_UNKNOWN; SESSION_STATE when it is stopped
   */
  stop(id: string, options?: SessionCallOptions): Promise<Session>;
  /** Reads a page of decisions. @throws SessionError SESSION_UNKNOWN; StoreError STORE_CURSOR_INVALID */
  decisions(id: string, page?: SessionPageQuery): Promise<SessionPage<SessionDecision>>;
  /** Reads a page of orders. @throws SessionError SESSION_UNKNOWN; StoreError STORE_CURSOR_INVALID */
  orders(id: string, page?: SessionPageQuery): Promise<SessionPage<SessionOrder>>;
  /** Reads a page of fills. @throws SessionError SESSION_UNKNOWN; StoreError STORE_CURSOR_INVALID */
  fills(id: string, page?: SessionPageQuery): Promise<SessionPage<SessionFill>>;
  /** Reads a page of the equity. @throws SessionError SESSION_UNKNOWN; StoreError STORE_CURSOR_INVALID */
  equity(id: string, page?: SessionPageQuery): Promise<SessionPage<SessionEquityPoint>>;
  /**
   * Recomputes all decisions of a session from its stored candles and compares them, and its trades with those of the
   * simulation. Time and memory grow with the candles of the session.
   *
   * @throws SessionError SESSION_UNKNOWN, SESSION_STATE when its decisions were deleted, BROKER_UNSUPPORTED for a live
   * session without its account; EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID; errors of the broker's instruments
   */
  drift(id: string, options?: DriftOptions): Promise<DriftReport>;
  /** Begins to take up sessions that no process runs, and to run them. */
  start(): Promise<void>;
  /** Ends the running and gives the sessions back, so that another process takes them up at once. */
  close(): Promise<void>;
}
