import type { HttpLogger } from "@bourse/http";

/** Logs errors of the chain that are retried. The endpoint's message is left out, because it may contain keys. */
export function troubleLog(logger: HttpLogger): (error: unknown) => void {
  return (error) => {
    const { code, name } = error as { readonly code?: string; readonly name?: string };
    logger.warn({ code: code ?? name }, "chain request failed; retrying");
  };
}
