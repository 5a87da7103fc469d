/** Texts of the mails: subjects, plain text and simple HTML, each replaceable by the host. */

/** Subject and content of a mail. */
export interface MailText {
  /** Subject, one line. */
  readonly subject: string;
  /** Content as plain text. */
  readonly text: string;
  /** The same content as HTML; names and links must be escaped. Default: plain text only. */
  readonly html?: string;
}

/** Facts that every text may use. */
export interface MailFacts {
  /** Display name of the account; empty when it has none. */
  readonly name: string;
  /** Name of the service. */
  readonly service: string;
}

/** Facts of a mail with a link. */
export interface LinkFacts extends MailFacts {
  /** Link with the token. */
  readonly link: string;
  /** Minutes for which the link is accepted. */
  readonly minutes: number;
}

/** Facts of a mail about a change. */
export interface NoticeFacts extends MailFacts {
  /** Names of the API keys that stay valid. */
  readonly keys: readonly string[];
  /** Sentence that tells the change itself, where its kind does not: which key, which roles. */
  readonly change?: string;
  /** Link that takes a former address back, with a new password; absent without one. */
  readonly link?: string;
  /** Days for which that link is accepted. */
  readonly days: number;
}

/** Facts of a mail that invites somebody to an organization; `name` is empty. */
export interface InvitationFacts extends MailFacts {
  /** Name of the organization, which its inviter has chosen. */
  readonly organization: string;
  /** Link with the token. */
  readonly link: string;
  /** Days for which the link is accepted. */
  readonly days: number;
}

/** Facts of a mail with a code. */
export interface CodeFacts extends MailFacts {
  /** The code. */
  readonly code: string;
  /** Minutes for which the code is accepted. */
  readonly minutes: number;
}

/** Facts of a mail about the deletion of the account. */
export interface DeletionFacts extends MailFacts {
  /** Time of the deletion in milliseconds since the Unix epoch (UTC). */
  readonly deletesAt: number;
}

/** Facts of a mail about a recovery that waits. */
export interface RecoveryFacts extends MailFacts {
  /** Time from which the recovery can be completed, in milliseconds since the Unix epoch (UTC). */
  readonly completesAt: number;
}

/** Texts of the mails of accounts, one function each. */
export interface MailTexts {
  /** The link of a forgotten password. */
  readonly resetPassword: (facts: LinkFacts) => MailText;
  /** Answer to a forgotten password of an account that a proved wallet holds, and whose address nobody has proved. */
  readonly walletHolds: (facts: MailFacts) => MailText;
  /** The link that begins the recovery of an account whose wallet is lost. */
  readonly recoverWallet: (facts: LinkFacts) => MailText;
  /** Answer to a lost wallet of an account that its address does not bring back. */
  readonly recoveryRefused: (facts: MailFacts) => MailText;
  /** Notice that a recovery waits, and how the owner of the old wallet ends it. */
  readonly recoveryStarted: (facts: RecoveryFacts) => MailText;
  /** Notice that a recovery was ended by a login or by the owner. */
  readonly recoveryEnded: (facts: NoticeFacts) => MailText;
  /** The link that proves an address. */
  readonly verifyEmail: (facts: LinkFacts) => MailText;
  /** The link, sent to a new address, that makes it the account's. */
  readonly changeEmail: (facts: LinkFacts) => MailText;
  /** Notice of a password that its holder has changed. */
  readonly passwordChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a password that was reset by a link. */
  readonly passwordReset: (facts: NoticeFacts) => MailText;
  /** Notice to the former address of an account that has another one now. */
  readonly emailChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a second factor that was added. */
  readonly factorAdded: (facts: NoticeFacts) => MailText;
  /** Notice of a second factor that was removed. */
  readonly factorRemoved: (facts: NoticeFacts) => MailText;
  /** Notice of a wallet that was proved, or moved to. */
  readonly walletChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a second wallet that was added or removed. */
  readonly walletsChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a wallet that the account listed without a proof, and that another account has proved. */
  readonly walletClaimed: (facts: NoticeFacts) => MailText;
  /** Notice of roles that another person gave or took. */
  readonly rolesChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a suspension, with its end and its reason. */
  readonly accountSuspended: (facts: NoticeFacts) => MailText;
  /** Notice that a suspension was lifted. */
  readonly accountReinstated: (facts: NoticeFacts) => MailText;
  /** Notice of an API key that was created or revoked. */
  readonly keysChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a sign-in with an OpenID provider that was linked or unlinked. */
  readonly signInsChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a device that was remembered, or whose secret was copied. */
  readonly devicesChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a change of a membership in an organization. */
  readonly organizationChanged: (facts: NoticeFacts) => MailText;
  /** The link, sent to an address with or without an account, that makes its reader a member of an organization. */
  readonly invitation: (facts: InvitationFacts) => MailText;
  /** The code that proves that its owner wants the account to be deleted. */
  readonly deletionCode: (facts: CodeFacts) => MailText;
  /** Notice that the account will be deleted, and until when its owner can cancel that. */
  readonly deletionRequested: (facts: DeletionFacts) => MailText;
  /** Notice that the account stays after all. */
  readonly deletionCancelled: (facts: DeletionFacts) => MailText;
  /** Notice that the account has been deleted. */
  readonly accountDeleted: (facts: DeletionFacts) => MailText;
}

