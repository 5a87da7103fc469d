/** The lines of a log about an auth server: one when it begins to fail, one when it answers again. */

import { anyFunction, checkArguments, objectOf } from "@bourse/kernel";

import type { HttpLogger } from "../logging/http-logger.ts";

/** The option `onChange` of `createAuthServerKeys` that logs. @throws KernelError ARGUMENT_INVALID */
export function authServerLog(
  logger: Pick<HttpLogger, "warn" | "info">,
): (fault: string | null) => void {
  checkArguments("authServerLog", { logger: objectOf({ warn: anyFunction, info: anyFunction }) }, [
    logger,
  ]);
  return (fault) => {
    if (fault === null) logger.info({}, "the auth server verifies keys again");
    else
      logger.warn(
        { reason: fault },
        "the auth server verifies no keys: calls with its keys answer 503",
      );
  };
}
