/** Handlers of passkeys. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import type { CurationCore } from "@bourse/curation-core";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { wireCreationOptions, wireRequestOptions } from "../passkeys/wire-options.ts";
import { isoTime } from "../time/iso-time.ts";
import type { Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireSignedIn } from "./wire/account.ts";

type Routes = Pick<
  CurationApi["routes"],
  "beginPasskey" | "addPasskey" | "beginPasskeyLogin" | "loginWithPasskey"
>;

/** Handlers of the routes of passkeys. */
export function passkeyHandlers({
  accounts,
  factors,
}: Pick<CurationCore, "accounts" | "factors">): Handlers<Routes, Caller> {
  return {
    async beginPasskey(_input, { identity }) {
      const actor = await steppedUp({ factors }, identity);
      return wireCreationOptions(await factors.beginPasskey(actor));
    },

    async addPasskey({ body }, { identity }) {
      const actor = await steppedUp({ factors }, identity);
      const { id, name, createdAt, recoveryCodes } = await factors.addPasskey(actor, body);
      return {
        id,
        kind: "passkey" as const,
        name,
        created_at: isoTime(createdAt),
        recovery_codes: [...recoveryCodes],
      };
    },

    beginPasskeyLogin: async ({ body }) =>
      wireRequestOptions(await accounts.beginPasskeyLogin(body)),

    loginWithPasskey: async ({ body }, context) =>
      wireSignedIn(await accounts.loginWithPasskey(withoutCookie(body), originOf(context))),
  };
}
