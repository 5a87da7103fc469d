/** Logins as the wire spells them. */

import type { SignedIn } from "@bourse/auth-core";
import type { TokenPair } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** The tokens of a login, and the deletion of the account while one waits. */
export function wireLogin({ token, refreshToken, expiresIn, deletesAt }: SignedIn): TokenPair {
  return { token, refreshToken, expiresIn, ...wireDeletion(deletesAt) };
}

/** The deletion that waits, which answers tell of while there is one. */
export function wireDeletion(deletesAt: number | null): { deletesAt?: string } {
  return deletesAt === null ? {} : { deletesAt: isoTime(deletesAt) };
}
