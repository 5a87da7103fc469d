export { maskBusUrl } from "./bus-address.ts";
export { openNatsBus, type NatsBusOptions } from "./nats-bus.ts";
