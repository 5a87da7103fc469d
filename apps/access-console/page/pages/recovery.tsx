/** Forgotten passwords and the proof of an e-mail address, by the routes of this server. */

import * as ui from "@bourse/ui";

import { call, look, user } from "../model/login.ts";

export function ForgottenPassword() {
  return (
    <ui.ForgottenPassword
      isSignedIn={Boolean(user.value)}
      ask={(email) => call((auth) => auth.forgotPassword({ body: { email } }))}
    />
  );
}

export function NewPassword() {
  return (
    <ui.NewPassword
      hint="8 to 128 characters. All sessions of the account end; API keys stay valid."
      reset={async (body) => {
        await call((auth) => auth.resetPassword({ body }));
        // Who was signed in here is so no longer.
        await look();
      }}
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
