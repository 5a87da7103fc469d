/** Records of trading sessions: the session, its decisions, orders, fills, equity and drift. */

import * as z from "zod";

import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { Count, FiniteNumber, MaybeTime, ParameterValue, Text, Timestamp } from "./fields.ts";
import { OrderSide, OrderType } from "./orders.ts";
import { SessionBroker } from "./session-request.ts";

/**
 * The state of a session: `warming` while the strategy is told candles from before it trades; `running`; `paused`:
 * nothing enters, what is held keeps its stops and targets; `halted`: it has stopped itself for a reason; `flattening`
 * until nothing is held, then `paused`; `stopped` for good.
 */
export const SessionState = oneOf([
  "warming",
  "running",
  "paused",
  "halted",
  "flattening",
  "stopped",
]);
export type SessionState = z.infer<typeof SessionState>;

const PositionSide = oneOf(["long", "short"]);

const positionFields = {
  /** Symbol of the market. */
  symbol: Text,
  /** Side that is held. */
  side: PositionSide,
  /** Quantity in base units, above 0. */
  quantity: FiniteNumber,
  /** Mean price of the entries after slippage, in the quote currency. */
  entry_price: FiniteNumber,
  /** Profit at the last close before the exit's fee, in the quote currency. */
  unrealized_pnl: FiniteNumber,
};
/** A position of a session. */
export interface SessionPosition extends Fields<typeof positionFields> {}
export const SessionPosition: ObjectSchema<SessionPosition> = object(positionFields);

const liveFields = {
  /** Name of the account. */
  account: Text,
  /**
   * Position of the account in the symbol beside the session's own, a decimal as text, below 0 when short; null until
   * the session has begun.
   */
  base_position: Text.nullable(),
  /** Position by the session's own fills, a decimal as text, below 0 when short. */
  own_position: Text,
  /** Number of orders whose outcome the exchange has not told. */
  unconfirmed: Count,
  /** Number of open orders of the symbol on the account that are not the session's, which never touches them. */
  foreign_orders: Count,
  /** Time of the last comparison with the exchange, ISO 8601 in UTC; null before the first. */
  reconciled_at: MaybeTime,
};
/** A live session at its exchange. */
export interface SessionLive extends Fields<typeof liveFields> {}
export const SessionLive: ObjectSchema<SessionLive> = object(liveFields);

const sessionFields = {
  /** Session id, a UUID. */
  id: z.uuid(),
  /** Number of the session, from 1 in the order of creation. */
  number: z.int().min(1),
  /**
   * State of the session: `warming` while the strategy is told candles from before it trades; `running`; `paused`:
   * nothing enters, what is held keeps its stops and targets; `halted`: it has stopped itself for a reason;
   * `flattening` until nothing is held, then `paused`; `stopped` for good.
   */
  state: SessionState,
  /** Reason of a state that the session took by itself, in a sentence; null without one. */
  reason: Text.nullable(),
  /** Name of the strategy. */
  strategy: Text,
  /** Version of the strategy when the session was created. */
  strategy_version: Text,
  /** Version of the engine when the session was created. */
  engine_version: Text,
  /** Parameters in force, defaults included. */
  parameters: z.record(Text, ParameterValue),
  /** Symbol of the market. */
  symbol: Text,
  /** Length of a candle in its canonical spelling. */
  interval: Text,
  /** Exchange or other source whose candles are followed. */
  exchange: Text,
  /** Broker that the orders go to. */
  broker: SessionBroker,
  /** State of a live session at its exchange; null on paper. */
  live: SessionLive.nullable(),
  /** The request that created the session. */
  request: z.record(Text, z.unknown()),
  /** Cash at the start, in the quote currency. */
  initial_capital: FiniteNumber,
  /** Value of the account at the last close, in the quote currency. */
  equity: FiniteNumber,
  /** Cash without unrealised gains and losses, in the quote currency. */
  cash: FiniteNumber,
  /** Fees of all fills so far, in the quote currency. */
  fees_paid: FiniteNumber,
  /** Funding paid so far less funding received, in the quote currency. */
  funding_paid: FiniteNumber,
  /** Positions that are held. */
  positions: list(SessionPosition),
  /** Number of closed trades. */
  trades: Count,
  /** Number of orders so far. */
  orders: Count,
  /** Number of fills so far. */
  fills: Count,
  /** Open of the first candle that is traded on, ISO 8601 in UTC. */
  start_time: Timestamp,
  /** Number of candles that the session has worked off: the index of its next decision. */
  candles: Count,
  /** Number of candles that came too late to enter on. */
  late_candles: Count,
  /** Number of candles that the exchange told anew with other prices after they were worked off. */
  corrections: Count,
  /** Open of the last candle that was worked off, ISO 8601 in UTC; null before the first. */
  last_candle_time: MaybeTime,
  /** Time since which the stream of candles has been silent, ISO 8601 in UTC; null while it speaks. */
  stale_since: MaybeTime,
  /** Time of creation, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last change, ISO 8601 in UTC. */
  updated_at: Timestamp,
  /** Time of the end, ISO 8601 in UTC; null before it. */
  stopped_at: MaybeTime,
};
/** A trading session: one strategy on the candles of one symbol as they close. */
export interface Session extends Fields<typeof sessionFields> {}
export const Session: ObjectSchema<Session> = object(sessionFields);

