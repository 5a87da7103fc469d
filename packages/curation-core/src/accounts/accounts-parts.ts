/** The parts that the acts on accounts share. */

import type { AccountMail, Logins, OpenIdSignIns, SecondFactors } from "@bourse/credentials";
import type { AuditTrail, Ids, Store } from "@bourse/kernel";
import type { CoreWebhooks } from "@bourse/outbox";

import type { Ledger } from "../ledger/ledger.ts";
import type { WalletNames } from "../wallet/wallet-names.ts";
import type { ProofVerifier } from "../wallet/wallet-proofs.ts";
import type { AdminCodes } from "./admin-codes.ts";
import type { AdminWallets } from "./admin-wallets.ts";

/** The parts that accounts are built from. */
export interface AccountsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly logins: Pick<Logins, "sessions" | "passwords">;
  /** Second factors, which a login asks for. */
  readonly factors: SecondFactors;
  /** Sign-ins with OpenID providers. */
  readonly signIns: OpenIdSignIns;
  readonly proofs: ProofVerifier;
  /** Links and notices by mail. */
  readonly mail: AccountMail;
  readonly trail: Pick<AuditTrail, "append">;
  readonly adminCodes: AdminCodes;
  readonly adminWallets: AdminWallets;
  readonly requireWalletProof: boolean;
  /** Events for the account's own webhooks. */
  readonly webhooks: Pick<CoreWebhooks, "emit" | "isOn">;
  /** Names of wallets for people to read. */
  readonly walletNames: WalletNames;
  /** Hours that a recovery waits, and a password that was reset by a link before it replaces a proved wallet. */
  readonly recoveryWaitHours: number;
  readonly ids: Ids;
}
