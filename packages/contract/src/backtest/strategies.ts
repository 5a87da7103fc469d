/** The strategy registry and live signals. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import {
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  CandleSource,
  DATA_ERRORS,
  FiniteNumber,
  GUARD,
  MaybeTime,
  ParameterValue,
  security,
  SymbolName,
  Text,
  Timestamp,
  UnitInterval,
} from "./fields.ts";

const parameterFields = {
  /** Name of the parameter. */
  name: Text,
  /** Type of its values. */
  type: oneOf(["integer", "number", "string", "boolean"]),
  /** Value that an absent parameter takes. */
  default: ParameterValue,
  /** Smallest value, inclusive; present on bounded numbers. */
  min: FiniteNumber.optional(),
  /** Largest value, inclusive; present on bounded numbers. */
  max: FiniteNumber.optional(),
  /** Accepted names; present on strings with a choice. */
  values: list(Text).optional(),
  /** Meaning of the parameter. */
  description: Text,
};
/** A parameter of a strategy. */
export interface StrategyParameter extends Fields<typeof parameterFields> {}
export const StrategyParameter: ObjectSchema<StrategyParameter> = object(parameterFields);

const strategyFields = {
  /** Registered name. */
  name: Text,
  /** Version of the strategy. */
  version: Text,
  /** Rule of the strategy in words. */
  description: Text,
  /** Kind of its signals, such as `trend`. */
  signal_type: Text,
  /** Parameters of the strategy. */
  parameters: list(StrategyParameter),
  /** SHA-256 in hexadecimal of each file of an operator's strategy, by the file's name; absent for others. */
  files: z.record(z.string(), Text).optional(),
};
/** A registered strategy. */
export interface Strategy extends Fields<typeof strategyFields> {}
export const Strategy: ObjectSchema<Strategy> = object(strategyFields);

const success = {
  /** Always true in a success. */
  success: z.literal(true),
};

const problemFields = {
  /** Name of the file. */
  file: Text,
  /** Fault of the file, with its line. */
  message: Text,
};
/** A file of the operator's that could not be loaded as it is now. */
export interface StrategyProblem extends Fields<typeof problemFields> {}
export const StrategyProblem: ObjectSchema<StrategyProblem> = object(problemFields);

const listFields = {
  ...success,
  /** The registered strategies. */
  strategies: list(Strategy),
  /**
   * Files of the operator's that could not be loaded as they are now; a strategy that was loaded from such a file
   * before stays as it was. Absent when there are none.
   */
  problems: list(StrategyProblem).optional(),
  /** True when the service shows and takes the sources of strategies; absent otherwise. */
  editing: z.literal(true).optional(),
};
/** The list of registered strategies. */
export interface StrategyList extends Fields<typeof listFields> {}
export const StrategyList: ObjectSchema<StrategyList> = object(listFields);

const signalFields = {
  /** Name of the strategy. */
  strategy_name: Text,
  /** Trading pair. */
  symbol: Text,
  /** Name of the exchange or other source of the candles. */
  exchange: Text,
  /** Origin of the candles; never a simulation that stands in for an exchange, nor imported history. */
  source: CandleSource,
  /** Side that the signal points to. */
  direction: oneOf(["long", "short", "flat"]),
  /** Strength of the signal, 0–1. */
  confidence: UnitInterval,
  /** Time of the newest closed candle, ISO 8601 in UTC. */
  timestamp: Timestamp,
  /** Close of that candle, in the quote currency. */
  price: FiniteNumber,
  /** Time of the price, the close of that candle, ISO 8601 in UTC; null in signals that were stored without it. */
  price_time: MaybeTime,
  /** Parameters of the strategy, by name. */
  parameters: z.record(Text, ParameterValue),
};
/** The signal of a strategy at the close of the newest closed candle. */
export interface Signal extends Fields<typeof signalFields> {}
export const Signal: ObjectSchema<Signal> = object(signalFields);

