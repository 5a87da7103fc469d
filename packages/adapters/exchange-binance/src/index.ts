export { createBinanceProvider, type BinanceOptions } from "./binance-provider.ts";
