/** The second factors of the account: authenticator apps and passkeys. */

import { FactorsCard, ONCE } from "@bourse/ui";

import { call } from "../model/login.ts";
import { wrongCode, wrongPasskey } from "../model/told.ts";
import { useLoaded } from "../model/use-loaded.ts";

export function Factors() {
  const list = useLoaded("factors", (auth) => auth.listFactors());
  return (
    <FactorsCard
      calls={{
        held: list.value.value,
        problem: list.problem.value,
        refresh: () => void list.refresh(),
        beginTotp: () => call((auth) => auth.addTotp({}, ONCE)),
        confirmTotp: async (id, code) => {
          const body = { id, code };
          return (await call((auth) => auth.confirmTotp({ body })).catch(wrongCode)).recoveryCodes;
        },
        beginPasskey: () => call((auth) => auth.beginPasskey({}, ONCE)),
        addPasskey: async (credential) => {
          const body = { credential };
          const added = call((auth) => auth.addPasskey({ body }, ONCE));
          return (await added.catch(wrongPasskey)).recoveryCodes;
        },
        remove: (id) => call((auth) => auth.removeFactor({ params: { id } }, ONCE)),
      }}
    />
  );
}
