/** Warnings and errors at the console of the process: the log of a host that has given none. */

import type { Logger } from "@bourse/kernel";

/** Log of a part that only warns and tells errors. */
export type FaultLogger = Pick<Logger, "warn" | "error">;

/** Writes a line for each warning and error. */
export const consoleLogger: FaultLogger = Object.freeze<FaultLogger>({
  // A host that has no log of its own must still hear of faults.
  // oxlint-disable-next-line no-console
  warn: (details, message) => console.warn(message, details),
  // oxlint-disable-next-line no-console
  error: (details, message) => console.error(message, details),
});
