import { checkArguments, systemClock, type Clock, type Logger } from "@bourse/kernel";

import { portOf } from "../argument-rules.ts";

/** Silence after which the same trouble is another one: every chain is asked more often than that. */
const ANEW_MILLISECONDS = 120_000;

/**
 * Returns the `onTrouble` of a chain that logs errors that are retried, once for as long as the same one goes on. The
 * endpoint's message is left out, because it may contain keys.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function troubleLog(
  logger: Pick<Logger, "warn">,
  clock: Pick<Clock, "monotonic"> = systemClock,
): (error: unknown) => void {
  const rules = { logger: portOf("warn"), clock: portOf("monotonic") };
  checkArguments("troubleLog", rules, [logger, clock]);
  /** Time of the last occurrence by code: two kinds of trouble that take turns are two lines, and no more. */
  const seen = new Map<string, number>();
  return (error) => {
    const { code, name } = error as { readonly code?: string; readonly name?: string };
    const kind = code ?? name ?? "unknown";
    const now = clock.monotonic();
    const last = seen.get(kind) ?? -Infinity;
    seen.set(kind, now);
    if (now - last < ANEW_MILLISECONDS) return;
    logger.warn({ code: kind }, "chain request failed; retrying");
  };
}
