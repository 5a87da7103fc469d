/** Trading sessions: one strategy on the candles of one symbol as they close, for as long as it is let run. */

import * as q from "../query/codecs.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Cursor, GUARD, Idempotent, security, Text } from "./fields.ts";
import {
  Session,
  SessionDecision,
  SessionDrift,
  SessionEquityPoint,
  SessionFill,
  SessionOrder,
  SessionState,
} from "./session-records.ts";
import { SessionRequest } from "./session-request.ts";

const sessionParams = {
  /** Session id, a UUID. */
  id: Text,
};
interface SessionParams extends Fields<typeof sessionParams> {}
const SessionParams: ObjectSchema<SessionParams> = object(sessionParams);

const pageQuery = {
  /** Maximum number of items in the answer, 1–1,000. Default 100. */
  limit: q.integer({ min: 1, max: 1000 }).default(100),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: Cursor.optional(),
};
interface PageQuery extends Fields<typeof pageQuery> {}
interface PageQueryInput extends InputFields<typeof pageQuery> {}
const PageQuery: ObjectSchema<PageQuery, PageQueryInput> = object(pageQuery);

const sessionsQuery = {
  /** Only sessions in this state. Default: every state. */
  state: SessionState.optional(),
  ...pageQuery,
};
interface SessionsQuery extends Fields<typeof pageQuery>, Fields<typeof sessionsQuery> {}
interface SessionsQueryInput
  extends InputFields<typeof pageQuery>, InputFields<typeof sessionsQuery> {}
const SessionsQuery: ObjectSchema<SessionsQuery, SessionsQueryInput> = object(sessionsQuery);

const FOUND = { ...GUARD, SESSION_UNKNOWN: 404 } as const;
const LISTED = { ...FOUND, INVALID_PARAMETERS: 400 } as const;

/** The rules of every route that acts on a session. */
const ACT = {
  security,
  params: SessionParams,
  responses: { 200: Session },
  errors: { ...FOUND, INVALID_PARAMETERS: 400, SESSION_STATE: 409 },
} as const;

