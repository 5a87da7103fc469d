/** Handlers of the recovery of accounts whose wallet is lost, and of second wallets. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { isoTime } from "../time/iso-time.ts";
import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import {
  recoveryCompletionOf,
  recoveryProofOf,
  walletChangeOf,
  wireSecondWallet,
} from "./wire/account.ts";

type Routes = Pick<
  CurationApi["routes"],
  | "requestRecovery"
  | "proveRecovery"
  | "completeRecovery"
  | "cancelRecovery"
  | "listWallets"
  | "addWallet"
  | "removeWallet"
>;

/** Handlers of the routes of a recovery. */
export function walletRecoveryHandlers(core: CurationCore): Handlers<Routes, Caller> {
  const { recovery } = core;
  return {
    async requestRecovery({ body: { email } }, context) {
      await recovery.request(email, originOf(context));
      return {};
    },

    async proveRecovery({ body }, context) {
      const proved = await recovery.prove(recoveryProofOf(body), originOf(context));
      return {
        recovery_token: proved.recoveryToken,
        completes_at: isoTime(proved.completesAt),
        expires_at: isoTime(proved.expiresAt),
      };
    },

    async completeRecovery({ body }, context) {
      await recovery.complete(recoveryCompletionOf(body), originOf(context));
      return {};
    },

    async cancelRecovery(_input, context) {
      await recovery.cancel(known(context.identity), originOf(context));
      return {};
    },

    listWallets: async (_input, { identity }) =>
      (await recovery.wallets(known(identity))).map(wireSecondWallet),

    addWallet: async ({ body }, context) =>
      wireSecondWallet(
        await recovery.addWallet(
          await steppedUp(core, context.identity),
          walletChangeOf(body),
          originOf(context),
        ),
      ),

    async removeWallet({ params: { wallet_address } }, { identity }) {
      await recovery.removeWallet(await steppedUp(core, identity), wallet_address);
      return { wallet_address };
    },
  };
}
