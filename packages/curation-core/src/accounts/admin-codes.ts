/**
 * One-time codes that prove an admin's email address. The operator's addresses are reserved: an account gets one only
 * together with its code, which nobody but the operator can read. The store holds digests of codes only.
 */

import { emailKey } from "@bourse/credentials";
import type { Clock, Ids, Store, Transaction } from "@bourse/kernel";
import { isSameInConstantTime, sha256 } from "@bourse/kernel/platform";

import { forbidden } from "../actor.ts";
import { adminCodes } from "./admin-code-document.ts";

/** A one-time code for an admin's email address. */
export interface AdminCode {
  /** The code: 128 random bits in 26 lower-case letters and digits. It can be read only here. */
  readonly code: string;
  /** Expiry time in milliseconds since the epoch: 7 days after the issue. */
  readonly expiresAt: number;
}

/** Issues and redeems the codes of admins. */
export interface AdminCodes {
  /** Email addresses on the operator's list, as they were given. */
  readonly reserved: readonly string[];
  /** Issues a code for an address; an earlier one becomes invalid. The address is reserved while the code is open. */
  issue(tx: Transaction, email: string): Promise<AdminCode>;
  /** True when `code` is the open code of this address. */
  isOpen(reader: Pick<Store, "get">, email: string, code: string): Promise<boolean>;
  /**
   * Tells whether a claim of this address makes its account an admin: true with the open code, false for an address
   * that is not reserved when no code is given.
   *
   * @throws CurationError FORBIDDEN for a reserved address without its code, and for every wrong, used or expired code
   */
  check(
    reader: Pick<Store, "get">,
    email: string | null,
    code: string | undefined,
  ): Promise<boolean>;
  /** Checks as `check` does, and uses the code up. @throws CurationError FORBIDDEN */
  redeem(tx: Transaction, email: string | null, code: string | undefined): Promise<boolean>;
}

const LIFETIME_MILLISECONDS = 7 * 86_400_000;
const CODE_BITS = 128;

/** Creates the codes for the operator's list of email addresses. */
export function createAdminCodes(
  emails: readonly string[],
  {
    clock,
    ids,
    byLink = false,
  }: { readonly clock: Clock; readonly ids: Ids; readonly byLink?: boolean },
): AdminCodes {
  const listed = new Set(emails.map(emailKey));

  const open = async (reader: Pick<Store, "get">, email: string) => {
    const found = await reader.get(adminCodes, digest(emailKey(email)));
    return found === undefined || clock.now() >= found.value.expiresAt ? undefined : found;
  };

  const isOpen = async (
    reader: Pick<Store, "get">,
    email: string,
    code: string,
  ): Promise<boolean> => {
    const found = await open(reader, email);
    if (found === undefined) return false;
    return isSameInConstantTime(digest(code), found.value.codeHash);
  };

  const check: AdminCodes["check"] = async (reader, email, code) => {
    if (email !== null && code !== undefined && (await isOpen(reader, email, code))) return true;
    if (code !== undefined) throw wrongCode();
    if (email === null) return false;
    // A link proves an address on the list where the operator wants so: whoever types it is no admin yet.
    const isListed = listed.has(emailKey(email));
    const isReserved = isListed ? !byLink : (await open(reader, email)) !== undefined;
    if (isReserved) throw codeRequired();
    return false;
  };

  return Object.freeze({
    reserved: emails,
    issue: async (tx: Transaction, email: string): Promise<AdminCode> => {
      const code = ids.token("", CODE_BITS);
      const expiresAt = clock.now() + LIFETIME_MILLISECONDS;
      const id = digest(emailKey(email));
      await tx.delete(adminCodes, id);
      await tx.insert(adminCodes, { id, codeHash: digest(code), expiresAt });
      return { code, expiresAt };
    },
    isOpen,
    check,
    redeem: async (
      tx: Transaction,
      email: string | null,
      code: string | undefined,
    ): Promise<boolean> => {
      const isProved = await check(tx, email, code);
      if (isProved && email !== null) await tx.delete(adminCodes, digest(emailKey(email)));
      return isProved;
    },
  });
}

function digest(text: string): string {
  return sha256(text, "base64url");
}

function codeRequired() {
  return forbidden(
    "This email address is reserved for an admin: send the one-time code of the server's operator as admin_code.",
  );
}

function wrongCode() {
  return forbidden(
    "The admin code is not valid for this email address, was used before, or has expired; ask the operator for a new one.",
  );
}
