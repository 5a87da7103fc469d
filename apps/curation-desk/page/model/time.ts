/** Times as people read them, and the clock that leases are counted down by. */

import { computed, signal } from "@preact/signals";

import { clockOffset } from "./service.ts";

const tick = signal(Date.now());
setInterval(() => {
  tick.value = Date.now();
}, 1000);

/** The server's time in milliseconds since the epoch, renewed every second. */
export const now = computed(() => tick.value + clockOffset.value);

const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A time of the wire in the reader's zone, such as `1 Jan 2026, 12:00`. */
export function timeText(time: string | null | undefined): string {
  return time === null || time === undefined ? "—" : absolute.format(new Date(time));
}

/** The time that is left until `time` as minutes and seconds; undefined once it has passed. */
export function leftText(time: string, at: number): string | undefined {
  const seconds = Math.ceil((Date.parse(time) - at) / 1000);
  if (seconds <= 0) return undefined;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