export const sessionRoutes = {
  /**
   * Create a trading session, which a worker then runs on the candles as they close.
   *
   * `POST /sessions` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400), VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - STRATEGY_NOT_FOUND (422): List the strategies for the registered names.
   * - STRATEGY_UNBOUNDED (422): Choose another strategy, or declare its look-back.
   * - IDEMPOTENCY_KEY_REUSED (422): Use a new Idempotency-Key for a different request.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * - SESSION_CONFLICT (409): Stop the other session first.
   * - EXECUTION_UNAVAILABLE (503): Call again later; an order with a client_order_id is placed
   * once.
   * - BROKER_UNSUPPORTED (501): Choose the broker paper.
   * @example
   *   await client.createSession({
   *     body: {
   *       strategy: "ma_crossover",
   *       symbol: "BTCUSDT",
   *       interval: "1",
   *       broker: "paper",
   *       initial_capital: 10000,
   *     },
   *   });
   */
  createSession: route("POST", "/sessions", {
    security,
    tradesOrPays: true,
    headers: Idempotent,
    body: SessionRequest,
    idempotencyKey: true,
    responses: { 201: Session },
    errors: {
      ...GUARD,
      INVALID_PARAMETERS: 400,
      VALIDATION_ERROR: 422,
      STRATEGY_NOT_FOUND: 422,
      STRATEGY_UNBOUNDED: 422,
      IDEMPOTENCY_KEY_REUSED: 422,
      QUOTA_EXCEEDED: 409,
      SESSION_CONFLICT: 409,
      EXECUTION_UNAVAILABLE: 503,
      BROKER_UNSUPPORTED: 501,
    },
  }),
  /**
   * List trading sessions, newest first.
   *
   * `GET /sessions` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.listSessions();
   */
  listSessions: route("GET", "/sessions", {
    security,
    query: SessionsQuery,
    pages: true,
    responses: { 200: list(Session) },
    errors: { ...GUARD, INVALID_PARAMETERS: 400 },
  }),
  /**
   * Read a trading session.
   *
   * `GET /sessions/:id` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * @example
   *   await client.getSession({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getSession: route("GET", "/sessions/:id", {
    security,
    params: SessionParams,
    responses: { 200: Session },
    errors: FOUND,
  }),
  /**
   * List the decisions of a session, one for each candle, oldest first.
   *
   * `GET /sessions/:id/decisions` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.listSessionDecisions({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  listSessionDecisions: route("GET", "/sessions/:id/decisions", {
    security,
    params: SessionParams,
    query: PageQuery,
    pages: true,
    responses: { 200: list(SessionDecision) },
    errors: LISTED,
  }),
  /**
   * List the orders of a session, oldest first.
   *
   * `GET /sessions/:id/orders` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.listSessionOrders({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  listSessionOrders: route("GET", "/sessions/:id/orders", {
    security,
    params: SessionParams,
    query: PageQuery,
    pages: true,
    responses: { 200: list(SessionOrder) },
    errors: LISTED,
  }),
  /**
   * List the fills of a session, oldest first.
   *
   * `GET /sessions/:id/fills` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.listSessionFills({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  listSessionFills: route("GET", "/sessions/:id/fills", {
    security,
    params: SessionParams,
    query: PageQuery,
    pages: true,
    responses: { 200: list(SessionFill) },
    errors: LISTED,
  }),
  /**
   * List the value of a session's account at the close of each candle, oldest first.
   *
   * `GET /sessions/:id/equity` with an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * @example
   *   await client.listSessionEquity({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  listSessionEquity: route("GET", "/sessions/:id/equity", {
    security,
    params: SessionParams,
    query: PageQuery,
    pages: true,
    responses: { 200: list(SessionEquityPoint) },
    errors: LISTED,
  }),
  /**
   * Recompute every decision of a session, and compare them and its trades with the simulation.
   *
   * `GET /sessions/:id/drift` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - STRATEGY_NOT_FOUND (404): List the strategies for the registered names.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - BROKER_UNSUPPORTED (501): Choose the broker paper.
   * @example
   *   await client.getSessionDrift({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getSessionDrift: route("GET", "/sessions/:id/drift", {
    security,
    params: SessionParams,
    responses: { 200: SessionDrift },
    errors: { ...FOUND, STRATEGY_NOT_FOUND: 404, VALIDATION_ERROR: 422, BROKER_UNSUPPORTED: 501 },
  }),
  /**
   * Let a session enter no more; what it holds keeps its stops and targets.
   *
   * `POST /sessions/:id/pause` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - SESSION_STATE (409): Read the session again; its state does not allow this act.
   * @example
   *   await client.pauseSession({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  pauseSession: route("POST", "/sessions/:id/pause", ACT),
  /**
   * Let a paused or halted session go on with the next candle.
   *
   * `POST /sessions/:id/resume` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - SESSION_STATE (409): Read the session again; its state does not allow this act.
   * @example
   *   await client.resumeSession({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  resumeSession: route("POST", "/sessions/:id/resume", { ...ACT, tradesOrPays: true }),
  /**
   * Cancel all orders of a session and close what it holds at the market; it is then paused.
   *
   * `POST /sessions/:id/flatten` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - SESSION_STATE (409): Read the session again; its state does not allow this act.
   * @example
   *   await client.flattenSession({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  flattenSession: route("POST", "/sessions/:id/flatten", { ...ACT, tradesOrPays: true }),
  /**
   * End a session for good; what it holds stays in its books.
   *
   * `POST /sessions/:id/stop` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - SESSION_UNKNOWN (404): Check the session's id.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - SESSION_STATE (409): Read the session again; its state does not allow this act.
   * @example
   *   await client.stopSession({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  stopSession: route("POST", "/sessions/:id/stop", { ...ACT, tradesOrPays: true }),
};
