/** Accounts: registration, login, changes by their owner, and disabling. */

import {
  type LoginAttempt,
  type LoginTokens,
  type Logins,
  type Origin,
  type Session,
  emailKey,
} from "@bourse/credentials";
import { type Clock, type Ids, type Store, type Transaction, hasCode } from "@bourse/kernel";

import type { Audit } from "../audit/audit.ts";
import { AuthError } from "../errors.ts";
import { type AccountDocument, type User, accounts, userOf } from "./account.ts";
import { changeStatus } from "./change-status.ts";
import { checkEmail, checkName, checkNewPassword } from "./check-account-input.ts";

/** Parts that the accounts are built from. */
export interface AccountsParts {
  readonly store: Store;
  readonly logins: Pick<Logins, "sessions" | "passwords">;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Called after the status of an account has changed in this process. */
  readonly changed: (userId: string) => void;
}

/** A user who has just logged in, with the session and its tokens. */
export interface SignedIn extends LoginTokens {
  /** The account. */
  readonly user: User;
  /** The new session. */
  readonly session: Session;
}

/** Registration, login, changes by the owner, and disabling. `origin` is recorded and throttled. */
export interface Accounts {
  /**
   * Creates an account and logs it in: account and session are stored together or not at all.
   *
   * The password has 8–128 characters; a common or predictable one, the name and the e-mail address are refused. `name`
   * has 0–200 characters, default "".
   *
   * @throws AuthError VALIDATION_ERROR (details.path names the field), EMAIL_TAKEN, RATE_LIMITED, BUSY
   */
  register(
    input: { readonly email: string; readonly password: string; readonly name?: string },
    origin?: Origin,
  ): Promise<SignedIn>;
  /**
   * Logs a user in. The cost is the same for an unknown address, a wrong password and a disabled account.
   *
   * @throws AuthError INVALID_CREDENTIALS, RATE_LIMITED, BUSY
   */
  login(
    input: { readonly email: string; readonly password: string },
    origin?: Origin,
  ): Promise<SignedIn>;
  /**
   * Replaces the password and ends every session of the user but `sessionId`. API keys stay valid.
   *
   * @throws AuthError INVALID_CREDENTIALS, VALIDATION_ERROR, RATE_LIMITED, BUSY
   */
  changePassword(
    userId: string,
    sessionId: string,
    input: { readonly currentPassword: string; readonly newPassword: string },
    origin?: Origin,
  ): Promise<void>;
  /**
   * Replaces the e-mail address, with which the user logs in from then on, and ends every session of the user but
   * `sessionId`. API keys stay valid; the former address is free. A change counts as a registration from its address.
   *
   * @throws AuthError INVALID_CREDENTIALS, VALIDATION_ERROR (details.path `email`), EMAIL_TAKEN, RATE_LIMITED, BUSY
   */
  changeEmail(
    userId: string,
    sessionId: string,
    input: { readonly email: string; readonly currentPassword: string },
    origin?: Origin,
  ): Promise<User>;
  /**
   * Replaces the display name, 0–200 characters.
   *
   * @throws AuthError VALIDATION_ERROR (details.path `name`), NOT_FOUND
   */
  changeName(userId: string, name: string): Promise<User>;
  /**
   * Disables an account: all of its sessions end, its API keys and logins are refused. Resolves to false when there is
   * no account with this address. `UserDirectory` does so by the id.
   */
  disable(email: string): Promise<boolean>;
  /**
   * Enables a disabled account: its API keys and logins are accepted again, its sessions stay ended. Resolves to false
   * when there is no account with this address. `UserDirectory` does so by the id.
   */
  enable(email: string): Promise<boolean>;
  /** The owner of an account. @throws AuthError NOT_FOUND */
  get(userId: string): Promise<User>;
}

/**
 * Age in milliseconds below which the time of the last login stays as it is: logins at once would otherwise wait for
 * each other, and collide between replicas. A time that a wrong clock has put into the future does not stay.
 */
const LOGIN_TIME_MILLISECONDS = 60_000;

