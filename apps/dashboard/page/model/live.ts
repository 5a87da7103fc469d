/** The event stream: kept open, resumed where it broke off, told when something was missed. */

import { computed, signal } from "@preact/signals";

import { follow, loadAll } from "./node-state.ts";
import type { NodeEvent } from "./shapes.ts";
import { moment } from "./words.ts";

export const connection = signal<"connecting" | "connected" | "disconnected">("connecting");
/** Newest first. */
export const events = signal<readonly NodeEvent[]>([]);
/** While it is true the list stands still; what comes meanwhile is shown afterwards. */
export const paused = signal(false);
/** How often events were missed for good. */
export const gaps = signal(0);

const KEPT = 1000;
const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 15_000;

let held: NodeEvent[] = [];
let newestId: string | undefined;
let wait = FIRST_WAIT_MILLISECONDS;

export function startLive(): void {
  const address = new URL("/ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (newestId !== undefined) address.searchParams.set("since", newestId);
  const socket = new WebSocket(address, "bourse.events.v1");
  socket.onopen = () => {
    wait = FIRST_WAIT_MILLISECONDS;
    connection.value = "connected";
  };
  socket.onmessage = ({ data }) => take(JSON.parse(String(data)) as NodeEvent);
  socket.onclose = () => {
    connection.value = "disconnected";
    // Full jitter, so that a restarted node is not asked by all of its pages at once.
    setTimeout(startLive, Math.random() * wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS);
  };
}

paused.subscribe((value) => {
  if (value || held.length === 0) return;
  const waiting = held;
  held = [];
  show(waiting);
});

function take(event: NodeEvent): void {
  if (event.type === "connected") {
    if (event.data["gap"] !== true) return;
    gaps.value++;
    // What was missed may have changed anything.
    void loadAll();
    return;
  }
  if (event.timestamp === undefined) return;
  newestId = event.id ?? newestId;
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
