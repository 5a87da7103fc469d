/** Logs and metrics of the mails of servers with accounts. */

import { hasCode } from "@bourse/kernel";

import type { HttpLogger } from "../logging/http-logger.ts";
import { anyLogger, anyMetrics } from "../part-shapes.ts";
import type { Metrics } from "./metrics.ts";

/** A mail that could not be sent. */
export interface FailedMail {
  /** Id of the mail; null when what waits could not be read. */
  readonly id: string | null;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** True when it is not tried again. */
  readonly dead: boolean;
  /** Reason of the failure. */
  readonly error: unknown;
}

/** Options of the mails of a core that log and count them. */
export interface WatchedMail {
  /** Logs a mail that could not be sent. */
  readonly onFailure: (failure: FailedMail) => void;
  /** Registry of metrics, where there is one. */
  readonly metrics?: Metrics;
}

/** Options that log and count the mails of a core. @throws KernelError ARGUMENT_INVALID */
export function watchMail(logger: HttpLogger, metrics: Metrics | undefined): WatchedMail {
  anyLogger("logger", logger);
  anyMetrics("metrics", metrics);
  return {
    onFailure: ({ id, attempt, dead, error }) => {
      if (hasCode(error, "STORE_SET_BACK")) {
        logger.warn({}, error.message);
        return;
      }
      const what = dead ? "mail given up" : "mail could not be sent; it is tried again";
      logger.warn({ mail: id, attempt, err: error }, what);
    },
    ...(metrics === undefined ? {} : { metrics }),
  };
}
