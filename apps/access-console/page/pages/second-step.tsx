/** The second step of a login, in accounts with a second factor. */

import {
  Card,
  CodeInput,
  type FactorChallenge,
  Form,
  PasskeyButton,
  RememberCheck,
  takePasskey,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { enter } from "../model/login.ts";
import { wrongCode, wrongPasskey } from "../model/told.ts";

interface SecondStepProps extends FactorChallenge {
  readonly onBack: () => void;
}

export function SecondStep({ challenge, factors, onBack }: SecondStepProps) {
  const [code, setCode] = useState("");
  const [remember, setRemember] = useState(false);
  const action = useAction<void, void>(() =>
    enter((auth) => auth.loginWithFactor({ body: { challenge, code, remember } })).catch(wrongCode),
  );
  const byPasskey = (): Promise<void> =>
    enter(async (auth) => {
      const credential = await takePasskey(await auth.beginPasskeyLogin({ body: { challenge } }));
      return await auth.loginWithFactor({ body: { challenge, credential, remember } });
    }).catch(wrongPasskey);
  return (
    <Card title="Your second factor">
      <Form action={action} words={["Sign in", "Checking…"]}>
        <CodeInput value={code} onInput={setCode} />
        <RememberCheck isOn={remember} onChange={setRemember} />
      </Form>
      {factors.includes("passkey") && (
        <PasskeyButton words={["Use a passkey", "Waiting for the passkey…"]} onUse={byPasskey} />
      )}
      <p class="hint switch">
        <button type="button" class="second small" onClick={onBack}>
          Begin again
        </button>{" "}
        You have lost all of your factors and the recovery codes? Only the operator of this server
        can help.
      </p>
    </Card>
  );
}
