import type { HttpLogger } from "@bourse/http";
import { systemClock, type Clock } from "@bourse/kernel";

/** Silence after which the same trouble is another one: every chain is asked more often than that. */
const ANEW_MILLISECONDS = 120_000;

/**
 * Logs errors of the chain that are retried, once for as long as the same one goes on. The endpoint's message is left
 * out, because it may contain keys.
 */
export function troubleLog(
  logger: HttpLogger,
  clock: Pick<Clock, "monotonic"> = systemClock,
): (error: unknown) => void {
  let last: { readonly code: string; readonly at: number } | undefined;
  return (error) => {
    const { code, name } = error as { readonly code?: string; readonly name?: string };
    const now = { code: code ?? name ?? "unknown", at: clock.monotonic() };
    const isSame = last?.code === now.code && now.at - last.at < ANEW_MILLISECONDS;
    last = now;
    if (!isSame) logger.warn({ code: now.code }, "chain request failed; retrying");
  };
}
