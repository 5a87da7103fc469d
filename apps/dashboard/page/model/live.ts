/** The event stream: kept open, resumed where it broke off, told when something was missed. */

import { createEventsClient, type Gap } from "@bourse/client/events";
import { computed, signal } from "@preact/signals";

import { follow, loadAll } from "./node-state.ts";
import type { NodeEvent } from "./shapes.ts";
import { moment } from "./words.ts";

export const connection = signal<"connecting" | "connected">("connecting");
/** Newest first. */
export const events = signal<readonly NodeEvent[]>([]);
/** While it is true the list stands still; what comes meanwhile is shown afterwards. */
export const paused = signal(false);
/** How often events were missed for good. */
export const gaps = signal(0);

const KEPT = 1000;
const LONGEST_WAIT_MILLISECONDS = 15_000;

let held: NodeEvent[] = [];

/** Reads the stream for as long as the page is open; a broken connection is made anew and resumed. */
export async function startLive(): Promise<void> {
  const client = createEventsClient<NodeEvent>({
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

/** What was missed may have changed anything. */
function missed(): void {
  gaps.value++;
  void loadAll();
}

function take(event: NodeEvent): void {
  follow(event);
  if (paused.value) held.push(event);
  else show([event]);
}

function show(fresh: readonly NodeEvent[]): void {
  events.value = [...fresh.toReversed(), ...events.value].slice(0, KEPT);
}

interface ShownTransfer {
  readonly id: string;
  readonly when: string;
  readonly to: string;
  readonly amount: string;
  readonly token: string;
  readonly state: string;
}

/** The transfers that the stream has told of, newest first. */
export const pendingTransfers = computed<readonly ShownTransfer[]>(() =>
  events.value
    .filter(({ type }) => type.startsWith("token.transfer_"))
    .slice(0, 10)
    .map(({ id, type, timestamp, data }) => ({
      id: id ?? `${timestamp}`,
      when: moment(timestamp),
      to: String(data["to"]),
      amount: String(data["amount"]),
      token: String(data["token"]),
      state: type.endsWith("completed") ? "completed" : `failed: ${String(data["reason"])}`,
    })),
);

function isGap(event: NodeEvent | Gap): event is Gap {
  return event.type === "gap";
}
