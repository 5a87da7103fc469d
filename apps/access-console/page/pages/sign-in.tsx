/** Sign-in and sign-up: one card, the address says which. */

import {
  Card,
  challengeOf,
  type FactorChallenge,
  forgetToken,
  Form,
  formatPlace,
  PasskeyButton,
  place,
  SecretInput,
  takePasskey,
  TextInput,
  tokenFor,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { enter } from "../model/login.ts";
import { wrongPasskey } from "../model/told.ts";
import { Providers } from "./providers.tsx";
import { SecondStep } from "./second-step.tsx";

/** Heading of the page without a login. */
export function entryHeading(): string {
  return place.value.page === "sign-up" ? "Create an account" : "Sign in";
}

export function Entry() {
  return (
    <>
      {place.value.page === "sign-up" ? <SignUp /> : <SignIn />}
      <Card title="What you get here">
        <ul class="steps">
          <li>
            API keys for your programs: each with its own permissions and end, revoked in a second.
          </li>
          <li>
            Every sign-in of your account, from where and with what, and an end to those that are
            not yours.
          </li>
          <li>A record of every act, which nobody can change unnoticed.</li>
        </ul>
        <p class="hint switch">
          Programs do the same by the routes that <a href="/docs">the API documents</a> list.
        </p>
      </Card>
    </>
  );
}

function SignIn() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [challenge, setChallenge] = useState<FactorChallenge | undefined>();
  const action = useAction<void, void>(async () => {
    try {
      await enter((auth) => auth.login({ body: { email, password } }));
    } catch (error) {
      const asked = challengeOf(error, "FACTOR_REQUIRED");
      if (asked === undefined) throw error;
      setChallenge(asked);
    }
  });
  if (challenge !== undefined) {
    return <SecondStep {...challenge} onBack={() => setChallenge(undefined)} />;
  }
  return (
    <Card title="Your account">
      <Form action={action} words={["Sign in", "Signing in…"]}>
        <TextInput
          label="E-mail"
          type="email"
          autocomplete="username"
          isFirst
          value={email}
          onInput={setEmail}
        />
        <SecretInput
          label="Password"
          autocomplete="current-password"
          value={password}
          onInput={setPassword}
        />
      </Form>
      <PasskeyButton
        words={["Sign in with a passkey", "Waiting for the passkey…"]}
        onUse={enterByPasskey}
      />
      <Providers aim="login" />
      <p class="hint switch">
        New here? <a href={formatPlace(["sign-up"])}>Create an account</a>.{" "}
        <a href={formatPlace(["forgot"])}>Forgot your password?</a> You operate this server?{" "}
        <a href={formatPlace(["users"])}>Enter its key</a>.
      </p>
    </Card>
  );
}

/** Signs in by a passkey alone. */
function enterByPasskey(): Promise<void> {
  return enter(async (auth) => {
    const credential = await takePasskey(await auth.beginPasskeyLogin({ body: {} }));
    return await auth.loginWithPasskey({ body: { credential } });
  }).catch(wrongPasskey);
}

function SignUp() {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const invitation = tokenFor("invitation");
  const action = useAction<void, void>(async () => {
    const named = name === "" ? {} : { name };
    const invited = invitation === undefined ? {} : { invitation };
    await enter((auth) => auth.register({ body: { email, password, ...named, ...invited } }));
    forgetToken("invitation");
  });
  const fields = ["email", "name", "password"];
  return (
    <Card title="New account">
      <Form action={action} fields={fields} words={["Create the account", "Creating…"]}>
        <TextInput
          label="E-mail"
          type="email"
          autocomplete="email"
          isFirst
          value={email}
          onInput={setEmail}
          fault={action.faultOf("email")}
        />
        <TextInput
          label="Name"
          autocomplete="name"
          hint="Shown to you only. It may stay empty."
          isOptional
          value={name}
          onInput={setName}
          fault={action.faultOf("name")}
        />
        <SecretInput
          label="Password"
          autocomplete="new-password"
          hint="8 to 128 characters. Common passwords, your name and your e-mail are refused; three random words are a good one."
          value={password}
          onInput={setPassword}
          fault={action.faultOf("password")}
        />
      </Form>
      <Providers aim="login" />
      <p class="hint switch">
        You have an account? <a href={formatPlace(["sign-in"])}>Sign in</a>
      </p>
    </Card>
  );
}
