export type { CcxtBrokerOptions } from "./broker-options.ts";
export { createCcxtBroker } from "./ccxt-broker.ts";
export type { CcxtModule } from "./ccxt-shapes.ts";
export { loadCcxt } from "./load-ccxt.ts";
