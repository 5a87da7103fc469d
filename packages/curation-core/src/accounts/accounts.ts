/** Registration, login and changes of accounts. */

import { type LoginTokens, type Logins, type Origin, emailKey } from "@bourse/credentials";
import { type Ids, type Store, type Transaction, type Versioned, hasCode } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { Ledger, UnitOfWork } from "../ledger/ledger.ts";
import type { ProofVerifier, VerifiedProof } from "../wallet/wallet-proofs.ts";
import type { Login, ProfilePatch, Registration, WalletProof } from "./account-input.ts";
import type { AdminCodes } from "./admin-codes.ts";
import type { AdminWallets } from "./admin-wallets.ts";
import { changeRoles, withAdmin } from "./change-roles.ts";
import { checkEmail, checkNewPassword, checkProfile, checkUsername } from "./check-account.ts";
import { moveWallet } from "./move-wallet.ts";
import { type UserDocument, readAccount, userView, users } from "./user-document.ts";
import type { User } from "./user.ts";

/** Tokens and account of a successful login. */
export interface SignedIn extends LoginTokens {
  /** The account. */
  readonly user: User;
}

/** A wallet address with the proof of its ownership. */
export interface WalletChange extends WalletProof {
  /** EVM or Solana address; the message must name the same. */
  readonly walletAddress: string;
}

/** Registration, login and profile of accounts. */
export interface Accounts {
  /**
   * Creates an account and logs it in.
   *
   * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_REQUIRED, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE,
   * FORBIDDEN for an email address that is reserved for an admin, USERNAME_TAKEN, EMAIL_TAKEN, WALLET_TAKEN, RATE_LIMITED, BUSY
   */
  register(input: Registration, origin?: Origin): Promise<SignedIn>;
  /**
   * Logs an account in by a signed message or by email address and password.
   *
   * @throws CurationError VALIDATION_ERROR, INVALID_CREDENTIALS, WALLET_PROOF_REQUIRED, WALLET_PROOF_INVALID,
   * WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, RATE_LIMITED, BUSY
   */
  login(input: Login, origin?: Origin): Promise<SignedIn>;
  /** Reads an account. @throws CurationError NOT_FOUND */
  get(userId: string): Promise<User>;
  /** Changes the actor's profile. @throws CurationError VALIDATION_ERROR, USERNAME_TAKEN, NOT_FOUND */
  update(actor: Actor, patch: ProfilePatch): Promise<User>;
  /**
   * Proves the actor's wallet address, or replaces it by another proven one.
   *
   * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, NOT_FOUND
   */
  setWallet(actor: Actor, input: WalletChange): Promise<User>;
  /**
   * Makes the actor an admin by the one-time code of the email address of its account.
   *
   * @throws CurationError FORBIDDEN for a wrong, used or expired code; NOT_FOUND
   */
  redeemAdminCode(actor: Actor, code: string): Promise<User>;
}

/** The parts that accounts are built from. */
export interface AccountsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly logins: Pick<Logins, "sessions" | "passwords">;
  readonly proofs: ProofVerifier;
  readonly adminCodes: AdminCodes;
  readonly adminWallets: AdminWallets;
  readonly requireWalletProof: boolean;
  readonly ids: Ids;
}

