export * from "@bourse/indicators";
export {
  StreamingResampler,
  type ResamplerInput,
  type StreamingResamplerOptions,
} from "../candles/streaming-resampler.ts";
