export { plainDialect, type Dialect, type PlainEvent, type ReplyType } from "./dialect.ts";
export type { EventFilter } from "./event-filter.ts";
export {
  createFanOut,
  EVENTS_PROTOCOL,
  type FanOut,
  type FanOutCounters,
  type FanOutRouteOptions,
} from "./fan-out/create-fan-out.ts";
export type { FanOutOptions } from "./fan-out/fan-out-options.ts";
export type { ClientFaultCode } from "./client/client-message.ts";
