/**
 * News of the jobs: over the event socket, which resumes where it broke off. A page cannot send a key with a socket, so
 * that with a key the list is read again every two seconds.
 */

import { createEventsClient, type EventsClient, type Gap } from "@bourse/client/events";
import type { BacktestEvent, Job, Signal, Trade } from "@bourse/contract/backtest";
import { lostSince } from "@bourse/ui";
import { effect, signal } from "@preact/signals";

import { loadAll, takeJob, takeProgress } from "./jobs.ts";
import { killSwitch } from "./kill-switch.ts";
import { apiKey, locked } from "./session.ts";

/** `read` is the list that is read again and again. */
export const connection = signal<"connecting" | "live" | "read">("connecting");
/** Signals of strategies that came while the page was open, newest first. */
export const signals = signal<readonly Signal[]>([]);
/** Fills of orders that came while the page was open, newest first. */
export const fills = signal<readonly Trade[]>([]);

/** Number of the events of trading sessions that came while the page was open. */
export const sessionNews = signal(0);

const KEPT = 500;
const READ_MILLISECONDS = 2000;
const LONGEST_WAIT_MILLISECONDS = 15_000;

/** Follows the server for as long as the page is open. */
export function startLive(): void {
  effect(() => {
    if (locked.value) return undefined;
    return apiKey.value === "" ? followWhenOpen() : readAgain();
  });
}

/** A server that wants a key says so to the first call: no socket is tried there. */
function followWhenOpen(): () => void {
  let [isOver, close] = [false, (): void => {}];
  void loadAll().then(() => {
    if (!isOver && !locked.peek()) close = follow();
  });
  return () => {
    isOver = true;
    close();
  };
}

function readAgain(): () => void {
  connection.value = "read";
  void loadAll();
  const timer = setInterval(() => {
    if (!document.hidden && lostSince.peek() === undefined) void loadAll();
  }, READ_MILLISECONDS);
  return () => clearInterval(timer);
}

function follow(): () => void {
  let [wasOpen, isOpen] = [false, false];
  const client = createEventsClient<BacktestEvent>({
    url: new URL("/api/ws/events", location.href).href,
    maxMilliseconds: LONGEST_WAIT_MILLISECONDS,
    onState: (state) => {
      // A call tells whether the server is lost with its socket: the frame then greys what is stale. A server that
      // lets no socket in is read at each of these waits instead.
      if (state === "waiting") void loadAll();
      isOpen = state === "open";
      if (isOpen && !wasOpen) {
        wasOpen = true;
        // What happened between the first list and the socket is read before the page calls itself live.
        void loadAll().then(() => {
          if (isOpen) connection.value = "live";
        });
      } else connection.value = isOpen ? "live" : "connecting";
    },
  });
  void read(client);
  return () => client.close();
}

async function read(client: EventsClient<BacktestEvent>): Promise<void> {
  for await (const event of client) take(event);
}

function take(event: BacktestEvent | Gap): void {
  const { type } = event;
  if (type === "gap" || type.startsWith("kill_switch.")) void killSwitch.refresh();
  if (type === "gap" || type.startsWith("session.")) sessionNews.value++;
  if (type === "gap") void loadAll();
  else if (type === "job.progress") takeProgress(event.payload);
  else if (type === "signal.generated") signals.value = newest(event.payload, signals.peek());
  else if (type === "trade.entered" || type === "trade.exited") {
    fills.value = newest(event.payload, fills.peek());
  } else if (isOfJob(event)) takeJob(event.payload);
}

function newest<Item>(item: Item, known: readonly Item[]): readonly Item[] {
  return [item, ...known].slice(0, KEPT);
}

type JobEvent = Extract<BacktestEvent, { readonly payload: Job }>;

function isOfJob(event: BacktestEvent): event is JobEvent {
  return event.type.startsWith("job.");
}
