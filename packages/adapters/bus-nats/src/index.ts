export { busAddress, maskBusUrl, type BusAddress } from "./bus-address.ts";
export { openNatsBus } from "./nats-bus.ts";
export type { NatsBusOptions } from "./nats-bus-options.ts";
