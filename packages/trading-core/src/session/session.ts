/** Records of a trading session. Type aliases and not interfaces, so that a store accepts them as plain JSON. */

import type { ParameterValue } from "@bourse/backtest-engine";
import type { DataOptions } from "@bourse/backtest-engine/checks";
import type { FundingRate } from "@bourse/backtest-engine/simulation";

import type { RiskLimits } from "../risk/limits.ts";
import type { OrderRefusal, SessionLive } from "./live/session-live.ts";

/** States of a session, in the order of its life. */
export const sessionStates = [
  "warming",
  "running",
  "paused",
  "halted",
  "flattening",
  "stopped",
] as const;

/**
 * State of a session: `warming` while the strategy is told candles from before it trades; `running`; `paused`: nothing
 * enters, what is held keeps its stops and targets; `halted`: it has stopped itself for a reason; `flattening` until
 * nothing is held, then `paused`; `stopped` for good.
 */
export type SessionState = (typeof sessionStates)[number];

/** Acts that change the state of a session from outside. */
export const sessionActs = ["pause", "resume", "flatten", "stop"] as const;

/** An act on a session. */
export type SessionAct = (typeof sessionActs)[number];

/**
 * Options of the engine that a session takes under their own names: those of a backtest but for the ones that need to
 * know candles to come, or a past of their own.
 */
export type SessionOptions = Omit<
  DataOptions,
  | "initialCapital"
  | "dividends"
  | "splits"
  | "rolls"
  | "contract"
  | "calendar"
  | "flatByClose"
  | "trainSplit"
  | "daysPerYear"
  | "barsPerYear"
  | "timeZone"
> & {
  /** Funding rates to come or known, of one contract, oldest first. Default: none. */
  readonly funding?: readonly FundingRateData[];
};

/** A funding rate as plain JSON. */
export type FundingRateData = { readonly [Key in keyof FundingRate]: FundingRate[Key] };

/** A request for a session. */
export type SessionRequest = SessionOptions & {
  /** Name of the strategy in the service's registry. */
  readonly strategy: string;
  /** Parameters of the strategy. Default: the strategy's own values. */
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  /** Symbol as the exchange spells it, in upper case: 1–64 characters. */
  readonly symbol: string;
  /** Candle length in any spelling that `normaliseInterval` takes, such as `1m`. */
  readonly interval: string;
  /** Name of the exchange whose candles are followed. Default: the service's default exchange. */
  readonly exchange?: string;
  /**
   * Broker that the orders go to. Default `paper`: the engine's own simulation. `live`: the account of the service,
   * which takes `risk` and `confirmAccount`, and of the options `fee` (an estimate for sizes), `positionSize`,
   * `direction` and `pyramiding` alone.
   */
  readonly broker?: "paper" | "live";
  /**
   * Limits of the orders of a live session beside those of its account; the narrower of both holds. `maxOrderValue` is
   * required. Default: none, a paper session takes none.
   */
  readonly risk?: RiskLimits;
  /** Id of the account that a live session trades on, as a confirmation. Default: none, a paper session takes none. */
  readonly confirmAccount?: string;
  /** Cash at the start in the quote currency, above 0. */
  readonly initialCapital: number;
  /**
   * Number of candles from before the start that the strategy is told without an account. 0–100,000. Default: the
   * strategy's look-back, 500 for a strategy by orders that declares none.
   */
  readonly warmUpCandles?: number;
  /**
   * Open of the first candle that is traded on, milliseconds UTC; rounded up to a whole candle. Default: the first one
   * that closes after the creation.
   */
  readonly startTime?: number;
};

/** A position of a session. */
export type SessionPosition = {
  /** Symbol of the market. */
  readonly symbol: string;
  /** Side that is held. */
  readonly side: "long" | "short";
  /** Quantity in base units, above 0. */
  readonly quantity: number;
  /** Mean price of the entries after slippage. */
  readonly entryPrice: number;
  /** Profit at the last close, before the exit's fee. */
  readonly unrealised: number;
};

/** The books of a session after its last candle; money in the quote currency. */
export type SessionBooks = {
  /** Value of the account at the last close. */
  readonly equity: number;
  /** Cash without unrealised gains and losses. */
  readonly cash: number;
  /** Fees of all fills so far. */
  readonly feesPaid: number;
  /** Funding paid so far less funding received. */
  readonly fundingPaid: number;
  /** Number of closed trades. */
  readonly trades: number;
  /** Positions held, in the order of the symbols. */
  readonly positions: readonly SessionPosition[];
};

