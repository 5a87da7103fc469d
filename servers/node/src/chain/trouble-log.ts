import type { HttpLogger } from "@bourse/http";

/** What the chain's parts try again: a word in the log, without the endpoint's own words. */
export function troubleLog(logger: HttpLogger): (error: unknown) => void {
  return (error) => {
    const { code, name } = error as { readonly code?: string; readonly name?: string };
    logger.warn({ code: code ?? name }, "the chain did not answer as it should; it is asked again");
  };
}
