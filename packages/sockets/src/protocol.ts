/** Subprotocol with which every event carries its id and a client may resume after one. */
export const EVENTS_PROTOCOL = "bourse.events.v1";
