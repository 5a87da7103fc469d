import type { OutboxEntryDocument } from "./entry-document.ts";

/** An ended entry as one that waits for delivery again, with all of its attempts, from `now` (milliseconds UTC) on. */
export function waitingAgain(entry: OutboxEntryDocument, now: number): OutboxEntryDocument {
  return { ...entry, status: "waiting", attempts: 0, createdAt: now, dueAt: now };
}