const decisionFields = {
  /** Index from 0: one decision for each candle. */
  index: Count,
  /** Open of the candle, ISO 8601 in UTC. */
  time: Timestamp,
  /** Time at which the decision was stored, ISO 8601 in UTC. */
  decided_at: Timestamp,
  /**
   * Extent to which the decision counts: `all`; `reducing` for a candle that came too late to enter on, and in a
   * session that is paused; `none` for a candle of the warm-up.
   */
  scope: oneOf(["all", "reducing", "none"]),
  /** True when the candle was told after the next one had closed. */
  late: z.boolean(),
  /** Signals of a strategy by signals at this close, none where it is empty; null for a strategy by orders. */
  signal: list(oneOf(["enter_long", "exit_long", "enter_short", "exit_short"])).nullable(),
  /** Ids of the orders that were submitted at this close. */
  submitted: list(Count),
  /** Ids of the orders that were cancelled at this close. */
  cancelled: list(Count),
  /** Number of orders that the scope did not allow. */
  dropped: Count,
  /** SHA-256 over everything that the decision depends on: definition, candles, acts; 64 hexadecimal digits. */
  input_hash: Text,
  /** SHA-256 over what was decided: signal, orders and cancellations; 64 hexadecimal digits. */
  decision_hash: Text,
};
/** The decision of a session at the close of one candle. */
export interface SessionDecision extends Fields<typeof decisionFields> {}
export const SessionDecision: ObjectSchema<SessionDecision> = object(decisionFields);

const refusalFields = {
  /** Code of the error, such as `RISK_REFUSED` or `INSUFFICIENT_FUNDS`. */
  code: Text,
  /** Name of the risk rule that refused it, such as `max_order_value` or `kill_switch`; null for none. */
  rule: Text.nullable(),
  /** Reason in a sentence. */
  reason: Text,
};
/** The reason for which an order of a live session was rejected. */
export interface SessionRefusal extends Fields<typeof refusalFields> {}
export const SessionRefusal: ObjectSchema<SessionRefusal> = object(refusalFields);

