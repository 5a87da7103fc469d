export { createInbox } from "./inbox.ts";
export type { ReceiveOptions } from "./options.ts";
export type * from "./port.ts";
export { inboxCollections } from "./received-document.ts";
