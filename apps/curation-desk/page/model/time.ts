/** Times as people read them, and the clock that leases are counted down by. */

import { ago, clockOffset, duration, moment } from "@bourse/ui";
import { computed, signal } from "@preact/signals";

const tick = signal(Date.now());
setInterval(() => {
  tick.value = Date.now();
}, 1000);

/** The server's time in milliseconds since the epoch, renewed every second. */
export const now = computed(() => tick.value + clockOffset.value);

/** The server's time to the minute: what reads it is not drawn every second. */
export const minute = computed(() => Math.floor(now.value / 60_000) * 60_000);

/** A time of the wire in the reader's zone with UTC beside it; a dash for none. */
export function timeText(time: string | null | undefined): string {
  return time === null || time === undefined ? "–" : moment(time);
}

/** A time of the wire with its distance: `1 Jan 2026, 12:00 UTC, in 3 d`. */
export function timeAndDistance(time: string): string {
  return `${timeText(time)}, ${ago(Date.parse(time), minute.value)}`;
}

/** The time that is left until `time` such as `2 min 39 s`; undefined once it has passed. */
export function leftText(time: string, at: number): string | undefined {
  const seconds = Math.ceil((Date.parse(time) - at) / 1000);
  if (seconds <= 0) return undefined;
  return duration(seconds);
}
