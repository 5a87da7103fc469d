/** The frame of a page under test: msw, and the value that the test reads. */

import type { RequestHandler, WebSocketHandler } from "msw";
import { setupWorker } from "msw/browser";

/** Runs a play against mocked services and tells the test what it gave, or why it failed. */
export async function tell(
  handlers: readonly (RequestHandler | WebSocketHandler)[],
  play: () => Promise<object>,
): Promise<void> {
  const worker = setupWorker(...handlers);
  await worker.start({ quiet: true, onUnhandledFrame: "bypass" });
  const told = await play().catch((error: unknown) => ({
    failure: error instanceof Error ? `${error.message}\n${error.stack}` : String(error),
  }));
  await worker.stop();
  Object.assign(globalThis, { told });
}

/** The error's code, or null when there is none. */
export async function codeOf(work: Promise<unknown>): Promise<string | null> {
  return await work.then(
    () => null,
    (error: { readonly code?: string }) => error.code ?? "no code",
  );
}
