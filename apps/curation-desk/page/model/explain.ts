/** Errors of calls in sentences: what happened, and what to do about it. */

import type { Problem } from "@bourse/contract/client";
import { FOREIGN_ANSWER } from "@bourse/ui/failures";

/** Advice for the codes that a person in front of this page can do something about. */
const ADVICE: Readonly<Record<string, string>> = {
  ACCOUNT_SUSPENDED: "",
  BUSY: "Try again in a few seconds.",
  CHALLENGE_INVALID: "Begin again.",
  CLAIM_HELD: "Take another draft, or wait until the claim has ended.",
  DRAFT_INCOMPLETE: "",
  EMAIL_TAKEN: "Sign in with this address, or use another one.",
  FORBIDDEN: "",
  INTERNAL_ERROR: "Try again; tell the operator if it stays.",
  INVALID_CREDENTIALS: "Check both and try again.",
  INVALID_TOKEN: "Sign in again.",
  LINK_INVALID: "",
  MAIL_UNAVAILABLE: "",
  PASSKEYS_UNAVAILABLE: "",
  QUOTA_EXCEEDED: "Withdraw or delete what you no longer need.",
  RATE_LIMITED: "",
  STATE_CONFLICT: "The list is read again.",
  TOKEN_EXPIRED: "Sign in again.",
  UNAUTHORIZED: "Sign in.",
  USERNAME_TAKEN: "Choose another name.",
  VERSION_MISMATCH: "Read the newest version, then decide again.",
  WALLET_NODE_UNAVAILABLE: "Try again later, or sign in by e-mail.",
  WALLET_PROOF_INVALID: "Sign a new message with this wallet.",
  WALLET_PROOF_REQUIRED: "Connect the wallet and sign the message instead.",
  WEBHOOKS_UNAVAILABLE: "Ask the operator to switch webhooks on.",
  WALLET_TAKEN: "Sign in with this wallet, or use another one.",
};

/** The error's code; undefined for an error that came from no call. */
export function codeOf(error: unknown): string | undefined {
  return (error as Partial<Problem> | null)?.code;
}

/** Sentences for people about a failed call. */
export function explain(error: unknown): string {
  const { code, message, retryAfterSeconds } = (error ?? {}) as Partial<Problem>;
  if (code === "NETWORK" || code === "TIMEOUT") {
    return "The server does not answer. When it is back, look whether this was done, and try again.";
  }
  if (code === "RESPONSE_INVALID") return FOREIGN_ANSWER;
  const said = sentence(message ?? String(error));
  if (retryAfterSeconds !== undefined) return `${said} Try again in ${retryAfterSeconds} s.`;
  const advice = adviceOf(code ?? "");
  return advice === "" ? said : `${said} ${advice}`;
}

function adviceOf(code: string): string {
  // An answer without a reason: a proxy's, while the server is away.
  if (code.startsWith("HTTP_5")) return "It may be restarting; try again in a moment.";
  return ADVICE[code] ?? "";
}

/** The faults of fields that a refusal names, by the field's name on the wire; empty for other errors. */
export function fieldFaults(error: unknown): ReadonlyMap<string, string> {
  const issues = (error as Partial<Problem> | null)?.issues ?? [];
  return new Map(
    issues.map(({ loc, msg }) => {
      const path = loc.filter((part) => part !== "body" && part !== "draft_data");
      return [path.join("."), sentence(msg)];
    }),
  );
}

function sentence(text: string): string {
  const begun = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?"]$/.test(begun) ? begun : `${begun}.`;
}
