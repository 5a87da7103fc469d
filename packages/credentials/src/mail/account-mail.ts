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
  type StoreReader,
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
import { type HeldEmailDocument, heldEmails, isHeldForAnother } from "./held-email.ts";
import type { Letter } from "./letter.ts";
import type { MailAccount } from "./mail-account.ts";
import {
  type AccountMailOptions,
  type ResolvedMailOptions,
  resolveMailOptions,
} from "./mail-options.ts";
import { createMailThrottle } from "./mail-throttle.ts";
import { mailTokens, type MailPurpose, type MailTokenDocument } from "./mail-token-document.ts";
import {
  endMailTokens,
  findMailToken,
  INVITATION_LINK,
  LINK_KINDS,
  newMailToken,
} from "./mail-tokens.ts";

/** Errors that mails end in, made by the core that owns the accounts. */
export type RefuseMail = (
  code: "LINK_INVALID" | "MAIL_UNAVAILABLE" | "RATE_LIMITED",
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
  /** The account of an address or an id that may get links, as `reader` has it; undefined for none. */
  readonly find: FindMailAccount;
  /** Makes the core's own errors. */
  readonly refuse: RefuseMail;
  /** Called after a link was sent to an account. */
  readonly sent: (purpose: MailPurpose, userId: string) => void;
  /** Called when a request is refused because of its limit. */
  readonly onThrottled?: ((limit: "mails") => void) | undefined;
}

/** Looks for an account that may get links, by its address or its id. */
export type FindMailAccount = (
  by: { readonly email: string } | { readonly id: string },
  reader: Pick<StoreReader, "get" | "find">,
) => Promise<MailAccount | undefined>;

/** The account that a link was made for, and the way of the link. */
export interface LinkHolder {
  /** Account that the link was made for. */
  readonly account: MailAccount;
  /** True when the link was sent to the account's address, so that its reader has proved the address. */
  readonly isMailed: boolean;
  /** E-mail address that the link gives to the account; null for links that give none. */
  readonly email: string | null;
  /** Time at which the link was made, in milliseconds since the Unix epoch (UTC). */
  readonly madeAt: number;
}

/** A mail that is ready to be added in the transaction of what causes it. */
export interface PreparedMail {
  /** The mail as it waits in the outbox. */
  readonly entry: PreparedEntry;
  /** Stored form of the token in the mail; undefined for a mail without one. */
  readonly token?: MailTokenDocument | undefined;
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
  /**
   * Asks for a link that begins a recovery, for an address that may be anybody's.
   *
   * @throws the core's error MAIL_UNAVAILABLE, RATE_LIMITED
   */
  requestRecovery(email: string, origin: Origin): Promise<void>;
  /** Asks for a link that proves an account's address. @throws the core's error MAIL_UNAVAILABLE, RATE_LIMITED */
  requestVerification(account: MailAccount, origin: Origin): Promise<void>;
  /** A link for an account, for its operator. @throws the core's error MAIL_UNAVAILABLE when there is no `publicUrl` */
  link(purpose: MailPurpose, account: MailAccount): Promise<string>;
  /**
   * The account that a link was made for, if it still has the address that the link was made for.
   *
   * @throws the core's error LINK_INVALID, the same for every link that opens nothing
   */
  holder(
    purpose: MailPurpose,
    token: string,
    reader?: Pick<StoreReader, "get" | "find">,
  ): Promise<LinkHolder>;
  /** True when a new address of an account counts once the link that it gets is opened. */
  readonly confirmsEmailChanges: boolean;
  /** Ends all links of an account for some purposes, or for every one, in the caller's transaction. */
  endLinks(
    tx: Transaction,
    userId: string,
    purposes: readonly MailPurpose[] | "any",
  ): Promise<void>;
  /**
   * Prepares the mail to a new address of an account. It counts as one that was asked for.
   *
   * @throws the core's error MAIL_UNAVAILABLE, RATE_LIMITED
   */
  prepareEmailChange(account: MailAccount, email: string, origin: Origin): Promise<PreparedMail>;
  /**
   * Prepares the mail that invites an address, which may be anybody's. It counts as one that was asked for.
   *
   * @throws the core's error MAIL_UNAVAILABLE, RATE_LIMITED
   */
  prepareInvitation(
    facts: Omit<Extract<Letter, { readonly kind: "invitation" }>, "kind">,
    origin: Origin,
  ): Promise<PreparedMail>;
  /**
   * Prepares the mail with a code that proves the wish to delete an account. It counts as one that was asked for.
   *
   * @throws the core's error MAIL_UNAVAILABLE, RATE_LIMITED
   */
  prepareDeletionCode(account: MailAccount, origin: Origin): Promise<PreparedMail>;
  /** Prepares a notice of a change; undefined when no mails are set up. */
  prepareNotice(letter: Letter): Promise<PreparedMail | undefined>;
  /**
   * Prepares the notice to the address that an account had before another one; where its owner had proved it, with a
   * link that takes it back. Undefined when no mails are set up.
   */
  prepareEmailChanged(
    before: MailAccount,
    facts: { readonly isProved: boolean; readonly keys: readonly string[] },
  ): Promise<PreparedMail | undefined>;
  /** Adds a prepared mail and its link in the transaction of what causes it; an address to take back is kept. */
  add(tx: Transaction, mail: PreparedMail | undefined): Promise<void>;
  /** True while an address is kept for another account than `own`, whose owner may take it back. */
  isHeld(reader: Pick<StoreReader, "get">, email: string, own?: string): Promise<boolean>;
  /** Ends the link that took an address back, and those of later changes; earlier ones stay. */
  endRestored(tx: Transaction, userId: string, token: string): Promise<void>;
  /** Deletes expired tokens, at most 1000 a call. */
  sweep(): Promise<void>;
  /** Stops sending. */
  close(): Promise<void>;
}

