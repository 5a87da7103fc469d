/** Errors in sentences for the reader. */

import { FOREIGN_ANSWER, NO_ANSWER } from "@bourse/ui/failures";

interface Told {
  readonly status?: number;
  readonly message: string;
  readonly code?: string;
  readonly issues?: readonly {
    readonly loc: readonly (string | number)[];
    readonly msg: string;
  }[];
  readonly retryAfterSeconds?: number;
}

/** The server's own words, with the fields at fault and the wait; what to do where the server is away. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { status, message, code, issues = [], retryAfterSeconds: wait } = error as unknown as Told;
  if (code === "NETWORK") return NO_ANSWER;
  if (code === "RESPONSE_INVALID") return FOREIGN_ANSWER;
  if (code === "TIMEOUT") return "The server took too long to answer; try again.";
  // An answer without a reason: a proxy's, while the server is away.
  if (code?.startsWith("HTTP_5")) {
    return `The server answered ${status}. It may be restarting; try again in a moment.`;
  }
  const faults = issues.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`);
  const text = faults.length > 0 ? `${faults.join("; ")}.` : message;
  return wait === undefined ? text : `${text} Wait ${Math.ceil(wait)} s and try again.`;
}

/** Status of the answer that refused a call; 0 where there was none. */
export function statusOf(error: unknown): number {
  return ((error ?? {}) as Partial<Told>).status ?? 0;
}

/** Tells whether a failed call may have been done all the same: only a refusal (4xx) says that it was not. */
export function mayStand(error: unknown): boolean {
  const status = statusOf(error);
  return status < 400 || status > 499;
}

/** {@link wordsOf} for a call that trades: they never say that nothing was done where that is not known. */
export function tradeWordsOf(error: unknown): string {
  const words = wordsOf(error);
  return mayStand(error)
    ? `${words} It may have been done: look at the account before you do it again.`
    : words;
}

/** Names of the fields at fault, by which a form shows each fault where it belongs. */
export function faultsOf(error: unknown): Readonly<Record<string, string>> {
  const { issues = [] } = (error ?? {}) as Partial<Told>;
  return Object.fromEntries(issues.map(({ loc, msg }) => [loc.slice(1).join("."), msg]));
}
