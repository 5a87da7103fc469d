export {
  createEventBus,
  openEventBus,
  type EventBus,
  type EventBusOptions,
  type StoredEventBus,
  type StoredEventBusOptions,
} from "./event-bus.ts";
export type { ActEvents, ActEventType } from "./act-events.ts";
export { logEventFault, logEvents } from "./log-events.ts";
export type { Components, HealthStatus } from "./components.ts";
export type * from "./node-event.ts";