/** A session as it is read. */
export type Session = {
  /** Identifier: a uuid. */
  readonly id: string;
  /** Number of the session from 1, in the order of creation. */
  readonly number: number;
  /** State of the session. */
  readonly state: SessionState;
  /** Reason of a state that the session took by itself, in a sentence; null without one. */
  readonly reason: string | null;
  /** The request as it was submitted. */
  readonly request: SessionRequest;
  /** Parameters in force, defaults included. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  /** Version of the strategy when the session was created. */
  readonly strategyVersion: string;
  /** Version of the engine when the session was created. */
  readonly engineVersion: string;
  /** Candle length in its canonical spelling. */
  readonly interval: string;
  /** Name of the exchange whose candles are followed. */
  readonly exchange: string;
  /** Broker that the orders go to. */
  readonly broker: "paper" | "live";
  /** State of a live session at its exchange; absent on paper. */
  readonly live?: SessionLive;
  /** Open of the first candle that is traded on, milliseconds UTC. */
  readonly startTime: number;
  /** Number of candles that the session has worked off: the index of its next decision. */
  readonly candles: number;
  /** Number of candles that were told too late to enter on. */
  readonly lateCandles: number;
  /** Number of candles that were told anew with other prices after they were worked off. */
  readonly corrections: number;
  /** Open of the last candle worked off, milliseconds UTC; null before the first. */
  readonly lastCandleTime: number | null;
  /** Time since which the stream of candles has been silent, milliseconds UTC; null while it speaks. */
  readonly staleSince: number | null;
  /** The account. */
  readonly books: SessionBooks;
  /** Number of orders so far. */
  readonly orders: number;
  /** Number of fills so far. */
  readonly fills: number;
  /** Time of creation, milliseconds UTC. */
  readonly createdAt: number;
  /** Time of the last change, milliseconds UTC. */
  readonly updatedAt: number;
  /** Time of the end, milliseconds UTC; null before it. */
  readonly stoppedAt: number | null;
};

/** Extent to which a decision counts: entries too, only what reduces, or nothing. */
export type DecisionScope = "all" | "reducing" | "none";

/** The decision at the close of one candle. */
export type SessionDecision = {
  /** Index from 0: one decision for each candle. */
  readonly index: number;
  /** Open of the candle, milliseconds UTC. */
  readonly time: number;
  /** Time at which the decision was committed, milliseconds UTC. */
  readonly decidedAt: number;
  /**
   * `all`; `reducing` for a candle that came too late to enter on, and in a session that is paused; `none` for a candle
   * of the warm-up.
   */
  readonly scope: DecisionScope;
  /** True when the candle was told after the next one had closed. */
  readonly isLate: boolean;
  /** Bits of `Signal` of a strategy by signals; null for a strategy by orders. */
  readonly signal: number | null;
  /** Ids of the orders submitted at this close. */
  readonly submitted: readonly number[];
  /** Ids of the orders cancelled at this close. */
  readonly cancelled: readonly number[];
  /** Number of orders that the scope did not allow. */
  readonly dropped: number;
  /** SHA-256 over everything the decision depends on: definition, candles, acts; 64 hexadecimal digits. */
  readonly inputHash: string;
  /** SHA-256 over what was decided: signal, orders and cancellations; 64 hexadecimal digits. */
  readonly decisionHash: string;
};

/** Statuses of a session's order. */
export const sessionOrderStatuses = [
  "waiting",
  "filled",
  "cancelled",
  "expired",
  "rejected",
] as const;

/**
 * Status of a session's order: `cancelled` by the strategy, by its group or by an act; `expired` after its candles;
 * `rejected` when nothing could be bought or reduced.
 */
export type SessionOrderStatus = (typeof sessionOrderStatuses)[number];

/** An order of a session. Prices in the quote unit, quantities in base units. */
export type SessionOrder = {
  /** Number of the order in its session, from 1. */
  readonly id: number;
  /** Id derived from session, decision and leg, so that a repeat after a restart is the same order. */
  readonly clientOrderId: string;
  /** Index of the decision that submitted it. */
  readonly decision: number;
  /** Symbol of the market. */
  readonly symbol: string;
  /** Side of the order. */
  readonly side: "buy" | "sell";
  /** Type of the order. */
  readonly type: "market" | "limit" | "stop" | "stop_limit";
  /** Limit price; null for an order without one. */
  readonly price: number | null;
  /** Price that sets the order off; null for an order without one. */
  readonly stopPrice: number | null;
  /** Size as the engine takes it; null for the size of the session. */
  readonly size: number | Readonly<Record<string, number>> | null;
  /** True for an order that only closes what is held. */
  readonly reduceOnly: boolean;
  /** Group of which one fill cancels the others; null without one. */
  readonly group: string | null;
  /** Reason of the order in a few words; null without one. */
  readonly tag: string | null;
  /** Status of the order. */
  readonly status: SessionOrderStatus;
  /** Quantity filled so far. */
  readonly filled: number;
  /** Mean price of the fills; null before the first. */
  readonly averagePrice: number | null;
  /** Open of the candle at whose close the order was submitted, milliseconds UTC. */
  readonly submittedAt: number;
  /** Open of the candle in which the order ended, milliseconds UTC; null while it waits. */
  readonly closedAt: number | null;
  /** Reason for which a live order was rejected; absent for others. */
  readonly refusal?: OrderRefusal;
};

