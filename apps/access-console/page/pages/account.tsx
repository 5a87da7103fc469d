/** Name, e-mail, password and second factors of the account. */

import {
  Card,
  Form,
  Later,
  moment,
  Notice,
  ONCE,
  SecretInput,
  TextInput,
  toast,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, user } from "../model/login.ts";
import { useLoaded } from "../model/use-loaded.ts";
import { Copy, DangerZone, WaitingDeletion } from "./leaving.tsx";
import { Identities } from "./providers.tsx";

export function Account() {
  return (
    <>
      <WaitingDeletion />
      <Name />
      <Email />
      <Password />
      <Later title="Second factor" load={loadFactors}>
        <Identities />
        <Copy />
        <DangerZone />
      </Later>
    </>
  );
}

const loadFactors = async () => (await import("./factors.tsx")).Factors;

/** Tells password managers whose password it is. */
function Username() {
  return <input type="text" autocomplete="username" value={user.value?.email} readOnly hidden />;
}

function Name() {
  const [name, setName] = useState(user.value?.name ?? "");
  const action = useAction<void, void>(async () => {
    user.value = await call((auth) => auth.updateMe({ body: { name } }, ONCE));
    toast("The name is saved.");
  });
  return (
    <Card title="Name">
      <Form
        action={action}
        fields={["name"]}
        words={["Save the name", "Saving…"]}
        isReady={name !== user.value?.name}
      >
        <TextInput
          label="Name"
          autocomplete="name"
          hint="Up to 200 characters. It may be empty."
          isOptional
          value={name}
          onInput={setName}
          fault={action.faultOf("name")}
        />
      </Form>
    </Card>
  );
}

/** State of the proof of the address, and the request for a mail that proves it. */
function Proof() {
  const state = useLoaded(`email ${user.value?.email ?? ""}`, (auth) => auth.emailState());
  const [isAsked, setAsked] = useState(false);
  const action = useAction<void, void>(async () => {
    await call((auth) => auth.requestEmailVerification());
    setAsked(true);
  });
  const { verifiedAt } = state.value.value ?? {};
  if (verifiedAt === undefined) return null;
  if (verifiedAt !== null) return <p class="hint">Confirmed {moment(verifiedAt)}.</p>;
  if (isAsked) return <Notice kind="good">A mail with a link is on its way.</Notice>;
  return (
    <Form action={action} words={["Confirm this address", "Sending a mail…"]}>
      <p class="hint before">Nobody has confirmed yet that this address is yours.</p>
    </Form>
  );
}

function Email() {
  const [email, setEmail] = useState("");
  const [currentPassword, setCurrentPassword] = useState("");
  const action = useAction<void, void>(async () => {
    const before = user.value?.email;
    const now = await call((auth) => auth.changeEmail({ body: { email, currentPassword } }));
    user.value = now;
    setEmail("");
    setCurrentPassword("");
    toast(
      now.email === before && now.email !== email
        ? `A mail with a link is on its way to ${email}: the address counts once you open it.`
        : "The e-mail is changed, and all other sessions have ended.",
    );
  });
  return (
    <Card title="E-mail">
      <div class="proof">
        <Proof />
      </div>
      <Form action={action} fields={["email"]} words={["Change the e-mail", "Changing…"]}>
        <Username />
        <p class="hint before">
          Now <strong>{user.value?.email}</strong>. All other sessions end with the change.
        </p>
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
          value={currentPassword}
          onInput={setCurrentPassword}
        />
      </Form>
    </Card>
  );
}

function Password() {
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const action = useAction<void, void>(async () => {
    await call((auth) => auth.changePassword({ body: { currentPassword, newPassword } }));
    setCurrentPassword("");
    setNewPassword("");
    toast("The password is changed, and all other sessions have ended.");
  });
  const fields = ["newPassword"];
  return (
    <Card title="Password">
      <Form action={action} fields={fields} words={["Change the password", "Changing…"]}>
        <Username />
        <SecretInput
          label="Present password"
          autocomplete="current-password"
          value={currentPassword}
          onInput={setCurrentPassword}
        />
        <SecretInput
          label="New password"
          autocomplete="new-password"
          hint="8 to 128 characters. All other sessions end with the change; API keys stay valid."
          value={newPassword}
          onInput={setNewPassword}
          fault={action.faultOf("newPassword")}
        />
      </Form>
    </Card>
  );
}
