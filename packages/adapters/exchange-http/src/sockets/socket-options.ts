/** The options that the streams of all exchange adapters share. */

import {
  functionOption,
  integerOption,
  optional,
  portOption,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

/** Something on a socket that is not as it should be; the stream goes on. */
export interface SocketProblem {
  /**
   * Kind of the problem: a message that is no JSON or in another shape than documented, a refused subscription (the
   * series goes on by the exchange's history), or a lost connection.
   */
  readonly kind: "message" | "subscription" | "connection";
  /** Name of the exchange. */
  readonly exchange: string;
  /** Number of problems of the kind on this stream so far. */
  readonly count: number;
  /** Text for the log, at most 200 characters. */
  readonly text: string;
}

/** Options of a socket of candles. */
export interface SocketOptions {
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Random number in [0, 1) for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /** Time limit in milliseconds for a connection. 10–60,000, default 10,000. */
  readonly connectTimeoutMilliseconds?: number;
  /**
   * Time in milliseconds between two heartbeats; a connection that answers none of two is lost. 1–60,000, default
   * 20,000.
   */
  readonly heartbeatMilliseconds?: number;
  /**
   * Upper bound in milliseconds of the random pause before a lost connection is made again; it doubles each time.
   * 1–60,000, default 1,000.
   */
  readonly reconnectMilliseconds?: number;
  /** Called with each problem. Default: no-op. */
  readonly onProblem?: (problem: SocketProblem) => void;
}

/** Options with every default in its place. */
export interface ResolvedSocketOptions extends Required<Omit<SocketOptions, "onProblem">> {
  /** Listener to problems; undefined for none. */
  readonly onProblem: SocketOptions["onProblem"] | undefined;
}

/** Rules of the options of a socket. */
export const socketRules: OptionRules<ResolvedSocketOptions> = {
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  random: functionOption<() => number>({ default: Math.random }),
  connectTimeoutMilliseconds: integerOption({ min: 10, max: 60_000, default: 10_000 }),
  heartbeatMilliseconds: integerOption({ min: 1, max: 60_000, default: 20_000 }),
  reconnectMilliseconds: integerOption({ min: 1, max: 60_000, default: 1_000 }),
  onProblem: optional(functionOption<(problem: SocketProblem) => void>()),
};
