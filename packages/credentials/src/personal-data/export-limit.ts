/** The number of copies of accounts that are made at a time: those of large accounts take memory. */

const MAX_EXPORTS = 2;
const RETRY_AFTER_SECONDS = 5;

/** Makes a core's own error of a copy that has to wait. */
export type RefuseExport = (
  code: "BUSY",
  message: string,
  options: { readonly details: { readonly retryAfterSeconds: number } },
) => Error;

/** Runs `copy` unless two others run in this core. @throws the core's error BUSY */
export type LimitExports = <T>(copy: () => Promise<T>) => Promise<T>;

/** Creates the limit of one core. */
export function createExportLimit(refuse: RefuseExport): LimitExports {
  let running = 0;
  return async (copy) => {
    if (running >= MAX_EXPORTS) {
      const message = "Other accounts are being exported; try again in a moment.";
      throw refuse("BUSY", message, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
    }
    running += 1;
    try {
      return await copy();
    } finally {
      running -= 1;
    }
  };
}
