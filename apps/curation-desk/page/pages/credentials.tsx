/** The password and the e-mail address of an account that signs in by them. */

import { Card, Form, Notice, SecretInput, TextInput, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { accounts } from "../model/service.ts";
import { user } from "../model/session.ts";

export function Credentials() {
  return (
    <>
      <Password />
      <Email />
    </>
  );
}

/** Tells password managers whose password it is. */
function Username() {
  const email = user.value?.email ?? "";
  return <input type="text" autocomplete="username" value={email} readOnly hidden />;
}

function Password() {
  const [present, setPresent] = useState("");
  const [next, setNext] = useState("");
  const action = useAction<void, void>(
    explained(async () => {
      const body = { current_password: present, new_password: next };
      user.value = await accounts.setPassword({ body });
      setPresent("");
      setNext("");
      toast("The password is changed, and all other sessions have ended.");
    }),
  );
  return (
    <Card title="Password">
      <Form
        action={action}
        fields={["new_password"]}
        words={["Change the password", "Changing…"]}
        isReady={present !== "" && next !== ""}
      >
        <Username />
        <SecretInput
          label="Present password"
          autocomplete="current-password"
          value={present}
          onInput={setPresent}
        />
        <SecretInput
          label="New password"
          autocomplete="new-password"
          hint="8 to 128 characters. All other sessions end with the change."
          value={next}
          onInput={setNext}
          fault={action.faultOf("new_password")}
        />
      </Form>
    </Card>
  );
}

function Email() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [awaited, setAwaited] = useState<string>();
  const action = useAction<void, void>(
    explained(async () => {
      const before = user.value?.email;
      const now = await accounts.setEmail({ body: { email, current_password: password } });
      user.value = now;
      // Where mails are sent, the new address counts once its link is opened.
      const isAsked = now.email === before && now.email !== email;
      setAwaited(isAsked ? email : undefined);
      if (!isAsked) toast("The e-mail is changed, and all other sessions have ended.");
      setEmail("");
      setPassword("");
    }),
  );
  return (
    <Card title="Another e-mail">
      <Form
        action={action}
        fields={["email"]}
        words={["Change the e-mail", "Changing…"]}
        isReady={email !== "" && password !== ""}
      >
        <Username />
        <TextInput
          label="New e-mail"
          type="email"
          autocomplete="email"
          value={email}
          onInput={setEmail}
          fault={action.faultOf("email")}
        />
        <SecretInput
          label="Password"
          autocomplete="current-password"
          value={password}
          onInput={setPassword}
        />
      </Form>
      {awaited !== undefined && (
        <Notice kind="good">
          A mail with a link is on its way to {awaited}: the address counts once you open it.
        </Notice>
      )}
    </Card>
  );
}
