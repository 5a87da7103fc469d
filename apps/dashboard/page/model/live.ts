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

/** The node tells something every ten seconds: a socket that is silent for longer proves nothing. */
const SILENT_MILLISECONDS = 15_000;
let heardAt = Date.now();

/** Reads the stream for as long as the page is open; a broken connection is made anew and resumed. */
export async function startLive(): Promise<void> {
  setInterval(() => {
    const isSilent = Date.now() - heardAt > SILENT_MILLISECONDS;
    if (connection.value !== "connected" || isSilent) void health.refresh();
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

/** Events that no frame has shown yet, oldest first. */
let fresh: NodeEventMessage[] = [];
/** Rows that one frame draws at most, so that a burst of events does not hold up the page. */
const ROWS_A_FRAME = 25;

function take(event: NodeEventMessage): void {
  heardAt = Date.now();
  follow(event);
  if (fresh.length === 0) nextFrame(showFresh);
  fresh.push(event);
}

function showFresh(): void {
  const taken = fresh.slice(0, ROWS_A_FRAME);
  fresh = fresh.slice(ROWS_A_FRAME);
  if (fresh.length > 0) nextFrame(showFresh);
  if (paused.value) held.push(...taken);
  else show(taken);
}

/** Runs `work` before the next frame, and in a page that is not drawn by itself. */
function nextFrame(work: () => void): void {
  if (document.hidden) setTimeout(work, 0);
  else requestAnimationFrame(work);
}

function show(newest: readonly NodeEventMessage[]): void {
  events.value = [...newest.toReversed(), ...events.value].slice(0, KEPT);
}

function isGap(event: NodeEventMessage | Gap): event is Gap {
  return event.type === "gap";
}
