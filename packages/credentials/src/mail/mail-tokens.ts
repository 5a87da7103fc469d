/** Tokens of links in mails: 256 random bits, accepted once, for 30 minutes, for one purpose and one address. */

import type { StoreReader, StoreWriter, Transaction } from "@bourse/kernel";
import { randomBytes, sha256, toBase64url } from "@bourse/kernel/platform";

import { type MailPurpose, type MailTokenDocument, mailTokens } from "./mail-token-document.ts";

/** Lifetime of a link in minutes. */
export const LINK_MINUTES = 30;

const PREFIXES: Readonly<Record<MailPurpose, string>> = {
  password_reset: "pr_",
  email_verification: "ev_",
};
const FORM = /^(?:pr|ev)_[A-Za-z0-9_-]{43}$/;

/** Stores a new token for an account and resolves to it; only its holder can tell it. */
export async function issueMailToken(
  store: Pick<StoreWriter, "insert">,
  purpose: MailPurpose,
  { id: userId, emailKey }: { readonly id: string; readonly emailKey: string },
  now: number,
): Promise<string> {
  const token = `${PREFIXES[purpose]}${toBase64url(randomBytes(32))}`;
  const expiresAt = now + LINK_MINUTES * 60_000;
  await store.insert(mailTokens, { id: digestOf(token), purpose, userId, emailKey, expiresAt });
  return token;
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
 * Ends all links of an account for a purpose, or for every one, in the caller's transaction: also the one that was
 * used.
 */
export async function endMailTokens(
  tx: Transaction,
  purpose: MailPurpose | "any",
  userId: string,
): Promise<void> {
  const equals = purpose === "any" ? [userId] : [userId, purpose];
  for (;;) {
    const query = { index: "by_user", equals, limit: 100 } as const;
    const { items } = await tx.find(mailTokens, query);
    for (const { value } of items) await tx.delete(mailTokens, value.id);
    if (items.length === 0) return;
  }
}

function digestOf(token: string): string {
  return sha256(token, "base64url");
}
