/** Errors for names and addresses that another account has. */

import { findByEmailKey } from "@bourse/credentials";
import { hasCode, type StoreReader } from "@bourse/kernel";

import { CurationError } from "../errors.ts";
import { users } from "../users/user-document.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** Rejects with USERNAME_TAKEN, EMAIL_TAKEN or STATE_CONFLICT where the store refused a second, else with `error`. */
export function duplicate(error: unknown): never {
  if (!hasCode(error, "STORE_DUPLICATE")) throw error;
  const index = error.details["index"];
  if (index === "by_username") {
    const message = "Another account has this username; choose another one.";
    throw new CurationError("USERNAME_TAKEN", message, { cause: error });
  }
  if (index === "by_email") {
    throw emailHeld(error);
  }
  if (index === "by_subject") {
    const message = "Another account was linked with this sign-in meanwhile.";
    throw new CurationError("STATE_CONFLICT", message, { cause: error });
  }
  throw error;
}

/**
 * Passes when no account but `own` has the address in any spelling, or may take it back.
 *
 * @throws CurationError EMAIL_TAKEN
 */
export async function checkEmailFree(
  { mail }: Pick<AccountsParts, "mail">,
  reader: Pick<StoreReader, "find" | "get">,
  email: string,
  own?: string,
): Promise<void> {
  const holder = await findByEmailKey(reader, users, email);
  if (holder !== undefined && holder.value.id !== own) throw emailHeld();
  if (await mail.isHeld(reader, email, own)) throw emailHeld();
}

function emailHeld(cause?: unknown): CurationError {
  const message = "Another account has this email address; log in with it.";
  return new CurationError("EMAIL_TAKEN", message, cause === undefined ? {} : { cause });
}

/** The error of an address that another account has, proven or only claimed. */
export function walletTaken(verified: boolean): CurationError {
  const message = verified
    ? "Another account has proven to own this address; log in with it."
    : "Another account lists this address but has not proven ownership. Sign a message to claim it.";
  return new CurationError("WALLET_TAKEN", message, { details: { verified } });
}
