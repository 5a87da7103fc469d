/** The second step of a login, in accounts with a second factor. */

import { Card, Form, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { enter } from "../model/login.ts";
import { wrongCode } from "../model/told.ts";
import { CodeInput } from "../parts/code-input.tsx";

interface SecondStepProps {
  readonly challenge: string;
  readonly onBack: () => void;
}

export function SecondStep({ challenge, onBack }: SecondStepProps) {
  const [code, setCode] = useState("");
  const action = useAction<void, void>(() =>
    enter((auth) => auth.loginWithFactor({ body: { challenge, code } })).catch(wrongCode),
  );
  return (
    <Card title="Your second factor">
      <Form action={action} words={["Sign in", "Checking…"]}>
        <CodeInput value={code} onInput={setCode} />
      </Form>
      <p class="hint switch">
        <button type="button" class="second small" onClick={onBack}>
          Begin again
        </button>{" "}
        You have lost the app and the recovery codes? Only the operator of this server can help.
      </p>
    </Card>
  );
}
