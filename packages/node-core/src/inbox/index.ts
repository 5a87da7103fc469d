export {
  createInbox,
  type Inbox,
  type InboxParts,
  type ReceivedPage,
  type ReceivedQuery,
  type ReceivedShare,
} from "./inbox.ts";
export type { ReceiveOptions } from "./options.ts";
export { inboxCollections } from "./received-document.ts";
