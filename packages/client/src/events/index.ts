export type { Gap } from "./event-buffer.ts";
export {
  createEventsClient,
  EVENTS_PROTOCOL,
  type AnyEvent,
  type EventsClient,
  type EventsClientOptions,
  type EventsState,
} from "./events-client.ts";
export type { EventSocket, SocketEnd } from "./listen.ts";
