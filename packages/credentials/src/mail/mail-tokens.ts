/** Tokens of links in mails: 256 random bits, accepted once, for a time, for one purpose and one address. */

import type { StoreReader, Transaction } from "@bourse/kernel";
import { randomBytes, sha256, toBase64url } from "@bourse/kernel/platform";

import { type MailPurpose, type MailTokenDocument, mailTokens } from "./mail-token-document.ts";

/** Lifetime in minutes of a link that its receiver asked for. */
export const LINK_MINUTES = 30;
/** Days for which a former address is kept for its owner, and may be taken back by a link. */
export const RESTORE_DAYS = 7;

const DAY_MINUTES = 1440;

interface LinkKind {
  readonly prefix: string;
  readonly minutes: number;
  /**
   * Name of the link's page: a new address is confirmed where one is proved, and taken back with a new password; null
   * for a token that is sent as a code, without a link.
   */
  readonly fragment: string | null;
}

/** Kinds of links by their purpose. */
export const LINK_KINDS: Readonly<Record<MailPurpose, LinkKind>> = {
  password_reset: { prefix: "pr_", minutes: LINK_MINUTES, fragment: "reset-password" },
  email_verification: { prefix: "ev_", minutes: LINK_MINUTES, fragment: "verify-email" },
  wallet_recovery: { prefix: "wr_", minutes: LINK_MINUTES, fragment: "recover-wallet" },
  account_deletion: { prefix: "ad_", minutes: LINK_MINUTES, fragment: null },
  email_change: { prefix: "ec_", minutes: LINK_MINUTES, fragment: "verify-email" },
  email_restore: {
    prefix: "er_",
    minutes: RESTORE_DAYS * DAY_MINUTES,
    fragment: "reset-password",
  },
};
/** Links of invitations, whose tokens are the core's own: nobody has an account yet. */
export const INVITATION_LINK: Pick<LinkKind, "prefix" | "fragment"> = {
  prefix: "iv_",
  fragment: "invitation",
};
const FORM = /^(?:pr|ev|wr|ad|ec|er)_[A-Za-z0-9_-]{43}$/;

/** A new token, which only its holder can tell, and the form of it that is stored. */
export interface NewMailToken {
  readonly token: string;
  readonly document: MailTokenDocument;
}

/** Makes a token for an account; nothing is stored. */
export function newMailToken(
  link: Pick<MailTokenDocument, "purpose" | "userId" | "emailKey" | "email" | "isMailed">,
  now: number,
): NewMailToken {
  const { prefix, minutes } = LINK_KINDS[link.purpose];
  const token = `${prefix}${toBase64url(randomBytes(32))}`;
  return { token, document: { ...link, id: digestOf(token), expiresAt: now + minutes * 60_000 } };
}

/** The stored form of a token; undefined when it is unknown, used, expired, or of another purpose. */
export async function findMailToken(
  reader: Pick<StoreReader, "get">,
  purpose: MailPurpose,
  token: string,
  now: number,
): Promise<MailTokenDocument | undefined> {
  if (!FORM.test(token)) return undefined;
  const found = (await reader.get(mailTokens, digestOf(token)))?.value;
  return found?.purpose === purpose && now < found.expiresAt ? found : undefined;
}

/**
 * Ends the links of an account for a purpose, or for every one, that end at `from` or later, all of them by default, in
 * the caller's transaction: also the one that was used.
 */
export async function endMailTokens(
  tx: Transaction,
  purpose: MailPurpose | "any",
  userId: string,
  from = 0,
): Promise<void> {
  const equals = purpose === "any" ? [userId] : [userId, purpose];
  const query = { index: "by_user", equals, limit: 1000 } as const;
  const { items } = await tx.find(mailTokens, query);
  for (const { value } of items) if (value.expiresAt >= from) await tx.delete(mailTokens, value.id);
}

function digestOf(token: string): string {
  return sha256(token, "base64url");
}
