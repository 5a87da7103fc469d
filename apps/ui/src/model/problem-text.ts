/** Errors of calls as a page shows them. */

/** The error's message; after an answer of 5xx without a reason, which a proxy gives while a server is away, what to do. */
export function problemText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const hasNoReason = typeof code === "string" && code.startsWith("HTTP_5");
  return hasNoReason ? `${text}. It may be restarting; try again in a moment.` : text;
}
