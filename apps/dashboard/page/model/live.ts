/** The event stream: kept open, resumed where it broke off, told when something was missed. */

import { createEventsClient, type Gap } from "@bourse/client/events";
import type { NodeEventMessage } from "@bourse/contract/node";
import { computed, signal } from "@preact/signals";

import { moment } from "./format.ts";
import { follow, loadAll } from "./node-state.ts";

export const connection = signal<"connecting" | "connected">("connecting");
/** Newest first. */
export const events = signal<readonly NodeEventMessage[]>([]);
/** While it is true the list stands still; what comes meanwhile is shown afterwards. */
export const paused = signal(false);
/** Number of gaps: times that events were missed for good. */
export const gaps = signal(0);

const KEPT = 1000;
const LONGEST_WAIT_MILLISECONDS = 15_000;

let held: NodeEventMessage[] = [];

/** Reads the stream for as long as the page is open; a broken connection is made anew and resumed. */
export async function startLive(): Promise<void> {
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

/** What was missed may have changed anything. */
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
    .filter(isTransfer)
    .slice(0, 10)
    .map(({ id, timestamp, data }) => ({
      id: id ?? `${timestamp}`,
      when: moment(timestamp),
      to: data.to,
      amount: data.amount,
      token: data.token,
      state: "reason" in data ? `failed: ${data.reason}` : "completed",
    })),
);

type TransferEvent = Extract<
  NodeEventMessage,
  { readonly type: "token.transfer_completed" | "token.transfer_failed" }
>;

function isTransfer(event: NodeEventMessage): event is TransferEvent {
  return event.type === "token.transfer_completed" || event.type === "token.transfer_failed";
}

function isGap(event: NodeEventMessage | Gap): event is Gap {
  return event.type === "gap";
}
