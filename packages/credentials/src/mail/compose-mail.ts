/** A letter of the outbox as a mail, with the link that its receiver asked for. */

import type { Mail } from "@bourse/outbox";

import type { Letter } from "./letter.ts";
import type { MailAccount } from "./mail-account.ts";
import type { ResolvedMailOptions } from "./mail-options.ts";
import type { MailText } from "./mail-texts.ts";
import type { MailPurpose } from "./mail-token-document.ts";
import { LINK_MINUTES, RESTORE_DAYS } from "./mail-tokens.ts";

/** Parts that mails are written with. */
export interface ComposeParts {
  readonly options: Pick<ResolvedMailOptions, "service" | "texts">;
  /** The account of an address or an id that may get links; undefined for none. */
  readonly find: (
    by: { readonly email: string } | { readonly id: string },
  ) => Promise<MailAccount | undefined>;
  /** The link of a token. */
  readonly linkOf: (token: string) => string;
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
      return await resetRequested(parts, letter.email);
    case "recovery_requested":
      return await recoveryRequested(parts, letter.email);
    case "recovery_started":
      return { mail: to(letter.to, texts.recoveryStarted({ ...letter, service })), linked: null };
    case "verification_requested":
      return await linked(parts, "email_verification", { id: letter.userId }, texts.verifyEmail);
    case "email_change": {
      const facts = { name: letter.name, service, minutes: LINK_MINUTES };
      const text = texts.changeEmail({ ...facts, link: parts.linkOf(letter.token) });
      return { mail: to(letter.to, text), linked: null };
    }
    case "deletion_code": {
      const { name, token: code } = letter;
      const text = texts.deletionCode({ name, service, code, minutes: LINK_MINUTES });
      return { mail: to(letter.to, text), linked: null };
    }
    case "password_changed":
    case "password_reset":
    case "email_changed":
    case "factor_added":
    case "factor_removed":
    case "wallet_changed":
    case "wallets_changed":
    case "wallet_claimed":
    case "recovery_ended":
    case "roles_changed":
    case "account_suspended":
    case "account_reinstated":
    case "keys_changed":
    case "sign_ins_changed":
    case "devices_changed":
    case "organization_changed":
      return { mail: noticeOf(parts, letter), linked: null };
    case "invitation": {
      const { organization, days } = letter;
      const facts = { name: "", service, organization, days, link: parts.linkOf(letter.token) };
      return { mail: to(letter.to, texts.invitation(facts)), linked: null };
    }
    case "deletion_requested":
      return { mail: to(letter.to, texts.deletionRequested({ ...letter, service })), linked: null };
    case "deletion_cancelled":
      return { mail: to(letter.to, texts.deletionCancelled({ ...letter, service })), linked: null };
    case "account_deleted":
      return { mail: to(letter.to, texts.accountDeleted({ ...letter, service })), linked: null };
  }
}

const NOTICES = {
  password_changed: "passwordChanged",
  password_reset: "passwordReset",
  email_changed: "emailChanged",
  factor_added: "factorAdded",
  factor_removed: "factorRemoved",
  wallet_changed: "walletChanged",
  wallets_changed: "walletsChanged",
  wallet_claimed: "walletClaimed",
  recovery_ended: "recoveryEnded",
  roles_changed: "rolesChanged",
  account_suspended: "accountSuspended",
  account_reinstated: "accountReinstated",
  keys_changed: "keysChanged",
  sign_ins_changed: "signInsChanged",
  devices_changed: "devicesChanged",
  organization_changed: "organizationChanged",
} as const;

function noticeOf(
  { options, linkOf }: ComposeParts,
  {
    kind,
    to: receiver,
    name,
    keys,
    token,
    change,
  }: Extract<Letter, { readonly keys: readonly string[] }>,
): Mail {
  const link = token === undefined ? {} : { link: linkOf(token) };
  const told = change === undefined ? {} : { change };
  const facts = { name, keys, service: options.service, days: RESTORE_DAYS, ...link, ...told };
  return to(receiver, options.texts[NOTICES[kind]](facts));
}

/** The link to a new password, or where a proved wallet holds the account, the way that its owner has. */
async function resetRequested(parts: ComposeParts, email: string): Promise<Composed | undefined> {
  const { texts, service } = parts.options;
  const account = await parts.find({ email });
  if (account?.isHeldByWallet !== true) {
    return await linked(parts, "password_reset", { email }, texts.resetPassword);
  }
  return {
    mail: to(account.email, texts.walletHolds({ name: account.name, service })),
    linked: null,
  };
}

/** The link that begins a recovery, or what else the holder of the address can do. */
async function recoveryRequested(
  parts: ComposeParts,
  email: string,
): Promise<Composed | undefined> {
  const { texts, service } = parts.options;
  const account = await parts.find({ email });
  if (account?.isRecoverable === true) {
    return await linked(parts, "wallet_recovery", { email }, texts.recoverWallet);
  }
  if (account === undefined) return undefined;
  const text = texts.recoveryRefused({ name: account.name, service });
  return { mail: to(account.email, text), linked: null };
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
