/** Logins as the wire spells them. */

import type { SignedIn } from "@bourse/auth-core";
import type { TokenPair } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** The tokens of a login, the secret of a remembered device, and the deletion of the account while one waits. */
export function wireLogin(given: SignedIn): TokenPair {
  const { token, refreshToken, expiresIn, deletesAt, deviceSecret } = given;
  const device = deviceSecret === null ? {} : { deviceSecret };
  return { token, refreshToken, expiresIn, ...wireDeletion(deletesAt), ...device };
}

/** The deletion that waits, which answers tell of while there is one. */
export function wireDeletion(deletesAt: number | null): { deletesAt?: string } {
  return deletesAt === null ? {} : { deletesAt: isoTime(deletesAt) };
}