/** Accounts over a store. */
export function createAccounts(parts: AccountsParts): Accounts {
  const { store, audit, clock } = parts;
  const { sessions, passwords } = parts.logins;

  const signIn = async (
    origin: Origin,
    open: (tx: Transaction) => Promise<AccountDocument>,
  ): Promise<SignedIn> => {
    const { account, started } = await store.transaction(async (tx) => {
      const found = await open(tx);
      return { account: found, started: await sessions.start(tx, { userId: found.id, ...origin }) };
    });
    return { user: userOf(account), session: started.session, ...(await sessions.issue(started)) };
  };

  const findByEmail = async (email: string): Promise<AccountDocument | undefined> => {
    const page = await store.find(accounts, {
      index: "by_email",
      equals: [emailKey(email)],
      limit: 1,
    });
    return page.items[0]?.value;
  };

  const setStatus = async (email: string, status: AccountDocument["status"]): Promise<boolean> => {
    const account = await findByEmail(email);
    return account !== undefined && (await changeStatus(parts, account.id, status)) !== undefined;
  };

  /** The account when the password is right. @throws AuthError INVALID_CREDENTIALS at the same cost in all cases */
  const prove = async (
    account: AccountDocument | undefined,
    who: LoginAttempt & { readonly session?: string },
    password: string,
  ): Promise<AccountDocument> => {
    const { origin } = who;
    const passwordHash = account?.status === "active" ? account.passwordHash : null;
    const attempt = { ...who, passwordHash, password };
    const verdict = await passwords.verify(attempt);
    if (account === undefined || !verdict.matches) {
      const subject = { userId: account?.id ?? null };
      if (who.session === undefined) audit.record("login.failed", subject, origin);
      else audit.record("reauthentication.failed", { ...subject, sessionId: who.session }, origin);
      throw who.session === undefined ? wrongCredentials() : wrongPassword();
    }
    return verdict.needsRehash ? await rehash(account, password, origin) : account;
  };

  const rehash = async (
    account: AccountDocument,
    password: string,
    origin: Origin,
  ): Promise<AccountDocument> => {
    const passwordHash = await passwords.hash(password, origin);
    return await store.transaction(async (tx) => {
      const found = await tx.get(accounts, account.id);
      if (found?.value.passwordHash !== account.passwordHash) throw wrongCredentials();
      const { value } = await tx.replace(accounts, { ...found.value, passwordHash }, found.version);
      return value;
    });
  };

  /** Changes the account of a caller who knows its password, and ends its other sessions in the same transaction. */
  const changeAsOwner = async (
    { userId, sessionId, origin }: OwnSession,
    currentPassword: string,
    changesOf: () => Promise<Partial<AccountDocument>>,
  ): Promise<User> => {
    const account = (await store.get(accounts, userId))?.value;
    // Counted by the session: a stranger who fails to log in must not keep its holder from changing a credential.
    const who = { account: account?.emailKey ?? userId, origin, session: sessionId };
    const proved = await prove(account, who, currentPassword);
    const changes = await changesOf();
    const { changed, ended } = await store.transaction(async (tx) => {
      const found = await tx.get(accounts, userId);
      if (found?.value.passwordHash !== proved.passwordHash) throw wrongCredentials();
      const { value } = await tx.replace(accounts, { ...found.value, ...changes }, found.version);
      return { changed: value, ended: await sessions.endAll(tx, userId, sessionId) };
    });
    sessions.settle(ended);
    return userOf(changed);
  };

  return Object.freeze({
    register: async (
      input: { readonly email: string; readonly password: string; readonly name?: string },
      origin: Origin = {},
    ): Promise<SignedIn> => {
      const email = checkEmail(input.email);
      const name = checkName(input.name ?? "");
      const password = checkNewPassword(input.password, "password", [email, name]);
      await passwords.countRegistration(origin);
      const passwordHash = await passwords.hash(password, origin);
      const now = clock.now();
      const account: AccountDocument = {
        id: parts.ids.uuid(),
        email,
        emailKey: emailKey(email),
        name,
        passwordHash,
        status: "active",
        createdAt: now,
        passwordChangedAt: now,
        lastLoginAt: now,
      };
      const signedIn = await signIn(origin, async (tx) => {
        await tx.insert(accounts, account);
        return account;
      }).catch(duplicate);
      audit.record("account.registered", subjectOf(signedIn), origin);
      return signedIn;
    },

    login: async (
      input: { readonly email: string; readonly password: string },
      origin: Origin = {},
    ): Promise<SignedIn> => {
      const found = await findByEmail(input.email);
      const who = { account: emailKey(input.email), origin };
      const proved = await prove(found, who, input.password);
      const signedIn = await signIn(origin, async (tx) => {
        // A credential may have changed since it was checked, or the account may have been disabled.
        const now = await tx.get(accounts, proved.id);
        const isSame =
          now?.value.passwordHash === proved.passwordHash && now.value.emailKey === proved.emailKey;
        if (!isSame || now.value.status !== "active") throw wrongCredentials();
        const lastLoginAt = clock.now();
        const age = Math.abs(lastLoginAt - (now.value.lastLoginAt ?? 0));
        if (age < LOGIN_TIME_MILLISECONDS) return now.value;
        return (await tx.replace(accounts, { ...now.value, lastLoginAt }, now.version)).value;
      });
      audit.record("login.succeeded", subjectOf(signedIn), origin);
      return signedIn;
    },

    changePassword: async (
      userId: string,
      sessionId: string,
      input: { readonly currentPassword: string; readonly newPassword: string },
      origin: Origin = {},
    ): Promise<void> => {
      const { email, name } = (await store.get(accounts, userId))?.value ?? NOBODY;
      const password = checkNewPassword(input.newPassword, "newPassword", [email, name]);
      await changeAsOwner({ userId, sessionId, origin }, input.currentPassword, async () => ({
        passwordHash: await passwords.hash(password, origin),
        passwordChangedAt: clock.now(),
      }));
      audit.record("password.changed", { userId, sessionId }, origin);
    },

    changeEmail: async (
      userId: string,
      sessionId: string,
      input: { readonly email: string; readonly currentPassword: string },
      origin: Origin = {},
    ): Promise<User> => {
      const email = checkEmail(input.email);
      const own = { userId, sessionId, origin };
      const user = await changeAsOwner(own, input.currentPassword, async () => {
        // Like a registration, a change tells whether an address is taken.
        await passwords.countRegistration(origin);
        return { email, emailKey: emailKey(email) };
      }).catch(duplicate);
      audit.record("email.changed", { userId, sessionId }, origin);
      return user;
    },

    changeName: async (userId: string, given: string): Promise<User> => {
      const name = checkName(given);
      return await store.transaction(async (tx) => {
        const found = await tx.get(accounts, userId);
        if (found === undefined) throw noAccount();
        const { value } = await tx.replace(accounts, { ...found.value, name }, found.version);
        return userOf(value);
      });
    },

    disable: (email: string): Promise<boolean> => setStatus(email, "disabled"),

    enable: (email: string): Promise<boolean> => setStatus(email, "active"),

    get: async (userId: string): Promise<User> => {
      const found = await store.get(accounts, userId);
      if (found === undefined) throw noAccount();
      return userOf(found.value);
    },
  });
}

const NOBODY = { email: "", name: "" } as const;

/** A user who holds a live session. */
interface OwnSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly origin: Origin;
}

function subjectOf({ user, session }: SignedIn): { userId: string; sessionId: string } {
  return { userId: user.id, sessionId: session.id };
}

function wrongCredentials(): AuthError {
  return new AuthError("INVALID_CREDENTIALS", "E-mail or password is wrong.");
}

function wrongPassword(): AuthError {
  return new AuthError("INVALID_CREDENTIALS", "The current password is wrong.");
}

function noAccount(): AuthError {
  return new AuthError("NOT_FOUND", "There is no such account.");
}

/** Rejects with EMAIL_TAKEN where the store refused a second account of one address, else with `error` itself. */
function duplicate(error: unknown): never {
  if (!hasCode(error, "STORE_DUPLICATE")) throw error;
  throw new AuthError("EMAIL_TAKEN", "Another account has this e-mail address; log in with it.", {
    cause: error,
  });
}
