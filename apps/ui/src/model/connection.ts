/** Tells whether the server that gave the page still answers. */

import { signal } from "@preact/signals";

import { noteServerTime } from "./server-clock.ts";

/** Unix milliseconds since which the server has not answered; undefined while it does. */
export const lostSince = signal<number | undefined>(undefined);

/** Number of times that the server was lost. */
let losses = 0;

/** Number of times that the server answered again after it was lost. */
export const returns = signal(0);

/**
 * `fetch` that notes in {@link lostSince} whether an answer came. An aborted call says nothing about the server, nor
 * does an answer to a call that was made before the server was lost: nobody would ask again.
 */
export const watchedFetch: typeof fetch = async (input, init) => {
  const lossesBefore = losses;
  try {
    const response = await fetch(input, init);
    noteServerTime(response);
    if (losses === lossesBefore) lostSince.value = undefined;
    return response;
  } catch (error) {
    if (!isAbort(error) && lostSince.peek() === undefined) {
      losses++;
      lostSince.value = Date.now();
    }
    throw error;
  }
};

/**
 * Asks `path` every ten seconds while the page is seen, and every two while the server is lost: a server that is silent
 * is noticed though nothing else is asked of it. Calls `onBack` each time that it answers again. Asks once when the
 * reader comes back to the page, which then says at once whether what it shows is stale.
 */
export function startReconnecting(onBack: () => void, path = "/livez"): void {
  let wasLost = false;
  lostSince.subscribe((since) => {
    if (since === undefined && wasLost) {
      returns.value = returns.peek() + 1;
      onBack();
    }
    wasLost = since !== undefined;
  });
  let askedAt = Date.now();
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    askedAt = Date.now();
    await watchedFetch(path, { signal: limited() }).catch(() => {});
    isAsking = false;
  };
  setInterval(() => {
    const isDue = !document.hidden && Date.now() - askedAt >= SEEN_MILLISECONDS;
    if (lostSince.value !== undefined || isDue) void ask();
  }, ASK_MILLISECONDS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void ask();
  });
}

const ASK_MILLISECONDS = 2000;
const SEEN_MILLISECONDS = 10_000;
/** Time after which a server that has not answered is lost. */
const SILENT_MILLISECONDS = 10_000;

/** A signal that ends a call which nobody answers; its reason is no abort of the reader's. */
function limited(): AbortSignal {
  const controller = new AbortController();
  setTimeout(
    () => controller.abort(new DOMException("The server is silent.", "TimeoutError")),
    SILENT_MILLISECONDS,
  );
  return controller.signal;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
