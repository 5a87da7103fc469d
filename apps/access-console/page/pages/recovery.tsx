/** Forgotten passwords and the proof of an e-mail address, by the routes of this server. */

import * as ui from "@bourse/ui";

import { call, user } from "../model/login.ts";

export function ForgottenPassword() {
  return (
    <ui.ForgottenPassword
      ask={(email) => call((auth) => auth.forgotPassword({ body: { email } }))}
    />
  );
}

export function NewPassword() {
  return (
    <ui.NewPassword
      hint="8 to 128 characters. All sessions of the account end; API keys stay valid."
      reset={(body) => call((auth) => auth.resetPassword({ body }))}
    />
  );
}

export function ProvedAddress() {
  return (
    <ui.ProvedAddress
      isSignedIn={Boolean(user.value)}
      verify={(token) => call((auth) => auth.verifyEmail({ body: { token } }))}
    />
  );
}
