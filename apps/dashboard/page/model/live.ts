/** The event stream: kept open, resumed where it broke off, told when something was missed. */

import { createEventsClient, type Gap } from "@bourse/client/events";
import type { NodeEventMessage } from "@bourse/contract/node";
import { startReconnecting } from "@bourse/ui";
import { signal } from "@preact/signals";

import { follow, health, loadAll } from "./node-state.ts";

export const connection = signal<"connecting" | "connected">("connecting");
/** Newest first. */
export const events = signal<readonly NodeEventMessage[]>([]);
/** True to hold the list still; events that arrive meanwhile are shown afterwards. */
export const paused = signal(false);
/** Number of gaps: times that events were missed for good. */
export const gaps = signal(0);

const KEPT = 1000;
const LONGEST_WAIT_MILLISECONDS = 15_000;

let held: NodeEventMessage[] = [];

/** Time between two questions whether a node that was lost is back. */
const LOST_MILLISECONDS = 2000;

/** Reads the stream for as long as the page is open; a broken connection is made anew and resumed. */
export async function startLive(): Promise<void> {
  setInterval(() => {
    if (connection.value !== "connected") void health.refresh();
  }, LOST_MILLISECONDS);
  startReconnecting(() => void loadAll(), "/api/health");
  const client = createEventsClient<NodeEventMessage>({
    url: new URL("/ws", location.href).href,
    maxMilliseconds: LONGEST_WAIT_MILLISECONDS,
    onState: (state) => {
      connection.value = state === "open" ? "connected" : "connecting";
    },
  });
  for await (const event of client) {
    if (isGap(event)) missed();
    else take(event);
  }
}

paused.subscribe((value) => {
  if (value || held.length === 0) return;
  const waiting = held;
  held = [];
  show(waiting);
});

/** Missed events may have changed anything, so everything is fetched again. */
function missed(): void {
  gaps.value++;
  void loadAll();
}

function take(event: NodeEventMessage): void {
  follow(event);
  if (paused.value) held.push(event);
  else show([event]);
}

function show(fresh: readonly NodeEventMessage[]): void {
  events.value = [...fresh.toReversed(), ...events.value].slice(0, KEPT);
}

function isGap(event: NodeEventMessage | Gap): event is Gap {
  return event.type === "gap";
}