/** Creates the accounts of a store. */
export function createAccounts(parts: AccountsParts): Accounts {
  const { store, ledger, proofs, adminCodes, adminWallets } = parts;
  const { sessions, passwords } = parts.logins;

  /** Writes an account and its session in one transaction. */
  const signIn = async (
    origin: Origin,
    open: (unit: UnitOfWork) => Promise<{ user: UserDocument; ended?: readonly string[] }>,
  ): Promise<SignedIn> => {
    const { user, ended, started } = await ledger.run(async (unit) => {
      const opened = await open(unit);
      const owner = { userId: opened.user.id, ...origin };
      return { ...opened, started: await sessions.start(unit.tx, owner) };
    });
    sessions.settle(ended ?? []);
    return { ...(await sessions.issue(started)), user: userView(user) };
  };

  const verified = async (input: Partial<WalletProof>): Promise<VerifiedProof | null> => {
    const { message, signature } = input;
    if (message === undefined && signature === undefined) return null;
    if (message === undefined || signature === undefined) {
      throw invalid(
        ["body", "signature"],
        "message and signature must be given together",
        "missing",
      );
    }
    return await proofs.verify({ message, signature });
  };

  /** Removes the address from an account that has not proven it. @throws CurationError WALLET_TAKEN */
  const freeWallet = async (unit: UnitOfWork, key: string, proved: boolean): Promise<void> => {
    const holder = await holderOf(unit.tx, key);
    if (holder === undefined) return;
    if (!proved || holder.value.walletVerified) throw walletTaken(holder.value.walletVerified);
    await moveWallet(unit, holder, null);
  };

  const register = async (input: Registration, origin: Origin): Promise<SignedIn> => {
    const wallet = proofs.parse(input.walletAddress);
    const username = checkUsername(input.username);
    const login = checkLogin(input);
    if (parts.requireWalletProof && input.message === undefined) throw proofRequired();
    passwords.countRegistration(origin);
    const email = login?.email ?? null;
    await adminCodes.check(store, email, input.adminCode);
    const proof = await verified(input);
    if (proof !== null && proof.wallet.key !== wallet.key) throw otherWallet();
    const passwordHash = login === null ? null : await passwords.hash(login.password, origin);
    return await signIn(origin, async (unit) => {
      if (proof !== null) await proofs.use(unit.tx, proof);
      await freeWallet(unit, wallet.key, proof !== null);
      const isAdmin =
        (await adminCodes.redeem(unit.tx, email, input.adminCode)) ||
        (proof !== null && (await adminWallets.isAdmin(unit.tx, wallet.key)));
      const user: UserDocument = {
        id: parts.ids.uuid(),
        walletAddress: wallet.address,
        walletKey: wallet.key,
        walletVerified: proof !== null,
        username,
        usernameKey: username.toLowerCase(),
        email,
        emailKey: email === null ? null : emailKey(email),
        passwordHash,
        displayName: null,
        avatarUrl: null,
        bio: null,
        ...withAdmin([], isAdmin),
        totalMarketsCreated: 0,
        createdAt: unit.now,
        updatedAt: unit.now,
        lastLoginAt: unit.now,
      };
      await unit.tx.insert(users, user);
      return { user };
    }).catch(duplicate);
  };

  const loginByWallet = async (proof: VerifiedProof, origin: Origin): Promise<SignedIn> =>
    await signIn(origin, async (unit) => {
      await proofs.use(unit.tx, proof);
      const found = await holderOf(unit.tx, proof.wallet.key);
      if (found === undefined) throw noAccount();
      const { value: user } = found;
      // The account has a password, so another person may control it: its owner must not log in to it by wallet.
      if (!user.walletVerified && user.email !== null) throw walletTaken(false);
      const isAdmin = await adminWallets.isAdmin(unit.tx, proof.wallet.key);
      const roles = withAdmin(user.roles, isAdmin);
      const changes = { ...roles, lastLoginAt: unit.now };
      const proved = await moveWallet(unit, found, proof.wallet, changes);
      // Sessions from before the proof may belong to another person.
      const ended = user.walletVerified ? [] : await sessions.endAll(unit.tx, user.id);
      return { user: proved, ended };
    });

  const loginByEmail = async (
    email: string,
    password: string,
    origin: Origin,
  ): Promise<SignedIn> => {
    const key = emailKey(email);
    const page = await store.find(users, { index: "by_email", equals: [key], limit: 1 });
    const user = page.items[0]?.value;
    const attempt = { account: key, passwordHash: user?.passwordHash, password, origin };
    const verdict = await passwords.verify(attempt);
    if (user === undefined || !verdict.matches) throw wrongCredentials();
    const anew = verdict.needsRehash
      ? { passwordHash: await passwords.hash(password, origin) }
      : {};
    return await signIn(origin, async ({ tx, now }) => {
      const found = await tx.get(users, user.id);
      if (found?.value.passwordHash !== user.passwordHash) throw wrongCredentials();
      const changed = { ...found.value, ...anew, lastLoginAt: now };
      return { user: (await tx.replace(users, changed, found.version)).value };
    });
  };

  return Object.freeze({
    register: (input: Registration, origin: Origin = {}) => register(input, origin),

    login: async (input: Login, origin: Origin = {}): Promise<SignedIn> => {
      const proof = await verified(input);
      if (proof !== null) {
        const claimed = input.walletAddress;
        const isOther = claimed !== undefined && proofs.parse(claimed).key !== proof.wallet.key;
        if (isOther) throw otherWallet();
        return await loginByWallet(proof, origin);
      }
      const { email, password } = input;
      if (email !== undefined && password !== undefined) {
        return await loginByEmail(email, password, origin);
      }
      if (input.walletAddress === undefined) {
        throw invalid(
          ["body"],
          "must contain message and signature, or email and password",
          "missing",
        );
      }
      throw proofRequired();
    },

    get: async (userId: string): Promise<User> => {
      const found = await store.get(users, userId);
      if (found === undefined) throw new CurationError("NOT_FOUND", "There is no such user.");
      return userView(found.value);
    },

    update: async (actor: Actor, patch: ProfilePatch): Promise<User> => {
      checkProfile(patch);
      return await ledger
        .run(async ({ tx, now }) => {
          const { value, version } = await readAccount(tx, actor.id);
          const { username = value.username } = patch;
          const changed: UserDocument = {
            ...value,
            username,
            usernameKey: username.toLowerCase(),
            displayName: patch.displayName === undefined ? value.displayName : patch.displayName,
            avatarUrl: patch.avatarUrl === undefined ? value.avatarUrl : patch.avatarUrl,
            bio: patch.bio === undefined ? value.bio : patch.bio,
            updatedAt: now,
          };
          return userView((await tx.replace(users, changed, version)).value);
        })
        .catch(duplicate);
    },

    setWallet: async (actor: Actor, input: WalletChange): Promise<User> => {
      const wallet = proofs.parse(input.walletAddress);
      const proof = await proofs.verify(input);
      if (proof.wallet.key !== wallet.key) throw otherWallet();
      return await ledger.run(async (unit) => {
        await proofs.use(unit.tx, proof);
        const own = await readAccount(unit.tx, actor.id);
        if (own.value.walletKey !== wallet.key) await freeWallet(unit, wallet.key, true);
        const isAdmin = await adminWallets.isAdmin(unit.tx, wallet.key);
        const roles = withAdmin(own.value.roles, isAdmin);
        return userView(await moveWallet(unit, own, wallet, roles));
      });
    },

    redeemAdminCode: async (actor: Actor, code: string): Promise<User> =>
      await ledger.run(async (unit) => {
        const own = await readAccount(unit.tx, actor.id);
        await adminCodes.redeem(unit.tx, own.value.email, code);
        const roles = [...own.value.roles, "admin"] as const;
        return userView(await changeRoles(unit, own, roles, adminWallets));
      }),
  });
}

