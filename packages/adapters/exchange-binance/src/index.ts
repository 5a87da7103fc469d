export { createBinancePerpetualProvider } from "./binance-perpetuals.ts";
export { createBinanceProvider, type BinanceOptions } from "./binance-provider.ts";
