/** Registration, login and changes of accounts. */

import { type LoginTokens, type Logins, type Origin, emailKey } from "@bourse/credentials";
import type { Ids, Store } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { Ledger, UnitOfWork } from "../ledger/ledger.ts";
import { type UserDocument, readAccount, userView, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { ProofVerifier, VerifiedProof } from "../wallet/wallet-proofs.ts";
import type { Login, ProfilePatch, Registration, WalletProof } from "./account-input.ts";
import type { AdminCodes } from "./admin-codes.ts";
import type { AdminWallets } from "./admin-wallets.ts";
import {
  type CredentialChanges,
  createCredentialChanges,
  otherWallet,
} from "./change-credentials.ts";
import { withAdmin } from "./change-roles.ts";
import { checkEmail, checkNewPassword, checkProfile, checkUsername } from "./check-account.ts";
import { freeWallet, holderOf, moveWallet } from "./move-wallet.ts";
import { createProveOwner } from "./owner-proof.ts";
import { duplicate, walletTaken } from "./taken.ts";

/** Tokens and account of a successful login. */
export interface SignedIn extends LoginTokens {
  /** The account. */
  readonly user: User;
}

/** Registration, login, profile and credentials of accounts. */
export interface Accounts extends CredentialChanges {
  /**
   * Creates an account and logs it in.
   *
   * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_REQUIRED, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE,
   * FORBIDDEN for an email address that is reserved for an admin, USERNAME_TAKEN, EMAIL_TAKEN, WALLET_TAKEN,
   * RATE_LIMITED, BUSY
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

  const verified = async (
    input: Partial<WalletProof>,
    origin: Origin,
  ): Promise<VerifiedProof | null> => {
    const { message, signature } = input;
    if (message === undefined && signature === undefined) return null;
    if (message === undefined || signature === undefined) {
      throw invalid(
        ["body", "signature"],
        "message and signature must be given together",
        "missing",
      );
    }
    return await proofs.verify({ message, signature }, { origin });
  };

  const register = async (input: Registration, origin: Origin): Promise<SignedIn> => {
    const wallet = proofs.parse(input.walletAddress);
    const username = checkUsername(input.username);
    const login = checkLogin(input);
    if (parts.requireWalletProof && input.message === undefined) throw proofRequired();
    await passwords.countRegistration(origin);
    const email = login?.email ?? null;
    await adminCodes.check(store, email, input.adminCode);
    const proof = await verified(input, origin);
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
      const isSame =
        found?.value.passwordHash === user.passwordHash && found.value.emailKey === key;
      if (!isSame) throw wrongCredentials();
      const changed = { ...found.value, ...anew, lastLoginAt: now };
      return { user: (await tx.replace(users, changed, found.version)).value };
    });
  };

  const proveOwner = createProveOwner({
    store,
    sessions,
    passwords,
    verify: (proof, who) => proofs.verify(proof, who),
    use: (tx, proof) => proofs.use(tx, proof),
  });

  return Object.freeze({
    ...createCredentialChanges({ ...parts, proveOwner }),

    register: (input: Registration, origin: Origin = {}) => register(input, origin),

    login: async (input: Login, origin: Origin = {}): Promise<SignedIn> => {
      const proof = await verified(input, origin);
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
          // An account of a release that took more names keeps its own.
          if (username !== value.username) checkUsername(username);
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
  });
}

/** Email address and password of a registration; null when both are absent. */
function checkLogin({
  email,
  password,
  username,
  walletAddress,
}: Registration): { readonly email: string; readonly password: string } | null {
  if (email === undefined && password === undefined) return null;
  if (email === undefined)
    throw invalid(["body", "email"], "is required with a password", "missing");
  if (password === undefined) {
    throw invalid(["body", "password"], "is required with an email address", "missing");
  }
  const checked = checkEmail(email);
  const own = { username, walletAddress, email: checked };
  return { email: checked, password: checkNewPassword(password, "password", own) };
}

function proofRequired(): CurationError {
  const message =
    "A wallet proof is required: request a nonce, sign its message, and send message and signature.";
  return new CurationError("WALLET_PROOF_REQUIRED", message);
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