async function holderOf(
  tx: Transaction,
  key: string,
): Promise<Versioned<UserDocument> | undefined> {
  return (await tx.find(users, { index: "by_wallet", equals: [key], limit: 1 })).items[0];
}

/** Email address and password of a registration; null when both are absent. */
function checkLogin({
  email,
  password,
}: Registration): { readonly email: string; readonly password: string } | null {
  if (email === undefined && password === undefined) return null;
  if (email === undefined)
    throw invalid(["body", "email"], "is required with a password", "missing");
  if (password === undefined) {
    throw invalid(["body", "password"], "is required with an email address", "missing");
  }
  return { email: checkEmail(email), password: checkNewPassword(password) };
}

function duplicate(error: unknown): never {
  if (!hasCode(error, "STORE_DUPLICATE")) throw error;
  if (error.details["index"] === "by_username") {
    throw new CurationError(
      "USERNAME_TAKEN",
      "Another account has this username; choose another one.",
      { cause: error },
    );
  }
  if (error.details["index"] === "by_email") {
    throw new CurationError(
      "EMAIL_TAKEN",
      "Another account has this email address; log in with it.",
      {
        cause: error,
      },
    );
  }
  throw error;
}

function walletTaken(verified: boolean): CurationError {
  const message = verified
    ? "Another account has proven to own this address; log in with it."
    : "Another account lists this address but has not proven ownership. Sign a message to claim it.";
  return new CurationError("WALLET_TAKEN", message, { details: { verified } });
}

function proofRequired(): CurationError {
  const message =
    "A wallet proof is required: request a nonce, sign its message, and send message and signature.";
  return new CurationError("WALLET_PROOF_REQUIRED", message);
}

function otherWallet(): CurationError {
  const message = "The message is signed for another address than the one given.";
  const details = { reason: "address" };
  return new CurationError("WALLET_PROOF_INVALID", message, { details });
}

function noAccount(): CurationError {
  return new CurationError(
    "INVALID_CREDENTIALS",
    "There is no account with this address; register first.",
  );
}

function wrongCredentials(): CurationError {
  return new CurationError("INVALID_CREDENTIALS", "The email address or the password is wrong.");
}
