/** The parts that the acts on accounts share. */

import type { AccountMail, Logins, SecondFactors } from "@bourse/credentials";
import type { AuditTrail, Ids, Store } from "@bourse/kernel";

import type { Ledger } from "../ledger/ledger.ts";
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
  readonly proofs: ProofVerifier;
  /** Links and notices by mail. */
  readonly mail: AccountMail;
  readonly trail: Pick<AuditTrail, "append">;
  readonly adminCodes: AdminCodes;
  readonly adminWallets: AdminWallets;
  readonly requireWalletProof: boolean;
  readonly ids: Ids;
}