/** A fill of a session. */
export type SessionFill = {
  /** Number of the fill in its session, from 1. */
  readonly id: number;
  /** Number of the order; null for a stop, target or liquidation of the position itself. */
  readonly order: number | null;
  /** Index of the candle in which it was filled. */
  readonly candle: number;
  /** Open of that candle, milliseconds UTC. */
  readonly time: number;
  /** Symbol of the market. */
  readonly symbol: string;
  /** Side of the fill. */
  readonly side: "buy" | "sell";
  /** True when the fill opened or increased a position, false when it closed one or a part. */
  readonly isEntry: boolean;
  /** Quantity in base units, above 0. */
  readonly quantity: number;
  /** Price after slippage. */
  readonly price: number;
  /** Fee in the quote currency. */
  readonly fee: number;
  /** Reason of a fill that closed, as the engine names it; null for an entry. */
  readonly reason: string | null;
};

/** Value of a session's account at the close of one candle. */
export type SessionEquityPoint = {
  /** Index of the candle. */
  readonly index: number;
  /** Open of the candle, milliseconds UTC. */
  readonly time: number;
  /** Value of the account, in the quote currency. */
  readonly equity: number;
};

/**
 * Cause of a difference between a stored decision and the recomputed one; `fills`: a live session was filled otherwise
 * than the simulation.
 */
export type DriftCause =
  | "correction"
  | "late_candle"
  | "fills"
  | "strategy_version"
  | "engine_version"
  | "parameters"
  | "not_reproducible";

/** A decision that was recomputed otherwise. */
export type DriftDifference = {
  /** Index of the decision. */
  readonly index: number;
  /** Open of its candle, milliseconds UTC. */
  readonly time: number;
  /** Cause: of a candle corrected or late by now, the first one before the decision. */
  readonly cause: DriftCause;
  /** Hash of the stored decision. */
  readonly stored: string;
  /** Hash of the recomputed decision. */
  readonly recomputed: string;
};

/** A trade of the session beside that of the simulation on the candles as they read now, all told in time. */
export type DriftTrade = {
  /** Index of the trade in both, from 0. */
  readonly index: number;
  /** Side that was held; null where the session has no such trade. */
  readonly side: "long" | "short" | null;
  /** Open of the candle of the session's exit, milliseconds UTC; null where the session has no such trade. */
  readonly exitTime: number | null;
  /** Profit of the session's trade after fees; null where it has none. */
  readonly pnl: number | null;
  /** Profit of the simulation's trade after fees; null where it has none. */
  readonly simulatedPnl: number | null;
  /** Session's entry less the simulation's, against the trade, as a fraction of it; null where one is missing. */
  readonly entrySlippage: number | null;
  /** Simulation's exit less the session's, against the trade, as a fraction of it; null where one is missing. */
  readonly exitSlippage: number | null;
};

/** The comparison of a session's decisions with their recomputation. */
export type DriftReport = {
  /** Id of the session. */
  readonly id: string;
  /** Number of decisions that were recomputed. */
  readonly decisions: number;
  /** Number of decisions that came out otherwise from the very inputs that were stored. */
  readonly different: number;
  /** Number of decisions that would be others on the candles as they read now, all told in time. */
  readonly affected: number;
  /** True when every decision came out the same from its stored inputs. */
  readonly isReproduced: boolean;
  /** The first 1,000 differences of both kinds, in the order of their indices. */
  readonly differences: readonly DriftDifference[];
  /** The first 1,000 trades of which one differs, or is missing, in the simulation. */
  readonly trades: readonly DriftTrade[];
  /** Value of the session's account at the last close. */
  readonly equity: number;
  /** Value of the simulation's account at the last close. */
  readonly simulatedEquity: number;
  /** Version of the strategy. */
  readonly strategyVersion: DriftVersions;
  /** Version of the engine. */
  readonly engineVersion: DriftVersions;
};

/** A version then and now. */
export type DriftVersions = {
  /** Version when the session was created. */
  readonly session: string;
  /** Version that recomputed. */
  readonly now: string;
};
