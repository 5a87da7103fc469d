/** The second factors of the account: authenticator apps and passkeys, and the devices that need none. */

import { DevicesCard, FactorsCard, ONCE } from "@bourse/ui";

import { browserOf } from "../model/browser-of.ts";
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

const forget = explained((id: string) => accounts.forgetDevice({ params: { id } }, ONCE));

export function Factors() {
  return (
    <>
      <Held />
      <Devices />
    </>
  );
}

function Devices() {
  const list = useLoaded("remembered", () => accounts.listRememberedDevices());
  return (
    <DevicesCard
      held={list.value?.map((one) => ({
        id: one.id,
        name: browserOf(one.user_agent),
        ip: one.ip,
        lastUsedAt: one.last_used_at,
        expiresAt: one.expires_at,
      }))}
      problem={list.problem}
      refresh={list.reload}
      forget={forget}
    />
  );
}

function Held() {
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
