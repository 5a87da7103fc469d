/** Parts of the server that commands on its data open: settings, store, bus and the operator's strategies. */

export { checkAlerts, openAlertChannels } from "./alert-channels.ts";
export { checkBus } from "./check-bus.ts";
export { needsStoredKey } from "./bus-keys.ts";
export { backtestEnvironment, type BacktestEnvironment } from "./environment.ts";
export { openBus, sharedBusUrl } from "./open-bus.ts";
export { STORE_COLLECTIONS, STORE_SCHEMA, storeUrl } from "./store-url.ts";
export { strategyOptions } from "./strategies.ts";
export { version } from "./version.ts";