const signalReplyFields = {
  ...success,
  /** The signal. */
  signal: Signal,
};
/** The answer with a signal. */
export interface SignalReply extends Fields<typeof signalReplyFields> {}
export const SignalReply: ObjectSchema<SignalReply> = object(signalReplyFields);

const signalParams = {
  /** Name of a registered strategy. */
  strategy_name: Text,
};
interface SignalParams extends Fields<typeof signalParams> {}
const SignalParams: ObjectSchema<SignalParams> = object(signalParams);

const signalQuery = {
  /** Symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`, Latin ones upper-cased. Default BTCUSDT. */
  symbol: SymbolName.default("BTCUSDT"),
};
interface SignalQuery extends Fields<typeof signalQuery> {}
interface SignalQueryInput extends InputFields<typeof signalQuery> {}
const SignalQuery: ObjectSchema<SignalQuery, SignalQueryInput> = object(signalQuery);

export const strategyRoutes = {
  /**
   * List the registered strategies with their parameters.
   *
   * `GET /strategies` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.listStrategies();
   */
  listStrategies: route("GET", "/strategies", {
    security,
    responses: { 200: StrategyList },
    errors: GUARD,
  }),
  /**
   * Compute a strategy's signal on the newest closed candles.
   *
   * `POST /strategies/:strategy_name/signal` with an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_PARAMETERS (400): Correct what `issues` or the message names.
   * - MARKET_DATA_UNAVAILABLE (503): Call again later, or choose another source of candles.
   * - STRATEGY_NOT_FOUND (404): List the strategies for the registered names.
   * @example
   *   await client.generateSignal({ params: { strategy_name: "ma_crossover" } });
   */
  generateSignal: route("POST", "/strategies/:strategy_name/signal", {
    security,
    tradesOrPays: true,
    idempotent: true,
    params: SignalParams,
    query: SignalQuery,
    responses: { 200: SignalReply },
    errors: { ...DATA_ERRORS, STRATEGY_NOT_FOUND: 404 },
  }),
};

/** Notes of {@link strategyRoutes}. A function, so that bundlers drop it from clients. */
export function strategyNotes(): NotesOf<typeof strategyRoutes> {
  const tags = ["strategies"];
  return {
    listStrategies: {
      tags,
      seed: "Strategies: GET /api/strategies",
      unspecified: [
        "The answer's shape.",
        "`editing`.",
        "Strategies from files of the operator's are listed with the digests of their files, and files at fault as problems.",
      ],
      example: {
        response: {
          success: true,
          strategies: [
            {
              name: "ma_crossover",
              version: "1.0.0",
              description: "Long while the fast average is above the slow one.",
              signal_type: "trend",
              parameters: [
                {
                  name: "fast_period",
                  type: "integer",
                  default: 10,
                  min: 2,
                  max: 100,
                  description: "Bars of the fast average.",
                },
              ],
            },
          ],
        },
      },
    },
    generateSignal: {
      tags,
      seed: "Strategies: POST /api/strategies/{strategy_name}/signal",
      unspecified: [
        "The default symbol is BTCUSDT.",
        "A body and an unknown query field are refused with 400, as on every route but those of GET: parameters are those of the strategy.",
        "The answer's shape.",
        "No simulation stands in for an exchange that cannot be reached: that is 503, and so are candles of another source than the one at whose prices an order or position of the symbol stands.",
        "A newest candle that closed longer ago than PRICE_MAX_AGE_SECONDS (two intervals of the candles) is 503 with the age and the limit, by price_time; imported history is no live price.",
      ],
      example: {
        response: {
          success: true,
          signal: {
            strategy_name: "ma_crossover",
            symbol: "BTCUSDT",
            exchange: "bybit",
            source: "live",
            direction: "long",
            confidence: 0.8,
            timestamp: "2026-01-01T00:00:00.000Z",
            price: 101,
            price_time: "2026-01-01T01:00:00.000Z",
            parameters: { fast_period: 10, slow_period: 20, ma_type: "sma" },
          },
        },
      },
    },
  };
}
