export {
  outboxCollections,
  outboxEntries,
  type OutboxEntryDocument,
} from "./entries/entry-document.ts";
export type { DeadEntry, DeadEntryPage } from "./entries/dead-letters.ts";
export type { OutboxFigures } from "./entries/measure.ts";
export {
  isOutboxError,
  OutboxError,
  type OutboxErrorCode,
  type OutboxErrorDetails,
} from "./errors.ts";
export type { Mail, MailSender, MailSending } from "./mail.ts";
export type { OutboxDelivery, OutboxFailure, OutboxOptions } from "./options.ts";
export { createOutbox, type Outbox, type PreparedEntry } from "./outbox.ts";
