export { converse, type Converse, type ConverseOptions, type TextCarrier } from "./converse.ts";
export { plainDialect, type Dialect, type PlainEvent, type ReplyType } from "./dialect.ts";
export type { EventFilter } from "./event-filter.ts";
export {
  createFanOut,
  type FanOut,
  type FanOutCounters,
  type FanOutRouteOptions,
} from "./fan-out/create-fan-out.ts";
export {
  createChangingFeed,
  type ChangingFeed,
  type ChangingFeedOptions,
} from "./fan-out/changing-feed.ts";
export type { FanOutOptions } from "./fan-out-options.ts";
export type { ClientProof } from "./client/judge-proofs.ts";
export type { ClientFaultCode } from "./client/client-message.ts";
export { EVENTS_PROTOCOL } from "./protocol.ts";
