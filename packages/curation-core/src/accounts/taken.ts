/** Errors for names and addresses that another account has. */

import { hasCode } from "@bourse/kernel";

import { CurationError } from "../errors.ts";

/** Rejects with USERNAME_TAKEN or EMAIL_TAKEN where the store refused a second account, else with `error` itself. */
export function duplicate(error: unknown): never {
  if (!hasCode(error, "STORE_DUPLICATE")) throw error;
  const index = error.details["index"];
  if (index === "by_username") {
    const message = "Another account has this username; choose another one.";
    throw new CurationError("USERNAME_TAKEN", message, { cause: error });
  }
  if (index === "by_email") {
    const message = "Another account has this email address; log in with it.";
    throw new CurationError("EMAIL_TAKEN", message, { cause: error });
  }
  throw error;
}

/** The error of an address that another account has, proven or only claimed. */
export function walletTaken(verified: boolean): CurationError {
  const message = verified
    ? "Another account has proven to own this address; log in with it."
    : "Another account lists this address but has not proven ownership. Sign a message to claim it.";
  return new CurationError("WALLET_TAKEN", message, { details: { verified } });
}
