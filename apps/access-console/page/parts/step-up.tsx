/** The window that asks for a code before a change. */

import { Dialog, Form, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../model/login.ts";
import { asked, type Asked } from "../model/step-up.ts";
import { wrongCode } from "../model/told.ts";
import { CodeInput } from "./code-input.tsx";

export function StepUp() {
  const { value } = asked;
  return value === undefined ? null : <Window key={value.challenge} asked={value} />;
}

function Window({ asked: { challenge, go, leave } }: { readonly asked: Asked }) {
  const [code, setCode] = useState("");
  const action = useAction<void, void>(async () => {
    await call((auth) => auth.stepUp({ body: { challenge, code } })).catch(wrongCode);
    go();
  });
  return (
    <Dialog title="A code first" onClose={leave}>
      <p class="hint before">This change needs a code; it is then good for ten minutes.</p>
      <Form action={action} words={["Go on", "Checking…"]}>
        <CodeInput value={code} onInput={setCode} />
      </Form>
    </Dialog>
  );
}
