/** The second step of a login: a code or a passkey of the account. */

import {
  Card,
  CodeInput,
  Form,
  PasskeyButton,
  RememberCheck,
  takePasskey,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../../model/explained.ts";
import { wrongCode, wrongPasskey } from "../../model/factor-answers.ts";
import { accounts } from "../../model/service.ts";
import { challenge, enter } from "./enter.ts";

export function SecondStep() {
  const [code, setCode] = useState("");
  const [remember, setRemember] = useState(false);
  const { challenge: token = "", factors = [] } = challenge.value ?? {};
  const check = useAction<void, void>(
    explained(async () => {
      const body = { challenge: token, code, remember };
      enter(await accounts.loginWithFactor({ body }).catch(wrongCode));
    }),
  );
  const byPasskey = explained(async () => {
    const options = await accounts.beginPasskeyLogin({ body: { challenge: token } });
    const body = { challenge: token, credential: await takePasskey(options), remember };
    enter(await accounts.loginWithFactor({ body }).catch(wrongPasskey));
  });
  return (
    <Card title="Your second factor">
      <Form action={check} words={["Sign in", "Checking…"]} isReady={code !== ""}>
        <CodeInput value={code} onInput={setCode} />
        <RememberCheck isOn={remember} onChange={setRemember} />
      </Form>
      {factors.includes("passkey") && (
        <PasskeyButton
          words={["Use a passkey", "Waiting for the passkey…"]}
          onUse={() => byPasskey(undefined)}
        />
      )}
      <p class="hint switch">
        <button type="button" class="second small" onClick={() => (challenge.value = undefined)}>
          Begin again
        </button>
      </p>
    </Card>
  );
}
