/** Behaviour of an exchange: chosen at its start, repeatable by its seed. */

import { parseArgs } from "node:util";

import { STREAM_FAULTS, type StreamBehaviour, type StreamFault } from "./candle-sockets.ts";

/** Faults that a request can meet instead of its answer. */
const FAULTS = [
  /** Refused with 429, and a wait of a second that is asked for. */
  "429",
  "500",
  "503",
  /** The connection is reset before the request is worked on. */
  "reset",
  /** The connection is reset in the middle of the answer. */
  "cut",
  /** The answer comes late. */
  "slow",
] as const;

export type Fault = (typeof FAULTS)[number];

export interface Behaviour extends StreamBehaviour {
  /** Port to listen on; 0 for a free one. */
  readonly port: number;
  /** True when all requests and connections are refused during a hole, half a minute shifted. */
  readonly isMaintained: boolean;
  /** Lead of the exchange's clock over this machine's in milliseconds. */
  readonly clockAheadMilliseconds: number;
  /** Share of the requests that meet a fault, 0–1. */
  readonly failures: number;
  /** Faults that are met, each as likely as the others. */
  readonly faults: readonly Fault[];
  /** Number of orders that are taken and whose answers are lost: the first ones. */
  readonly lostOrders: number;
  /** Delay of a slow answer in milliseconds. */
  readonly slowMilliseconds: number;
  /** Number of answered requests after which one is never answered; 0 for none. */
  readonly holdAfter: number;
  /** Weight of requests that an address may use in a window. */
  readonly weight: number;
  /** Length of a window in milliseconds. */
  readonly windowMilliseconds: number;
  /** Number of refused requests in a window after which the address is banned for that window and the next one. */
  readonly refusalsBeforeBan: number;
}

/** Reads the words of the command line; every flag has a default that lets all requests pass. */
export function behaviourOf(words: readonly string[]): Behaviour {
  const { values } = parseArgs({
    args: [...words],
    options: {
      port: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
      failures: { type: "string", default: "0" },
      faults: { type: "string", default: FAULTS.join(",") },
      "lost-orders": { type: "string", default: "0" },
      "slow-milliseconds": { type: "string", default: "300" },
      "hold-after": { type: "string", default: "0" },
      weight: { type: "string", default: "6000" },
      "window-milliseconds": { type: "string", default: "60000" },
      "refusals-before-ban": { type: "string", default: "10" },
      "stream-failures": { type: "string", default: "0" },
      "stream-faults": { type: "string", default: STREAM_FAULTS.join(",") },
      "life-milliseconds": { type: "string", default: "86400000" },
      "clock-ahead-milliseconds": { type: "string", default: "0" },
      refused: { type: "string", default: "" },
      "hole-from": { type: "string", default: "0" },
      "hole-to": { type: "string", default: "0" },
      maintenance: { type: "boolean", default: false },
    },
  });
  return {
    port: numberOf("port", values.port),
    seed: numberOf("seed", values.seed),
    failures: numberOf("failures", values.failures),
    faults: values.faults.split(",").map((name) => faultOf("faults", FAULTS, name)),
    streamFailures: numberOf("stream-failures", values["stream-failures"]),
    streamFaults: values["stream-faults"]
      .split(",")
      .map((name): StreamFault => faultOf("stream-faults", STREAM_FAULTS, name)),
    lifeMilliseconds: numberOf("life-milliseconds", values["life-milliseconds"]),
    clockAheadMilliseconds: numberOf(
      "clock-ahead-milliseconds",
      values["clock-ahead-milliseconds"],
    ),
    refused: values.refused.split(",").filter((symbol) => symbol !== ""),
    isMaintained: values.maintenance,
    holes: [
      {
        from: numberOf("hole-from", values["hole-from"]),
        to: numberOf("hole-to", values["hole-to"]),
      },
    ],
    lostOrders: numberOf("lost-orders", values["lost-orders"]),
    slowMilliseconds: numberOf("slow-milliseconds", values["slow-milliseconds"]),
    holdAfter: numberOf("hold-after", values["hold-after"]),
    weight: numberOf("weight", values.weight),
    windowMilliseconds: numberOf("window-milliseconds", values["window-milliseconds"]),
    refusalsBeforeBan: numberOf("refusals-before-ban", values["refusals-before-ban"]),
  };
}

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (text === "" || !(value >= 0)) {
    throw new Error(`--${flag} must be a number of at least 0, found "${text}".`);
  }
  return value;
}

function faultOf<Name extends string>(flag: string, known: readonly Name[], text: string): Name {
  const fault = known.find((name) => name === text);
  if (fault === undefined) {
    throw new Error(`--${flag} must name some of ${known.join(", ")}, found "${text}".`);
  }
  return fault;
}
