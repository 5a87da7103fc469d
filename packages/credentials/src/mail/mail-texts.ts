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
}

/** Facts of a mail about the deletion of the account. */
export interface DeletionFacts extends MailFacts {
  /** Time of the deletion in milliseconds since the Unix epoch (UTC). */
  readonly deletesAt: number;
}

/** Texts of the mails of accounts, one function each. */
export interface MailTexts {
  /** The link of a forgotten password. */
  readonly resetPassword: (facts: LinkFacts) => MailText;
  /** The link that proves an address. */
  readonly verifyEmail: (facts: LinkFacts) => MailText;
  /** Notice of a password that its holder has changed. */
  readonly passwordChanged: (facts: NoticeFacts) => MailText;
  /** Notice of a password that was reset by a link. */
  readonly passwordReset: (facts: NoticeFacts) => MailText;
  /** Notice to the former address of an account that has another one now. */
  readonly emailChanged: (facts: NoticeFacts) => MailText;
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
  verifyEmail: ({ name, service, link, minutes }) =>
    letter(`Confirm your e-mail address for ${service}`, name, [
      `Confirm that this is the e-mail address of your account of ${service}:`,
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
  emailChanged: ({ name, service, keys }) =>
    letter(`Your e-mail address at ${service} was changed`, name, [
      `Your account of ${service} has another e-mail address now. You cannot log in with this one any more.`,
      ...keysLeft(keys),
      "If it was not you, tell the operator of the service at once.",
    ]),
  deletionRequested: ({ name, service, deletesAt }) =>
    letter(`Your account of ${service} will be deleted`, name, [
      `Your account of ${service} will be deleted with all of its data on ${dayOf(deletesAt)}. Every session was ended, and API keys are refused from now on.`,
      "To keep the account, log in before then and cancel the deletion. If it was not you who asked for it, reset your password as well.",
    ]),
  deletionCancelled: ({ name, service }) =>
    letter(`Your account of ${service} will not be deleted`, name, [
      `The deletion of your account of ${service} was cancelled after a login. Its API keys are accepted again.`,
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
