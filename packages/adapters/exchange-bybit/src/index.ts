export { createBybitPerpetualProvider } from "./bybit-perpetuals.ts";
export { createBybitProvider, type BybitOptions } from "./bybit-provider.ts";
export { createBybitBroker, type BybitBroker } from "./trading/bybit-broker.ts";
export { BYBIT_TESTNET, isPlayground, type BybitBrokerOptions } from "./trading/trading-options.ts";
export { createBybitCandleStream, type BybitStreamOptions } from "./bybit-stream.ts";
