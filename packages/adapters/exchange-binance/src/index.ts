export { createBinancePerpetualProvider } from "./binance-perpetuals.ts";
export { createBinanceProvider, type BinanceOptions } from "./binance-provider.ts";
export { createBinanceCandleStream, type BinanceStreamOptions } from "./binance-stream.ts";
