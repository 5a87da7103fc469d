export { createEventBus, type EventBus, type EventBusOptions } from "./event-bus.ts";
export type * from "./node-event.ts";
