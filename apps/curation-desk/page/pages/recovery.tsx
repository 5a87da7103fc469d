/** Forgotten passwords and the proof of an e-mail address, by the routes of this server. */

import * as ui from "@bourse/ui";

import { explained } from "../model/explained.ts";
import { accounts } from "../model/service.ts";
import { hasAccount, loadUser } from "../model/session.ts";

const ask = explained((email: string) => accounts.forgotPassword({ body: { email } }));
const reset = explained(async (body: { token: string; password: string }) => {
  await accounts.resetPassword({ body });
  // Who was signed in here is so no longer.
  await loadUser();
});
const verify = explained((token: string) => accounts.verifyEmail({ body: { token } }));

export function ForgottenPassword() {
  return <ui.ForgottenPassword isSignedIn={hasAccount.value} ask={ask} />;
}

export function NewPassword() {
  return (
    <ui.NewPassword
      hint="8 to 128 characters. All sessions of the account end; a proved wallet still signs in."
      reset={reset}
    />
  );
}

export function ProvedAddress() {
  return <ui.ProvedAddress isSignedIn={hasAccount.value} verify={verify} />;
}
