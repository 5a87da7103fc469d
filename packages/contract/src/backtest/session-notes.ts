/** Notes of the documents on trading sessions, beside their shapes. */

import type { NotesOf } from "../route/docs.ts";
import type { Session, SessionFill, SessionOrder } from "./session-records.ts";
import type { sessionRoutes } from "./sessions.ts";

const time = "2026-01-01T00:00:00.000Z";
const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
const hash = "38157bcae1e08e9a35f8e0b8dc0d0ac9bb5cc9ea9bb1ca8b3f5c4c4d4b6bf3cd";

/** A session for examples. */
export function exampleSession(): Session {
  return {
    id,
    number: 1,
    state: "running",
    reason: null,
    strategy: "ma_crossover",
    strategy_version: "1.0.0",
    engine_version: "0.9.0",
    parameters: { fast_period: 10, slow_period: 50, ma_type: "sma" },
    symbol: "BTCUSDT",
    interval: "1",
    exchange: "bybit",
    broker: "paper",
    live: null,
    request: { strategy: "ma_crossover", symbol: "BTCUSDT", interval: "1", broker: "paper" },
    initial_capital: 10_000,
    equity: 10_000,
    cash: 10_000,
    fees_paid: 0,
    funding_paid: 0,
    positions: [],
    trades: 0,
    orders: 0,
    fills: 0,
    start_time: time,
    candles: 51,
    late_candles: 0,
    corrections: 0,
    last_candle_time: time,
    stale_since: null,
    created_at: time,
    updated_at: time,
    stopped_at: null,
  };
}

/** An order of a session for examples. */
export function exampleSessionOrder(): SessionOrder {
  return {
    id: 1,
    client_order_id: "b-2bb80d53-51-1",
    decision: 51,
    symbol: "BTCUSDT",
    side: "buy",
    order_type: "market",
    price: null,
    stop_price: null,
    size: null,
    reduce_only: false,
    group: null,
    tag: null,
    status: "filled",
    filled_qty: 0.1,
    avg_price: 100_000,
    submitted_at: time,
    closed_at: "2026-01-01T00:01:00.000Z",
    refusal: null,
  };
}

/** A fill of a session for examples. */
export function exampleSessionFill(): SessionFill {
  return {
    id: 1,
    order: 1,
    candle: 52,
    time: "2026-01-01T00:01:00.000Z",
    symbol: "BTCUSDT",
    side: "buy",
    entry: true,
    quantity: 0.1,
    price: 100_000,
    fee: 10,
    reason: null,
  };
}

/** Notes of {@link sessionRoutes}. A function, so that bundlers drop it from clients. */
export function sessionNotes(): NotesOf<typeof sessionRoutes> {
  return { ...creationNotes(), ...recordNotes(), ...actNotes() };
}

type Notes<Key extends keyof typeof sessionRoutes> = Pick<NotesOf<typeof sessionRoutes>, Key>;

function creationNotes(): Notes<"createSession" | "listSessions" | "getSession"> {
  const session = exampleSession();
  return {
    createSession: {
      tags: ["sessions"],
      unspecified: [
        "The whole route. A session runs the strategy on each candle as it closes, by the very code of a backtest: on the same candles, told in time, it decides and fills as the backtest does.",
        "Any process with the part `worker` takes the session up, and another one a few seconds after that process ends; what is answered is stored, and a restart goes on after the last stored candle.",
        "broker live trades the account of EXECUTION_PROVIDER=bybit that EXECUTION_ACCOUNT names, in a process that has the parts api, worker and execution; elsewhere it is 501 BROKER_UNSUPPORTED. It needs confirm_account with that name, risk with max_order_value at least, and the exchange whose market is traded.",
        "A live session takes the options fee (an estimate for sizes), position_size, direction, pyramiding, stop_loss, take_profit and trailing_stop; another one is 501 BROKER_UNSUPPORTED.",
        "A live session keeps the stop of what it holds as a stop order at the exchange, which stays there through a pause, a halt and the end of its process; a target without a stop rests as a limit. A target beside a stop, a stop beside an exit of the strategy that rests, and one that the exchange or a rule has refused are watched on closed candles and met at the market. A trailing stop moves at each close. These orders have the tag stop_loss, take_profit or trailing_stop, and their fills that reason; while one is replaced, for the time of two calls, none rests.",
        "There is one live session for each account and symbol until it has stopped; a second is 409 SESSION_CONFLICT.",
        "risk and confirm_account on paper, and symbols on any broker, are refused with 422; a limit is never taken and then not applied.",
        "A strategy that decides over arrays and declares no look-back is 422 STRATEGY_UNBOUNDED. A strategy of a file of the operator's is 422 for now.",
        "Options of the engine have the names, bounds and defaults that a backtest has. dividends, splits, rolls, contract, calendar, flat_by_close and train_split need candles to come or a past, and trading_days, bars_per_year and time_zone are of yearly figures: they are no fields of a session.",
        "funding is a list of rates: a session does not ask the exchange for them.",
        "Idempotency-Key makes a retry under the same API key answer the session that the first call created, as it stands by then, for 24 hours; under another API key it is another session.",
        "Beyond the maximum of sessions that are not stopped, of one key or of all, a new session is 409.",
      ],
      example: {
        body: {
          strategy: "ma_crossover",
          symbol: "BTCUSDT",
          interval: "1",
          broker: "paper",
          initial_capital: 10_000,
        },
        response: { ...session, state: "warming", candles: 0, last_candle_time: null },
      },
    },
    listSessions: {
      tags: ["sessions"],
      unspecified: [
        "Newest first; the next page is in the header Link, rel=next.",
        "Sessions are kept for good; stopped ones too.",
      ],
      example: { response: [session] },
    },
    getSession: {
      tags: ["sessions"],
      unspecified: ["A malformed id is 404, as an unknown one."],
      example: { response: session },
    },
  };
}