const orderFields = {
  /** Number of the order in its session, from 1. */
  id: z.int().min(1),
  /** Id that follows from session, decision and leg, so that a repeat after a restart is the same order. */
  client_order_id: Text,
  /** Index of the decision that submitted it. */
  decision: Count,
  /** Symbol of the market. */
  symbol: Text,
  /** Side of the order. */
  side: OrderSide,
  /** Type of the order. */
  order_type: OrderType,
  /** Limit price in the quote currency; null for an order without one. */
  price: FiniteNumber.nullable(),
  /** Price that triggers the order, in the quote currency; null for an order without one. */
  stop_price: FiniteNumber.nullable(),
  /** Size as `position_size` of a backtest has it; null for the size of the session. */
  size: z.union([FiniteNumber, z.record(Text, FiniteNumber)]).nullable(),
  /** True for an order that only closes what is held. */
  reduce_only: z.boolean(),
  /** Group of which one fill cancels the other orders; null without one. */
  group: Text.nullable(),
  /** Reason of the order in the strategy's words; null without one. */
  tag: Text.nullable(),
  /**
   * Status of the order: `cancelled` by the strategy, by its group or by an act; `expired` after its candles;
   * `rejected` when nothing could be bought or reduced, or a limit or the exchange refused it.
   */
  status: oneOf(["waiting", "filled", "cancelled", "expired", "rejected"]),
  /** Quantity that was filled so far, in base units. */
  filled_qty: FiniteNumber,
  /** Mean price of the fills in the quote currency; null before the first. */
  avg_price: FiniteNumber.nullable(),
  /** Open of the candle at whose close the order was submitted, ISO 8601 in UTC. */
  submitted_at: Timestamp,
  /** Open of the candle in which the order ended, ISO 8601 in UTC; null while it waits. */
  closed_at: MaybeTime,
  /** Reason for which an order of a live session was rejected; null for others. */
  refusal: SessionRefusal.nullable(),
};
/** An order of a session. */
export interface SessionOrder extends Fields<typeof orderFields> {}
export const SessionOrder: ObjectSchema<SessionOrder> = object(orderFields);

const fillFields = {
  /** Number of the fill in its session, from 1. */
  id: z.int().min(1),
  /** Id of the order; null for a stop, target or liquidation of the position itself. */
  order: z.int().min(1).nullable(),
  /** Index of the candle in which it was filled. */
  candle: Count,
  /** Open of that candle, ISO 8601 in UTC. */
  time: Timestamp,
  /** Symbol of the market. */
  symbol: Text,
  /** Side of the fill. */
  side: OrderSide,
  /** True when the fill opened or increased a position, false when it closed one or a part. */
  entry: z.boolean(),
  /** Quantity in base units, above 0. */
  quantity: FiniteNumber,
  /** Price after slippage, in the quote currency. */
  price: FiniteNumber,
  /** Fee in the quote currency. */
  fee: FiniteNumber,
  /** Reason of a fill that closed, such as `signal`; null for an entry. */
  reason: Text.nullable(),
};
/** A fill of a session. */
export interface SessionFill extends Fields<typeof fillFields> {}
export const SessionFill: ObjectSchema<SessionFill> = object(fillFields);

const equityFields = {
  /** Index of the candle. */
  index: Count,
  /** Open of the candle, ISO 8601 in UTC. */
  time: Timestamp,
  /** Value of the account at the candle's close, in the quote currency. */
  equity: FiniteNumber,
};
/** The value of a session's account at the close of one candle. */
export interface SessionEquityPoint extends Fields<typeof equityFields> {}
export const SessionEquityPoint: ObjectSchema<SessionEquityPoint> = object(equityFields);

const differenceFields = {
  /** Index of the decision. */
  index: Count,
  /** Open of its candle, ISO 8601 in UTC. */
  time: Timestamp,
  /**
   * Cause: of a candle corrected or late by now, the first one before the decision; `fills` of a live session that the
   * exchange has filled otherwise than the simulation.
   */
  cause: oneOf([
    "correction",
    "late_candle",
    "fills",
    "strategy_version",
    "engine_version",
    "parameters",
    "not_reproducible",
  ]),
  /** Hash of the stored decision. */
  stored: Text,
  /** Hash of the recomputed decision. */
  recomputed: Text,
};
/** A decision that was recomputed otherwise. */
export interface DriftDifference extends Fields<typeof differenceFields> {}
export const DriftDifference: ObjectSchema<DriftDifference> = object(differenceFields);

