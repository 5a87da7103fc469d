/**
 * Mails of accounts. A request for a link is written to the outbox alike for every address, known or not: the account
 * is looked for when the mail is written, in the background, so that neither an answer nor its time tells of it. The
 * token of a link exists in the mail alone; the store has its digest.
 */

import {
  type Clock,
  type ErrorOptions,
  type Ids,
  type Store,
  type Transaction,
  deleteFound,
} from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import {
  createOutbox,
  type MailSender,
  type Outbox,
  type OutboxFigures,
  type PreparedEntry,
} from "@bourse/outbox";

import { emailKey } from "../email/email.ts";
import type { Origin } from "../origin/origin.ts";
import { type ComposeParts, composeMail } from "./compose-mail.ts";
import type { Letter } from "./letter.ts";
import type { MailAccount } from "./mail-account.ts";
import {
  type AccountMailOptions,
  type ResolvedMailOptions,
  resolveMailOptions,
} from "./mail-options.ts";
import { createMailThrottle } from "./mail-throttle.ts";
import { mailTokens, type MailPurpose, type MailTokenDocument } from "./mail-token-document.ts";
import { endMailTokens, findMailToken, issueMailToken } from "./mail-tokens.ts";

/** Errors that mails end in, made by the core that owns the accounts. */
export type RefuseMail = (
  code: "MAIL_UNAVAILABLE" | "RATE_LIMITED",
  message: string,
  options?: ErrorOptions,
) => Error;

/** Parts that the mails of a core are built from. */
export interface AccountMailParts {
  /** Store that was opened with `mailTokens`, `loginFailures` and `outboxCollections`. */
  readonly store: Store;
  /** 32 bytes; the key that encrypts waiting mails is derived from it. */
  readonly masterKey: Uint8Array;
  /** Source of the time. */
  readonly clock: Clock;
  /** Source of ids. */
  readonly ids: Ids;
  /** Options of the mails; undefined when none are set up. */
  readonly mail: AccountMailOptions | undefined;
  /** The account of an address or an id that may get links; undefined for none. */
  readonly find: ComposeParts["find"];
  /** Makes the core's own errors. */
  readonly refuse: RefuseMail;
  /** Called after a link was sent to an account. */
  readonly sent: (purpose: MailPurpose, userId: string) => void;
  /** Called when a request is refused because of its limit. */
  readonly onThrottled?: ((limit: "mails") => void) | undefined;
}

/** Delivery of the mails of one core. */
export interface MailDelivery {
  /** True when mails are set up: links and notices are sent. */
  readonly isOn: boolean;
  /** Begins to send mails in the background. Nothing happens when none are set up. @throws StoreError */
  start(): Promise<void>;
  /** Sends the mails that are due now. Resolves to their number. @throws StoreError */
  deliverDue(): Promise<number>;
  /** Mails that wait, those that were given up, and the age of the oldest one that waits. @throws StoreError */
  measure(): Promise<OutboxFigures>;
}

/** Mails of one core, for its own use. */
export interface AccountMail extends MailDelivery {
  /** Asks for a link for an address that may be anybody's. @throws the core's error MAIL_UNAVAILABLE, RATE_LIMITED */
  requestReset(email: string, origin: Origin): Promise<void>;
  /** Asks for a link that proves an account's address. @throws the core's error MAIL_UNAVAILABLE, RATE_LIMITED */
  requestVerification(account: MailAccount, origin: Origin): Promise<void>;
  /** A link for an account, for its operator. @throws the core's error MAIL_UNAVAILABLE when there is no `publicUrl` */
  link(purpose: MailPurpose, account: MailAccount): Promise<string>;
  /** The stored form of a token that is accepted for a purpose now. */
  findToken(
    purpose: MailPurpose,
    token: string,
    reader?: Pick<Transaction, "get">,
  ): Promise<MailTokenDocument | undefined>;
  /** Ends all links of an account for a purpose, or for every one, in the caller's transaction. */
  endLinks(tx: Transaction, purpose: MailPurpose | "any", userId: string): Promise<void>;
  /** Prepares a notice of a change; undefined when no mails are set up. */
  prepareNotice(letter: Letter): Promise<PreparedEntry | undefined>;
  /** Adds a prepared notice in the transaction of the change. */
  addNotice(tx: Transaction, entry: PreparedEntry | undefined): Promise<void>;
  /** Deletes expired tokens, at most 1000 a call. */
  sweep(): Promise<void>;
  /** Stops sending. */
  close(): Promise<void>;
}

