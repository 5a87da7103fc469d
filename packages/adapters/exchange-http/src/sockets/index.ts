export type {
  SocketAnswer,
  SocketCandle,
  SocketDialect,
  SocketEnding,
  SocketNews,
} from "./dialect.ts";
export { createSocketLink } from "./socket-link.ts";
export type { SocketOptions, SocketProblem } from "./socket-options.ts";
export {
  createSocketStream,
  type MarketStreamOptions,
  type SocketStreamOptions,
  type SocketVenue,
} from "./socket-stream.ts";
