/** A letter of the outbox as a mail, with the link that its receiver asked for. */

import type { Mail } from "@bourse/outbox";

import type { Letter } from "./letter.ts";
import type { MailAccount } from "./mail-account.ts";
import type { ResolvedMailOptions } from "./mail-options.ts";
import type { MailText } from "./mail-texts.ts";
import type { MailPurpose } from "./mail-token-document.ts";
import { LINK_MINUTES } from "./mail-tokens.ts";

/** Parts that mails are written with. */
export interface ComposeParts {
  readonly options: Pick<ResolvedMailOptions, "service" | "texts">;
  /** The account of an address or an id that may get links; undefined for none. */
  readonly find: (
    by: { readonly email: string } | { readonly id: string },
  ) => Promise<MailAccount | undefined>;
  /** Makes a link for an account. */
  readonly link: (purpose: MailPurpose, account: MailAccount) => Promise<string>;
}

/** A mail, and the account and the purpose of the link in it. */
export interface Composed {
  readonly mail: Mail;
  readonly linked: { readonly purpose: MailPurpose; readonly userId: string } | null;
}

/** Writes the mail of a letter; undefined for an address or an account that there is not, or not any more. */
export async function composeMail(
  parts: ComposeParts,
  letter: Letter,
): Promise<Composed | undefined> {
  const { service, texts } = parts.options;
  switch (letter.kind) {
    case "reset_requested":
      return await linked(parts, "password_reset", { email: letter.email }, texts.resetPassword);
    case "verification_requested":
      return await linked(parts, "email_verification", { id: letter.userId }, texts.verifyEmail);
    case "password_changed":
      return { mail: to(letter.to, texts.passwordChanged({ ...letter, service })), linked: null };
    case "password_reset":
      return { mail: to(letter.to, texts.passwordReset({ ...letter, service })), linked: null };
    case "email_changed":
      return { mail: to(letter.to, texts.emailChanged({ ...letter, service })), linked: null };
    case "deletion_requested":
      return { mail: to(letter.to, texts.deletionRequested({ ...letter, service })), linked: null };
    case "deletion_cancelled":
      return { mail: to(letter.to, texts.deletionCancelled({ ...letter, service })), linked: null };
    case "account_deleted":
      return { mail: to(letter.to, texts.accountDeleted({ ...letter, service })), linked: null };
  }
}

async function linked(
  { options, find, link }: ComposeParts,
  purpose: MailPurpose,
  by: Parameters<ComposeParts["find"]>[0],
  write: ResolvedMailOptions["texts"]["resetPassword"],
): Promise<Composed | undefined> {
  const account = await find(by);
  if (account === undefined) return undefined;
  const { id: userId, email, name } = account;
  const facts = { name, service: options.service, minutes: LINK_MINUTES };
  const text = write({ ...facts, link: await link(purpose, account) });
  return { mail: to(email, text), linked: { purpose, userId } };
}

function to(receiver: string, { subject, text, html }: MailText): Mail {
  return { to: receiver, subject, text, ...(html === undefined ? {} : { html }) };
}
