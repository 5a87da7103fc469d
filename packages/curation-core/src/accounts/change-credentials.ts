/** Changes of an account's own credentials: wallet, email address and password. */

import { type Logins, type Origin, emailKey } from "@bourse/credentials";
import type { Store, Versioned } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { Ledger, UnitOfWork } from "../ledger/ledger.ts";
import { type UserDocument, readAccount, userView, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { ProofVerifier } from "../wallet/wallet-proofs.ts";
import type { EmailChange, PasswordChange, WalletChange } from "./account-input.ts";
import type { AdminCodes } from "./admin-codes.ts";
import type { AdminWallets } from "./admin-wallets.ts";
import { changeRoles, withAdmin } from "./change-roles.ts";
import { checkEmail, checkNewPassword } from "./check-account.ts";
import { freeWallet, moveWallet } from "./move-wallet.ts";
import type { ProveOwner } from "./owner-proof.ts";
import { duplicate } from "./taken.ts";

/** Changes of an account's own credentials. Each ends all sessions of the account but the actor's. */
export interface CredentialChanges {
  /**
   * Proves the actor's wallet address, or replaces it by another proven one; the latter needs the proof of the owner.
   *
   * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, NOT_FOUND,
   * REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN, TOKEN_EXPIRED, RATE_LIMITED, BUSY
   */
  setWallet(actor: Actor, input: WalletChange, origin?: Origin): Promise<User>;
  /**
   * Sets or replaces the email address, and the password with it when one is given. A change counts as a registration
   * from its address.
   *
   * @throws CurationError VALIDATION_ERROR, EMAIL_TAKEN, FORBIDDEN for an address that is reserved for an admin,
   * NOT_FOUND, REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN, TOKEN_EXPIRED, WALLET_PROOF_INVALID,
   * WALLET_NODE_UNAVAILABLE, RATE_LIMITED, BUSY
   */
  setEmail(actor: Actor, input: EmailChange, origin?: Origin): Promise<User>;
  /**
   * Replaces the password of an account with an email address.
   *
   * @throws CurationError VALIDATION_ERROR, NOT_FOUND, REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN,
   * TOKEN_EXPIRED, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, RATE_LIMITED, BUSY
   */
  setPassword(actor: Actor, input: PasswordChange, origin?: Origin): Promise<User>;
  /**
   * Makes the actor an admin by the one-time code of the email address of its account.
   *
   * @throws CurationError FORBIDDEN for a wrong, used or expired code; NOT_FOUND
   */
  redeemAdminCode(actor: Actor, code: string): Promise<User>;
}

/** The parts that changes of credentials are built from. */
export interface CredentialChangesParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly logins: Pick<Logins, "sessions" | "passwords">;
  readonly proofs: ProofVerifier;
  readonly proveOwner: ProveOwner;
  readonly adminCodes: AdminCodes;
  readonly adminWallets: AdminWallets;
}

/** Creates the changes of credentials of a store's accounts. */
export function createCredentialChanges(parts: CredentialChangesParts): CredentialChanges {
  const { store, ledger, proofs, proveOwner, adminCodes, adminWallets } = parts;
  const { sessions, passwords } = parts.logins;

  const accountOf = async (actor: Actor): Promise<UserDocument> =>
    (await readAccount(store, actor.id)).value;

  /** Changes the actor's account and ends its other sessions in one transaction. */
  const change = async (
    actor: Actor,
    write: (unit: UnitOfWork, own: Versioned<UserDocument>) => Promise<UserDocument>,
  ): Promise<User> => {
    const { user, ended } = await ledger.run(async (unit) => {
      const own = await readAccount(unit.tx, actor.id);
      const changed = await write(unit, own);
      const others = await sessions.endAll(unit.tx, actor.id, actor.sessionId ?? undefined);
      return { user: changed, ended: others };
    });
    sessions.settle(ended);
    return userView(user);
  };

  return Object.freeze({
    setWallet: async (actor: Actor, input: WalletChange, origin: Origin = {}): Promise<User> => {
      const wallet = proofs.parse(input.walletAddress);
      const present = (await store.get(users, actor.id))?.value;
      // The signature proves the address that the account lists already; another one could be the finder's of a token.
      const isListed = present !== undefined && present.walletKey === wallet.key;
      const owner = isListed ? null : await proveOwner(actor, input, origin);
      const proof = await proofs.verify(input, { origin, session: actor.sessionId });
      if (proof.wallet.key !== wallet.key) throw otherWallet();
      return await change(actor, async (unit, own) => {
        if (owner === null && own.value.walletKey !== wallet.key) throw changedMeanwhile();
        await owner?.use(unit.tx, own.value);
        await proofs.use(unit.tx, proof);
        if (own.value.walletKey !== wallet.key) await freeWallet(unit, wallet.key, true);
        const isAdmin = await adminWallets.isAdmin(unit.tx, wallet.key);
        return await moveWallet(unit, own, wallet, withAdmin(own.value.roles, isAdmin));
      });
    },

    setEmail: async (actor: Actor, input: EmailChange, origin: Origin = {}): Promise<User> => {
      const email = checkEmail(input.email);
      const account = { ...(await accountOf(actor)), email };
      const password =
        input.newPassword === undefined
          ? null
          : checkNewPassword(input.newPassword, "newPassword", account);
      const owner = await proveOwner(actor, input, origin);
      if (password === null && owner.user.passwordHash === null) throw passwordMissing();
      // Like a registration, a change tells whether an address is taken.
      await passwords.countRegistration(origin);
      await adminCodes.check(store, email, input.adminCode);
      const anew =
        password === null ? {} : { passwordHash: await passwords.hash(password, origin) };
      return await change(actor, async ({ tx, now }, own) => {
        await owner.use(tx, own.value);
        const isAdmin = await adminCodes.redeem(tx, email, input.adminCode);
        const roles = withAdmin(own.value.roles, isAdmin);
        const fields = { email, emailKey: emailKey(email), updatedAt: now };
        const changed = { ...own.value, ...roles, ...anew, ...fields };
        return (await tx.replace(users, changed, own.version)).value;
      }).catch(duplicate);
    },

    setPassword: async (
      actor: Actor,
      input: PasswordChange,
      origin: Origin = {},
    ): Promise<User> => {
      const account = await accountOf(actor);
      const password = checkNewPassword(input.newPassword, "newPassword", account);
      const owner = await proveOwner(actor, input, origin);
      if (owner.user.email === null) throw emailMissing();
      const passwordHash = await passwords.hash(password, origin);
      return await change(actor, async ({ tx, now }, own) => {
        await owner.use(tx, own.value);
        const changed = { ...own.value, passwordHash, updatedAt: now };
        return (await tx.replace(users, changed, own.version)).value;
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

/** The error of a message that is signed for another address than the one given. */
export function otherWallet(): CurationError {
  const message = "The message is signed for another address than the one given.";
  const details = { reason: "address" };
  return new CurationError("WALLET_PROOF_INVALID", message, { details });
}

function changedMeanwhile(): CurationError {
  const message = "A credential of the account was changed in the meantime.";
  return new CurationError("INVALID_CREDENTIALS", message);
}

function passwordMissing(): CurationError {
  const message = "is required with the first email address of an account";
  return invalid(["body", "newPassword"], message, "missing");
}

function emailMissing(): CurationError {
  const message = "needs an account with an email address; set both together";
  return invalid(["body", "newPassword"], message, "email");
}
