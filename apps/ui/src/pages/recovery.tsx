/** Forgotten passwords and the proof of an e-mail address: the request for a mail, and the pages its link leads to. */

import { useState } from "preact/hooks";

import { forgetToken, tokenFor, type LinkPage } from "../model/mail-link.ts";
import { formatPlace } from "../model/place-text.ts";
import { go } from "../model/place.ts";
import { toast } from "../model/toasts.ts";
import { useAction } from "../parts/action.ts";
import { Card } from "../parts/card.tsx";
import { Form } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import { SecretInput } from "../parts/secret-input.tsx";
import { TextInput } from "../parts/text-input.tsx";

interface ForgottenPasswordProps {
  readonly isSignedIn: boolean;
  readonly ask: (email: string) => Promise<unknown>;
}

/** Asks for a mail with a link to a new password. */
export function ForgottenPassword({ isSignedIn, ask }: ForgottenPasswordProps) {
  const [email, setEmail] = useState("");
  const [asked, setAsked] = useState<string>();
  const action = useAction<void, void>(async () => {
    await ask(email);
    setAsked(email);
  });
  return (
    <Card title="A link by mail">
      {asked === undefined ? (
        <Form action={action} fields={["email"]} words={["Send the link", "Sending…"]}>
          <TextInput
            label="E-mail"
            type="email"
            autocomplete="username"
            isFirst
            value={email}
            onInput={setEmail}
            fault={action.faultOf("email")}
          />
        </Form>
      ) : (
        <Notice kind="good">
          If <strong>{asked}</strong> has an account here, a mail with a link is on its way. The
          link works once, within 30 minutes.
        </Notice>
      )}
      <p class="hint switch">
        {asked !== undefined && (
          <>
            No mail? Look in the spam folder, or{" "}
            <button type="button" class="second small" onClick={() => setAsked(undefined)}>
              ask again
            </button>
            .{" "}
          </>
        )}
        <Onward isSignedIn={isSignedIn} />
      </p>
    </Card>
  );
}

interface NewPasswordProps {
  /** Rules of a password, and what its change does. */
  readonly hint: string;
  readonly reset: (chosen: { token: string; password: string }) => Promise<unknown>;
}

/** Takes a new password from the holder of a link. */
export function NewPassword({ hint, reset }: NewPasswordProps) {
  const token = tokenFor("reset-password");
  const [password, setPassword] = useState("");
  const action = useAction<void, void>(async () => {
    await reset({ token: token ?? "", password });
    forgetToken("reset-password");
    toast("The password is changed, and all sessions have ended. Sign in with the new one.");
    go(["sign-in"]);
  });
  return (
    <Card title="New password">
      {token === undefined ? (
        <NoLink />
      ) : (
        <Form action={action} fields={["password"]} words={["Save the password", "Saving…"]}>
          <SecretInput
            label="New password"
            autocomplete="new-password"
            hint={hint}
            value={password}
            onInput={setPassword}
            fault={action.faultOf("password")}
          />
        </Form>
      )}
      <p class="hint switch">
        The link does not work? <a href={formatPlace(["forgot"])}>Ask for a new one</a>.
      </p>
    </Card>
  );
}

interface ProvedAddressProps {
  readonly isSignedIn: boolean;
  readonly verify: (token: string) => Promise<unknown>;
}

/** Proves an address by a link, at the reader's word: programs that look through mails open links too. */
export function ProvedAddress({ isSignedIn, verify }: ProvedAddressProps) {
  const page: LinkPage = "verify-email";
  const token = tokenFor(page);
  const [isProved, setProved] = useState(false);
  const action = useAction<void, void>(async () => {
    await verify(token ?? "");
    setProved(true);
    forgetToken(page);
  });
  return (
    <Card title="Your e-mail address">
      {isProved && <Notice kind="good">The address is confirmed.</Notice>}
      {!isProved && token === undefined && <NoLink />}
      {!isProved && token !== undefined && (
        <Form action={action} words={["Confirm the address", "Confirming…"]}>
          <p class="hint before">
            Confirm that the mail came to an address that is yours, and that you have an account
            here.
          </p>
        </Form>
      )}
      <p class="hint switch">
        <Onward isSignedIn={isSignedIn} />
      </p>
    </Card>
  );
}

function NoLink() {
  return <Notice kind="fair">Open the link of the mail once more: this page has lost it.</Notice>;
}

function Onward({ isSignedIn }: { readonly isSignedIn: boolean }) {
  if (isSignedIn) return <a href={formatPlace(["account"])}>Your account</a>;
  return <a href={formatPlace(["sign-in"])}>Back to the sign-in</a>;
}
