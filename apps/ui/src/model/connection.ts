/** Tells whether the server that gave the page still answers. */

import { signal } from "@preact/signals";

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
 * While the server is lost, asks `path` every two seconds; calls `onBack` each time that it answers again. Asks once
 * when the reader comes back to the page, which then says at once whether what it shows is stale.
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
  const ask = (): void => void watchedFetch(path).catch(() => {});
  setInterval(() => {
    if (lostSince.value !== undefined) ask();
  }, ASK_MILLISECONDS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
}

const ASK_MILLISECONDS = 2000;

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
