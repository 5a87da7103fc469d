/** Readiness of a server's store, with a log line for each change. */

import { checkStore, type Store } from "@bourse/kernel";

import type { HttpLogger } from "../logging/http-logger.ts";

/**
 * Creates a function that resolves to null while the store can be written, else to the reason in one sentence. It
 * probes at most every 5 seconds, and only when it is called; the cause of each change is logged.
 */
export function watchStore(
  store: Pick<Store, "probe">,
  logger: HttpLogger,
): () => Promise<string | null> {
  return checkStore(store, {
    onChange: (fault) => {
      if (fault === null) logger.info({}, "the store can be written again");
      else logger.error({ err: fault.cause }, fault.reason);
    },
  });
}