/** The texts in force where a host gives none. */
export const DEFAULT_MAIL_TEXTS: MailTexts = Object.freeze<MailTexts>({
  resetPassword: ({ name, service, link, minutes }) =>
    letter(`Reset your password of ${service}`, name, [
      `Somebody, probably you, has forgotten the password of your account of ${service}. Choose a new one here:`,
      { link },
      `The link works once, within ${minutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    ]),
  walletHolds: ({ name, service }) =>
    letter(`Your account of ${service}`, name, [
      `Somebody, probably you, has forgotten the password of your account of ${service}. A wallet holds the account, and nobody has confirmed that this address belongs to it, so no link is sent.`,
      "Sign in with the wallet, choose a new password, and confirm the address. If it was not you, do nothing.",
    ]),
  recoverWallet: ({ name, service, link, minutes }) =>
    letter(`Recover your account of ${service}`, name, [
      `Somebody, probably you, has lost the wallet of your account of ${service}. Begin the recovery here; it can be completed after a waiting time:`,
      { link },
      `The link works once, within ${minutes} minutes. If it was not you, do nothing: your wallet stays.`,
    ]),
  recoveryRefused: ({ name, service }) =>
    letter(`Your account of ${service}`, name, [
      `Somebody, probably you, wants to recover an account of ${service} by this address. That needs an account with a proved wallet whose owner has confirmed the address, so no link is sent.`,
      "Sign in by your password or your wallet, or recover the account by a second wallet. If it was not you, do nothing.",
    ]),
  recoveryStarted: ({ name, service, completesAt }) =>
    letter(`The recovery of your account of ${service} has begun`, name, [
      `Somebody, probably you, has begun to recover your account of ${service} without its wallet. From ${dayOf(completesAt)} on another wallet can take its place: ask for a new link, or sign by the second wallet again, to complete it.`,
      "If it was not you, sign in now: every login ends the recovery. Then protect your mailbox and your second wallets, and tell the operator of the service.",
    ]),
  recoveryEnded: ({ name, service }) =>
    letter(`The recovery of your account of ${service} has ended`, name, [
      `The recovery of your account of ${service} was ended, by a login or by its owner. The wallet stays.`,
      "If it was you who asked for it, begin again, and do not log in until it is completed.",
    ]),
  verifyEmail: ({ name, service, link, minutes }) =>
    letter(`Confirm your e-mail address for ${service}`, name, [
      `Confirm that this is the e-mail address of your account of ${service}:`,
      { link },
      `The link works once, within ${minutes} minutes. If you have no such account, do nothing.`,
    ]),
  changeEmail: ({ name, service, link, minutes }) =>
    letter(`Confirm your new e-mail address for ${service}`, name, [
      `Somebody, probably you, wants this address for an account of ${service}. It counts once you confirm it:`,
      { link },
      `The link works once, within ${minutes} minutes. If you have no such account, do nothing.`,
    ]),
  passwordChanged: ({ name, service, keys }) =>
    letter(`Your password of ${service} was changed`, name, [
      `The password of your account of ${service} was changed, and every other session was ended.`,
      ...keysLeft(keys),
      NOT_YOU,
    ]),
  passwordReset: ({ name, service, keys }) =>
    letter(`Your password of ${service} was reset`, name, [
      `The password of your account of ${service} was reset by a link, and all sessions were ended.`,
      ...keysLeft(keys),
      NOT_YOU,
    ]),
  emailChanged: ({ name, service, keys, link, days }) =>
    letter(`Your e-mail address at ${service} was changed`, name, [
      `Your account of ${service} has another e-mail address now. You cannot log in with this one any more.`,
      ...keysLeft(keys),
      ...(link === undefined
        ? ["If it was not you, tell the operator of the service at once."]
        : [
            "If it was not you, take the address back and choose a new password here:",
            { link },
            `The link works once, within ${days} days.`,
          ]),
    ]),
  rolesChanged: ({ name, service, change }) =>
    letter(`Your roles at ${service} were changed`, name, [
      `The roles of your account of ${service} were changed.`,
      ...(change === undefined ? [] : [change]),
    ]),
  accountSuspended: ({ name, service, change }) =>
    letter(`Your account of ${service} is suspended`, name, [
      `Your account of ${service} was suspended.`,
      ...(change === undefined ? [] : [change]),
    ]),
  accountReinstated: ({ name, service }) =>
    letter(`Your account of ${service} is no longer suspended`, name, [
      `The suspension of your account of ${service} was lifted.`,
    ]),
  keysChanged: ({ name, service, change, keys }) =>
    letter(`The API keys of your account of ${service} were changed`, name, [
      ...(change === undefined ? [] : [change]),
      ...keysLeft(keys),
      "If it was not you, revoke the keys that you do not know, and change your password.",
    ]),
  signInsChanged: ({ name, service, change, keys }) =>
    letter(`The sign-ins of your account of ${service} were changed`, name, [
      ...(change === undefined ? [] : [change]),
      ...keysLeft(keys),
      NOT_YOU,
    ]),
  devicesChanged: ({ name, service, change }) =>
    letter(`The remembered devices of your account of ${service} were changed`, name, [
      ...(change === undefined ? [] : [change]),
      NOT_YOU,
    ]),
  organizationChanged: ({ name, service, change }) =>
    letter(
      `An organization of yours at ${service} was changed`,
      name,
      change === undefined ? [] : [change],
    ),
  invitation: ({ name, service, organization, link, days }) =>
    letter(`You are invited to an organization at ${service}`, name, [
      `Somebody has invited this address to the organization "${organization}" at ${service}. Log in with it, or create an account, here:`,
      { link },
      `The link works once, within ${days} days, for an account with this address. If you know nothing of it, do nothing.`,
    ]),
  walletChanged: ({ name, service }) =>
    letter(`Your wallet at ${service} was changed`, name, [
      `The wallet of your account of ${service} was proved or changed, and every other session was ended.`,
      NOT_YOU,
    ]),
  walletClaimed: ({ name, service, change }) =>
    letter(`Your account of ${service} lists a wallet no more`, name, [
      ...(change === undefined ? [] : [change]),
      "Your account stays as it is otherwise. If the wallet is yours, sign in with it: its account is yours too.",
    ]),
  walletsChanged: ({ name, service, change }) =>
    letter(`The wallets of your account of ${service} were changed`, name, [
      ...(change === undefined ? [] : [change]),
      NOT_YOU,
    ]),
  factorAdded: ({ name, service, keys }) =>
    letter(`A second factor was added to your account of ${service}`, name, [
      `Logins to your account of ${service} ask for a code of an authenticator app from now on.`,
      "Keep the recovery codes: without them and without the app you cannot log in.",
      ...keysLeft(keys),
      NOT_YOU,
    ]),
  factorRemoved: ({ name, service, keys }) =>
    letter(`A second factor was removed from your account of ${service}`, name, [
      `An authenticator app and its recovery codes were removed from your account of ${service}.`,
      ...keysLeft(keys),
      NOT_YOU,
    ]),
  deletionCode: ({ name, service, code, minutes }) =>
    letter(`Delete your account of ${service}`, name, [
      `Somebody, probably you, wants to delete your account of ${service}. Type this code where you were asked for it:`,
      code,
      `The code works once, within ${minutes} minutes. If it was not you, give it to nobody, and end all sessions of your account.`,
    ]),
  deletionRequested: ({ name, service, deletesAt }) =>
    letter(`Your account of ${service} will be deleted`, name, [
      `Your account of ${service} will be deleted with all of its data on ${dayOf(deletesAt)}. Every session was ended, and the account's API keys, if it has any, are refused from now on.`,
      "To keep the account, log in before then and cancel the deletion. If it was not you who asked for it, reset your password as well.",
    ]),
  deletionCancelled: ({ name, service }) =>
    letter(`Your account of ${service} will not be deleted`, name, [
      `The deletion of your account of ${service} was cancelled after a login. Its API keys, if it has any, are accepted again.`,
      NOT_YOU,
    ]),
  accountDeleted: ({ name, service }) =>
    letter(`Your account of ${service} was deleted`, name, [
      `Your account of ${service} and its data were deleted. This is the last mail about it.`,
    ]),
});

/** A time to the minute, such as `2026-01-08 09:30 UTC`. */
function dayOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const NOT_YOU =
  "If it was not you, reset your password at once and tell the operator of the service.";

function keysLeft(keys: readonly string[]): readonly string[] {
  if (keys.length === 0) return [];
  return [`API keys stay valid. Revoke those that you do not know: ${keys.join(", ")}.`];
}

type Paragraph = string | { readonly link: string };

function letter(subject: string, name: string, body: readonly Paragraph[]): MailText {
  const paragraphs = [name === "" ? "Hello," : `Hello ${name},`, ...body];
  const plain = paragraphs.map((one) => (typeof one === "string" ? one : one.link));
  const html = paragraphs.map((one) => {
    if (typeof one === "string") return `<p>${escaped(one)}</p>`;
    return `<p><a href="${escaped(one.link)}">${escaped(one.link)}</a></p>`;
  });
  return {
    subject,
    text: `${plain.join("\n\n")}\n`,
    html: `<!doctype html><html><body>${html.join("")}</body></html>`,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