const KEY_BYTES = 32;
const NOTHING: OutboxFigures = Object.freeze({ waiting: 0, held: 0, dead: 0, oldestSeconds: 0 });

/** Opens the mails of a core. @throws KernelError OPTION_INVALID */
export function openAccountMail(parts: AccountMailParts): AccountMail {
  const { store, clock, refuse } = parts;
  const options = parts.mail === undefined ? undefined : resolveMailOptions(parts.mail);
  const unavailable = (): Error =>
    refuse("MAIL_UNAVAILABLE", "This service sends no mail: its operator has to set SMTP_URL.");
  const linkOf = (token: string): string => {
    if (options === undefined) throw unavailable();
    const kinds = [...Object.values(LINK_KINDS), INVITATION_LINK];
    const kind = kinds.find(({ prefix }) => token.startsWith(prefix));
    return `${options.publicUrl().replace(/\/+$/, "")}/#${kind?.fragment}=${token}`;
  };
  const linkFor = async (
    purpose: MailPurpose,
    { id: userId, emailKey: key }: MailAccount,
    isMailed: boolean,
  ): Promise<string> => {
    if (options === undefined) throw unavailable();
    const made = newMailToken({ purpose, userId, emailKey: key, isMailed }, clock.now());
    await store.insert(mailTokens, made.document);
    return linkOf(made.token);
  };
  const links: MailLinks = { linkOf, link: (purpose, account) => linkFor(purpose, account, true) };
  const outbox = options?.sender && openOutbox(parts, options, options.sender, links);
  const limit = limiter(parts, options, outbox, unavailable);
  const request = async (letter: Letter, account: string, origin: Origin): Promise<void> => {
    const box = await limit(account, origin);
    const entry = await box.prepare(letter);
    await store.transaction((tx) => box.add(tx, entry));
  };
  const prepareNotice: AccountMail["prepareNotice"] = async (letter) =>
    outbox && { entry: await outbox.prepare(letter) };
  return Object.freeze<AccountMail>({
    ...mailsWithTokens(parts, outbox, limit),
    confirmsEmailChanges: outbox !== undefined && options?.confirmsEmailChanges === true,
    isOn: outbox !== undefined,
    start: async () => outbox?.start(),
    deliverDue: async () => (await outbox?.deliverDue()) ?? 0,
    measure: async () => (await outbox?.measure()) ?? NOTHING,
    requestReset: (email, origin) =>
      request({ kind: "reset_requested", email }, emailKey(email), origin),
    requestRecovery: (email, origin) =>
      request({ kind: "recovery_requested", email }, emailKey(email), origin),
    requestVerification: (account, origin) =>
      request({ kind: "verification_requested", userId: account.id }, account.emailKey, origin),
    link: (purpose, account) => linkFor(purpose, account, false),
    holder: async (purpose, token, reader = store) => {
      const found = await findMailToken(reader, purpose, token, clock.now());
      const account = found && (await parts.find({ id: found.userId }, reader));
      const isSame = purpose === "email_restore" || account?.emailKey === found?.emailKey;
      if (found === undefined || account === undefined || !isSame) throw usedLink(refuse);
      const madeAt = found.expiresAt - LINK_KINDS[purpose].minutes * 60_000;
      return { account, isMailed: found.isMailed === true, email: found.email ?? null, madeAt };
    },
    endLinks: async (tx, userId, purposes) => {
      for (const purpose of purposes === "any" ? (["any"] as const) : purposes) {
        await endMailTokens(tx, purpose, userId);
      }
    },
    prepareInvitation: async (facts, origin) => {
      const box = await limit(emailKey(facts.to), origin);
      return { entry: await box.prepare({ kind: "invitation", ...facts }) };
    },
    prepareNotice,
    sweep: async () => {
      const ended = { index: "by_end", range: { lte: clock.now() } } as const;
      await deleteFound(store, mailTokens, ended);
      await deleteFound(store, heldEmails, ended);
    },
    close: async () => outbox?.close(),
  });
}

