/** The second factors of the account: authenticator apps and passkeys. */

import { FactorsCard, ONCE } from "@bourse/ui";

import { explained } from "../model/explained.ts";
import { wrongCode, wrongPasskey } from "../model/factor-answers.ts";
import { useLoaded } from "../model/loaded.ts";
import { accounts } from "../model/service.ts";

const beginTotp = explained(() => accounts.addTotp({}, ONCE));
const confirmTotp = explained(async (body: { readonly id: string; readonly code: string }) => {
  const { recovery_codes: codes } = await accounts.confirmTotp({ body }).catch(wrongCode);
  return codes;
});
const beginPasskey = explained(() => accounts.beginPasskey({}, ONCE));
const addPasskey = explained(async (body: Parameters<typeof accounts.addPasskey>[0]["body"]) => {
  const { recovery_codes: codes } = await accounts.addPasskey({ body }, ONCE).catch(wrongPasskey);
  return codes;
});
const remove = explained((id: string) => accounts.removeFactor({ params: { id } }, ONCE));

export function Factors() {
  const list = useLoaded("factors", () => accounts.listFactors());
  return (
    <FactorsCard
      calls={{
        held: list.value?.map(({ created_at, last_used_at, recovery_codes, ...factor }) => ({
          ...factor,
          createdAt: created_at,
          lastUsedAt: last_used_at,
          recoveryCodes: recovery_codes,
        })),
        problem: list.problem,
        refresh: list.reload,
        beginTotp: () => beginTotp(undefined),
        confirmTotp: (id, code) => confirmTotp({ id, code }),
        beginPasskey: () => beginPasskey(undefined),
        addPasskey: (credential) => addPasskey({ credential }),
        remove,
      }}
    />
  );
}
