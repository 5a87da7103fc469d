export { busAddress, maskBusUrl, type BusAddress } from "./bus-address.ts";
export { openNatsBus, type NatsBusOptions } from "./nats-bus.ts";
