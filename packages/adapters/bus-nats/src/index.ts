export { busAddress, maskBusUrl, type BusAddress } from "@bourse/kernel";
export { openNatsBus } from "./nats-bus.ts";
export type { NatsBusOptions } from "./nats-bus-options.ts";