const KEY_BYTES = 32;
const NOTHING: OutboxFigures = Object.freeze({ waiting: 0, dead: 0, oldestSeconds: 0 });

const FRAGMENTS: Readonly<Record<MailPurpose, string>> = {
  password_reset: "reset-password",
  email_verification: "verify-email",
};

/** Opens the mails of a core. @throws KernelError OPTION_INVALID */
export function openAccountMail(parts: AccountMailParts): AccountMail {
  const { store, clock, refuse } = parts;
  const options = parts.mail === undefined ? undefined : resolveMailOptions(parts.mail);
  const unavailable = (): Error =>
    refuse("MAIL_UNAVAILABLE", "This service sends no mail: its operator has to set SMTP_URL.");
  const link = async (purpose: MailPurpose, account: MailAccount): Promise<string> => {
    if (options === undefined) throw unavailable();
    const token = await issueMailToken(store, purpose, account, clock.now());
    return `${options.publicUrl().replace(/\/+$/, "")}/#${FRAGMENTS[purpose]}=${token}`;
  };
  const outbox = options?.sender && openOutbox(parts, options, options.sender, link);
  const request = requester(parts, options, outbox, unavailable);
  return Object.freeze<AccountMail>({
    isOn: outbox !== undefined,
    start: async () => outbox?.start(),
    deliverDue: async () => (await outbox?.deliverDue()) ?? 0,
    measure: async () => (await outbox?.measure()) ?? NOTHING,
    requestReset: (email, origin) =>
      request({ kind: "reset_requested", email }, emailKey(email), origin),
    requestVerification: (account, origin) =>
      request({ kind: "verification_requested", userId: account.id }, account.emailKey, origin),
    link,
    findToken: (purpose, token, reader = store) =>
      findMailToken(reader, purpose, token, clock.now()),
    endLinks: endMailTokens,
    prepareNotice: async (letter) => outbox?.prepare(letter),
    addNotice: async (tx, entry) => {
      if (entry !== undefined) await outbox?.add(tx, entry);
    },
    sweep: async () => {
      await deleteFound(store, mailTokens, { index: "by_end", range: { lte: clock.now() } });
    },
    close: async () => outbox?.close(),
  });
}

function openOutbox(
  { store, clock, ids, masterKey, find, sent }: AccountMailParts,
  options: ResolvedMailOptions,
  sender: MailSender,
  link: ComposeParts["link"],
): Outbox<Letter> {
  const { onFailure, metrics } = options;
  return createOutbox<Letter>({
    store,
    key: hkdfSha256(masterKey, "bourse outbox", KEY_BYTES),
    clock,
    ids,
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(metrics === undefined ? {} : { metrics }),
    deliver: async ({ id, payload, signal }) => {
      const composed = await composeMail({ options, find, link }, payload);
      if (composed === undefined) return;
      const { mail, linked } = composed;
      await sender.send(mail, { id, signal });
      if (linked !== null) sent(linked.purpose, linked.userId);
    },
  });
}

/** Asks for a link: the same work for every address. */
function requester(
  parts: AccountMailParts,
  options: ResolvedMailOptions | undefined,
  outbox: Outbox<Letter> | undefined,
  unavailable: () => Error,
): (letter: Letter, account: string, origin: Origin) => Promise<void> {
  const { store, refuse, onThrottled } = parts;
  if (options === undefined || outbox === undefined) return () => Promise.reject(unavailable());
  const count = createMailThrottle(parts, options);
  return async (letter, account, origin) => {
    const retryAfterSeconds = await count(account, origin);
    if (retryAfterSeconds > 0) {
      onThrottled?.("mails");
      const message = "Too many mails were asked for; try again later.";
      throw refuse("RATE_LIMITED", message, { details: { retryAfterSeconds } });
    }
    const entry = await outbox.prepare(letter);
    await store.transaction((tx) => outbox.add(tx, entry));
  };
}
