export type { CandleReading } from "./candle-order.ts";
export {
  createLinkedCandleStream,
  type ConnectedCandleStream,
  type FollowBounds,
  type LinkedStreamOptions,
} from "./linked-stream.ts";
export type { CandleLink, LinkListener, LinkPlace } from "./link.ts";
export {
  createMemoryCandleStream,
  type MemoryCandleStream,
  type MemoryCandleStreamOptions,
  type MemoryStreamSeries,
} from "./memory-stream.ts";
export { createPolledCandleStream, type PolledStreamOptions } from "./polled-stream.ts";
export type * from "./port.ts";
export {
  createStreamDirectory,
  type StreamDirectory,
  type StreamDirectoryOptions,
} from "./stream-directory.ts";