function recordNotes(): Notes<
  `listSession${"Decisions" | "Orders" | "Fills" | "Equity"}` | "getSessionDrift"
> {
  return {
    listSessionDecisions: {
      tags: ["sessions"],
      unspecified: ["Oldest first, candles of the warm-up included."],
      example: {
        response: [
          {
            index: 51,
            time,
            decided_at: "2026-01-01T00:01:00.120Z",
            scope: "all",
            late: false,
            signal: ["enter_long"],
            submitted: [1],
            cancelled: [],
            dropped: 0,
            input_hash: hash,
            decision_hash: hash,
          },
        ],
      },
    },
    listSessionOrders: { tags: ["sessions"], example: { response: [exampleSessionOrder()] } },
    listSessionFills: { tags: ["sessions"], example: { response: [exampleSessionFill()] } },
    listSessionEquity: {
      tags: ["sessions"],
      unspecified: ["One point a candle, those of the warm-up included."],
      example: { response: [{ index: 51, time, equity: 10_000 }] },
    },
    getSessionDrift: {
      tags: ["sessions"],
      unspecified: [
        "With KEEP_DECISIONS_DAYS the decisions of a session that stopped so many days ago are deleted, with its candles and equity: their lists are empty then, and the drift is 409.",
        "Computed at the call, in time and memory that grow with the session's candles. reproduced false tells of another version of strategy or engine, or of a strategy that is not a function of its candles.",
        "A live session is recomputed with the fills that it has booked. Beside the simulation, which trades in the steps of the instrument, stand its signals, or of a strategy by orders the terms of its orders; the cause fills says that they differ because the exchange has filled otherwise. A trade is what one order has closed. 501 in a process without the session's account.",
      ],
      example: {
        response: {
          session_id: id,
          decisions: 52,
          different: 0,
          affected: 0,
          reproduced: true,
          differences: [],
          trades: [],
          equity: 10_000,
          simulated_equity: 10_000,
          strategy_version: { session: "1.0.0", now: "1.0.0" },
          engine_version: { session: "0.9.0", now: "0.9.0" },
        },
      },
    },
  };
}

function actNotes(): Notes<`${"pause" | "resume" | "flatten" | "stop"}Session`> {
  const session = exampleSession();
  const paused = { ...session, state: "paused" };
  return {
    pauseSession: {
      tags: ["sessions"],
      unspecified: [
        "Waiting entries are cancelled with the next candle. 409 unless the session warms up or runs.",
      ],
      example: { response: paused },
    },
    resumeSession: {
      tags: ["sessions"],
      unspecified: ["409 unless the session is paused or halted."],
      example: { response: session },
    },
    flattenSession: {
      tags: ["sessions"],
      unspecified: [
        "Orders and positions end with the next candle: until then the state is `flattening`. A session that holds nothing is paused at once. 409 when it is flattening or stopped.",
      ],
      example: { response: { ...session, state: "flattening" } },
    },
    stopSession: {
      tags: ["sessions"],
      unspecified: [
        "Waiting orders are cancelled at once; positions are not closed: flatten first. 409 when the session is stopped.",
      ],
      example: { response: { ...session, state: "stopped", stopped_at: time } },
    },
  };
}
