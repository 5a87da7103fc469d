/** The server's clock: what a page says about ages and deadlines holds though the reader's clock is wrong. */

import { signal } from "@preact/signals";

/** Milliseconds by which the server's clock is ahead of the reader's; 0 until an answer told it. */
export const clockOffset = signal(0);

/** The server's time in Unix milliseconds. */
export function serverNow(): number {
  return Date.now() + clockOffset.value;
}

/** Takes the server's time from an answer that cannot be an old one from a cache. */
export function noteServerTime({ headers }: Response): void {
  if (!(headers.get("cache-control") ?? "").includes("no-store")) return;
  // The header has whole seconds only.
  const ahead = Date.parse(headers.get("date") ?? "") + 500 - Date.now();
  if (Number.isNaN(ahead)) return;
  const offset = Math.abs(ahead) < LEAST_MILLISECONDS ? 0 : ahead;
  if (Math.abs(offset - clockOffset.peek()) >= LEAST_MILLISECONDS) clockOffset.value = offset;
}

/** Below it a difference is that of the header's seconds and of the way here. */
const LEAST_MILLISECONDS = 2000;
