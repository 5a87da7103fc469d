/** Shapes of the options of the service; its parts check the values of their own options. */

import {
  booleanOption,
  functionOption,
  objectOf,
  optional,
  portOption,
  type OptionRule,
} from "@bourse/kernel";

import { jobTypes } from "./jobs/job.ts";
import { priceMaxAgeOption } from "./market-data/live-price.ts";
import { guardOption } from "./risk/guard-account.ts";
import { liveOption } from "./sessions/live/live-account.ts";

const port = (...methods: readonly string[]): OptionRule<unknown> =>
  portOption<Record<string, unknown>>(methods);
const record: OptionRule<unknown> = {
  expected: "an object",
  accepts(value) {
    objectOf({})("option", value);
    return true;
  },
  absent: () => undefined,
};
const typesOption: OptionRule<unknown> = {
  expected: `a list of ${jobTypes.join(", ")}`,
  accepts: (value) =>
    Array.isArray(value) && value.every((type) => (jobTypes as readonly unknown[]).includes(type)),
  absent: () => undefined,
};

/** Name of an option of `createBacktestService`. */
type ServiceOption =
  | "store"
  | "bus"
  | "exchanges"
  | "cache"
  | "imports"
  | "strategies"
  | "sources"
  | "executor"
  | "clock"
  | "ids"
  | "identity"
  | "execution"
  | "followsOrders"
  | "paper"
  | "jobTypes"
  | "worker"
  | "quotas"
  | "signals"
  | "priceMaxAgeSeconds"
  | "guard"
  | "streams"
  | "sessions"
  | "live"
  | "runsSessions"
  | "webhooks"
  | "onError";

/** Rules of the options of `createBacktestService`, by name. */
export const serviceOptionRules: Readonly<Record<ServiceOption, OptionRule<unknown>>> = {
  store: port("transaction", "find", "get"),
  bus: port("enqueue", "consume", "publish", "subscribe"),
  exchanges: port("find"),
  cache: optional(port("status", "clear")),
  imports: optional(port("import", "list", "delete")),
  strategies: optional(port("get", "has", "list")),
  sources: optional(port("read", "save")),
  executor: optional(port("backtest", "sweep")),
  clock: optional(port("now")),
  ids: optional(port("uuid")),
  identity: record,
  execution: optional(port("place")),
  followsOrders: booleanOption({ default: true }),
  paper: record,
  jobTypes: typesOption,
  worker: record,
  quotas: record,
  signals: record,
  priceMaxAgeSeconds: priceMaxAgeOption,
  guard: guardOption,
  streams: optional(port("find")),
  sessions: record,
  live: liveOption,
  runsSessions: booleanOption({ default: true }),
  webhooks: optional({
    expected: "an object with sender and a key of 32 bytes",
    accepts: (value) => {
      const { sender, key } = (value ?? {}) as {
        readonly sender?: unknown;
        readonly key?: unknown;
      };
      return typeof sender === "object" && key instanceof Uint8Array && key.length === 32;
    },
    absent: null,
  }),
  onError: optional(functionOption()),
};
