/** The second factors of the account: authenticator apps and passkeys, and the devices that need none. */

import { DevicesCard, FactorsCard, ONCE } from "@bourse/ui";

import { deviceOf } from "../model/device.ts";
import { call } from "../model/login.ts";
import { wrongCode, wrongPasskey } from "../model/told.ts";
import { useLoaded } from "../model/use-loaded.ts";

export function Factors() {
  return (
    <>
      <Held />
      <Devices />
    </>
  );
}

function Devices() {
  const list = useLoaded("remembered", (auth) => auth.listRememberedDevices());
  return (
    <DevicesCard
      held={list.value.value?.map((one) => ({ ...one, name: deviceOf(one.userAgent) }))}
      problem={list.problem.value}
      refresh={() => void list.refresh()}
      forget={(id) => call((auth) => auth.forgetDevice({ params: { id } }, ONCE))}
    />
  );
}

function Held() {
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
