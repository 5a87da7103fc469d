/** Tokens of links in mails, as they are stored: of each only the digest. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** Purpose of a link: it opens nothing else. */
export type MailPurpose =
  | "password_reset"
  | "email_verification"
  | "account_deletion"
  | "wallet_recovery"
  | AddressPurpose;

/** Purpose of a link that gives its account another address: a new one, or the former one back. */
export type AddressPurpose = "email_change" | "email_restore";

/** A stored token. All times in milliseconds since the Unix epoch (UTC). */
export interface MailTokenDocument extends Entity {
  /** SHA-256 of the token in base64url. */
  readonly id: string;
  /** Purpose of the link. */
  readonly purpose: MailPurpose;
  /** Account that the link is for. */
  readonly userId: string;
  /** Key of the e-mail address that the account had when the link was made; it opens nothing after a change. */
  readonly emailKey: string;
  /** E-mail address that the link gives to the account; absent for other purposes. */
  readonly email?: string;
  /** True when the link was sent to this address; false or absent when its operator got it. */
  readonly isMailed?: boolean;
  /** Time from which the token is refused. */
  readonly expiresAt: number;
}

/** Collection of the tokens of links; part of the collections that the store of a core is opened with. */
export const mailTokens: Collection<MailTokenDocument, "by_user" | "by_end"> =
  defineCollection<MailTokenDocument>()({
    name: "mail_tokens",
    indexes: {
      by_user: { fields: ["userId", "purpose"] },
      by_end: { fields: ["expiresAt"] },
    },
  });