const tradeFields = {
  /** Index of the trade in both, from 0. */
  index: Count,
  /** Side that was held; null where the session has no such trade. */
  side: PositionSide.nullable(),
  /** Open of the candle of the session's exit, ISO 8601 in UTC; null where the session has no such trade. */
  exit_time: MaybeTime,
  /** Profit of the session's trade after fees; null where it has none. */
  pnl: FiniteNumber.nullable(),
  /** Profit of the simulation's trade after fees; null where it has none. */
  simulated_pnl: FiniteNumber.nullable(),
  /** Session's entry price less the simulation's, against the trade, a fraction of it; null where one is missing. */
  entry_slippage: FiniteNumber.nullable(),
  /** Simulation's exit price less the session's, against the trade, a fraction of it; null where one is missing. */
  exit_slippage: FiniteNumber.nullable(),
};
/** A trade of a session beside that of the simulation. */
export interface DriftTrade extends Fields<typeof tradeFields> {}
export const DriftTrade: ObjectSchema<DriftTrade> = object(tradeFields);

const versionFields = {
  /** Version when the session was created. */
  session: Text,
  /** Version that recomputed. */
  now: Text,
};
/** A version then and now. */
export interface DriftVersions extends Fields<typeof versionFields> {}
const DriftVersions: ObjectSchema<DriftVersions> = object(versionFields);

const driftFields = {
  /** Session id, a UUID. */
  session_id: z.uuid(),
  /** Number of decisions that were recomputed. */
  decisions: Count,
  /** Number of decisions that came out otherwise from the very inputs that were stored. */
  different: Count,
  /** Number of decisions that would be others on the candles as they read now, all told in time. */
  affected: Count,
  /** True when every decision came out the same from its stored inputs. */
  reproduced: z.boolean(),
  /** The first 1,000 differences of both kinds, in the order of their indices. */
  differences: list(DriftDifference),
  /** The first 1,000 trades of which one differs, or is missing, in the simulation. */
  trades: list(DriftTrade),
  /** Value of the session's account at the last close, in the quote currency. */
  equity: FiniteNumber,
  /** Value of the simulation's account at the last close, in the quote currency. */
  simulated_equity: FiniteNumber,
  /** Version of the strategy. */
  strategy_version: DriftVersions,
  /** Version of the engine. */
  engine_version: DriftVersions,
};
/** The comparison of a session's decisions with their recomputation, and of its trades with the simulation. */
export interface SessionDrift extends Fields<typeof driftFields> {}
export const SessionDrift: ObjectSchema<SessionDrift> = object(driftFields);

const stepFields = {
  /** Session id, a UUID. */
  session_id: z.uuid(),
  /** State of the session. */
  state: SessionState,
  /** Reason of a state that the session took by itself, in a sentence; null without one. */
  reason: Text.nullable(),
  /** Name of the strategy. */
  strategy: Text,
  /** Symbol of the market. */
  symbol: Text,
  /** Value of the account at the last close, in the quote currency. */
  equity: FiniteNumber,
  /** Open of the last candle that was worked off, ISO 8601 in UTC; null before the first. */
  last_candle_time: MaybeTime,
};
/** A session, as its events tell of it. */
export interface SessionStep extends Fields<typeof stepFields> {}
export const SessionStep: ObjectSchema<SessionStep> = object(stepFields);

const orderedFields = {
  ...stepFields,
  /** The order as it was submitted, or refused. */
  order: SessionOrder,
};
/** A session with an order that it has submitted, or that was refused. */
export interface SessionOrdered extends Fields<typeof stepFields>, Fields<typeof orderedFields> {}
export const SessionOrdered: ObjectSchema<SessionOrdered> = object(orderedFields);

const filledFields = {
  ...stepFields,
  /** The fill. */
  fill: SessionFill,
};
/** A session of which an order, stop or target was filled. */
export interface SessionFilled extends Fields<typeof stepFields>, Fields<typeof filledFields> {}
export const SessionFilled: ObjectSchema<SessionFilled> = object(filledFields);

const silentFields = {
  ...stepFields,
  /** Time of the last news of the candles before the silence, ISO 8601 in UTC. */
  stale_since: Timestamp,
};
/** A session whose candles have fallen silent, or go on after a silence. */
export interface SessionSilent extends Fields<typeof stepFields>, Fields<typeof silentFields> {}
export const SessionSilent: ObjectSchema<SessionSilent> = object(silentFields);
