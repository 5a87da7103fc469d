/** Readiness of a server's store, with a log line for each change. */

import { checkStore, type Store } from "@bourse/kernel";

import type { HttpLogger } from "../logging/http-logger.ts";
import { anyLogger } from "../part-shapes.ts";

/**
 * Creates a function that resolves to null while the store can be written, else to the reason in one sentence. It
 * probes only when it is called, at most once a second, and four times a second while the store fails; the cause of
 * each change is logged.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function watchStore(
  store: Pick<Store, "probe">,
  logger: HttpLogger,
): () => Promise<string | null> {
  anyLogger("logger", logger);
  return checkStore(store, {
    onChange: (fault) => {
      if (fault === null) logger.info({}, "the store can be written again");
      else logger.error({ err: fault.cause }, fault.reason);
    },
  });
}