type MailLinks = Pick<ComposeParts, "link" | "linkOf">;

function usedLink(refuse: RefuseMail): Error {
  const message = "This link is not valid, or not any more; ask for a new one.";
  return refuse("LINK_INVALID", message);
}

function openOutbox(
  { store, clock, ids, masterKey, find: findIn, sent }: AccountMailParts,
  options: ResolvedMailOptions,
  sender: MailSender,
  links: MailLinks,
): Outbox<Letter> {
  const { watermark, onFailure, metrics } = options;
  const find: ComposeParts["find"] = (by) => findIn(by, store);
  return createOutbox<Letter>({
    store,
    key: hkdfSha256(masterKey, "bourse outbox", KEY_BYTES),
    clock,
    ids,
    ...(watermark === undefined ? {} : { watermark }),
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(metrics === undefined ? {} : { metrics }),
    deliver: async ({ id, payload, signal }) => {
      const composed = await composeMail({ options, find, ...links }, payload);
      if (composed === undefined) return;
      const { mail, linked } = composed;
      await sender.send(mail, { id, signal });
      if (linked !== null) sent(linked.purpose, linked.userId);
    },
  });
}

/** Counts a mail that is asked for, and resolves to the outbox for it: the same work for every address. */
type LimitMail = (account: string, origin: Origin) => Promise<Outbox<Letter>>;

function limiter(
  parts: AccountMailParts,
  options: ResolvedMailOptions | undefined,
  outbox: Outbox<Letter> | undefined,
  unavailable: () => Error,
): LimitMail {
  const { refuse, onThrottled } = parts;
  if (options === undefined || outbox === undefined) return () => Promise.reject(unavailable());
  const count = createMailThrottle(parts, options);
  return async (account, origin) => {
    const retryAfterSeconds = await count(account, origin);
    if (retryAfterSeconds === 0) return outbox;
    onThrottled?.("mails");
    const message = "Too many mails were asked for; try again later.";
    throw refuse("RATE_LIMITED", message, { details: { retryAfterSeconds } });
  };
}

/** Mails whose tokens are stored with what causes them, so that a later change of the account ends them. */
function mailsWithTokens(
  { clock }: AccountMailParts,
  outbox: Outbox<Letter> | undefined,
  limit: LimitMail,
): Pick<
  AccountMail,
  | "prepareDeletionCode"
  | "prepareEmailChange"
  | "prepareEmailChanged"
  | "add"
  | "isHeld"
  | "endRestored"
> {
  return {
    prepareDeletionCode: async ({ id: userId, emailKey: key, email: to, name }, origin) => {
      const box = await limit(key, origin);
      const made = newMailToken(
        { purpose: "account_deletion", userId, emailKey: key, isMailed: true },
        clock.now(),
      );
      const entry = await box.prepare({ kind: "deletion_code", to, name, token: made.token });
      return { entry, token: made.document };
    },
    prepareEmailChange: async ({ id: userId, emailKey: key, name }, email, origin) => {
      const box = await limit(emailKey(email), origin);
      const link = { purpose: "email_change", userId, emailKey: key, email } as const;
      const { token, document } = newMailToken(link, clock.now());
      const entry = await box.prepare({ kind: "email_change", to: email, name, token });
      return { entry, token: document };
    },
    prepareEmailChanged: async (before, { isProved, keys }) => {
      if (outbox === undefined) return undefined;
      const { id: userId, emailKey: key, email, name } = before;
      const link = { purpose: "email_restore", userId, emailKey: key, email } as const;
      const made = isProved ? newMailToken(link, clock.now()) : undefined;
      const token = made === undefined ? {} : { token: made.token };
      const letter = { kind: "email_changed", to: email, name, keys, ...token } as const;
      return { entry: await outbox.prepare(letter), token: made?.document };
    },
    add: async (tx, mail) => {
      if (mail === undefined || outbox === undefined) return;
      await outbox.add(tx, mail.entry);
      if (mail.token === undefined) return;
      await tx.insert(mailTokens, mail.token);
      if (mail.token.purpose === "email_restore") await hold(tx, mail.token);
    },
    isHeld: (reader, email, own) => isHeldForAnother(reader, email, own, clock.now()),
    endRestored: async (tx, userId, token) => {
      const used = await findMailToken(tx, "email_restore", token, clock.now());
      if (used === undefined) return;
      await tx.delete(heldEmails, used.emailKey);
      await endMailTokens(tx, "email_restore", userId, used.expiresAt);
    },
  };
}

async function hold(tx: Transaction, token: MailTokenDocument): Promise<void> {
  const { emailKey: id, userId, expiresAt: until } = token;
  const held: HeldEmailDocument = { id, userId, until };
  const found = await tx.get(heldEmails, id);
  if (found === undefined) await tx.insert(heldEmails, held);
  else await tx.replace(heldEmails, held, found.version);
}
