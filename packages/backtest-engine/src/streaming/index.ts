export { StreamingAtr } from "./streaming-atr.ts";
export { StreamingBollinger } from "./streaming-bollinger.ts";
export { StreamingEma } from "./streaming-ema.ts";
export type { StreamingIndicator } from "./streaming-indicator.ts";
export { StreamingRsi } from "./streaming-rsi.ts";
export { StreamingSlidingMean } from "./streaming-sliding-mean.ts";
export { StreamingSma } from "./streaming-sma.ts";
export { StreamingWma } from "./streaming-wma.ts";
export {
  StreamingResampler,
  type ResamplerInput,
  type StreamingResamplerOptions,
} from "./streaming-resampler.ts";
