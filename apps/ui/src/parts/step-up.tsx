/** The window that asks for a second factor before a change. */

import { useState } from "preact/hooks";

import { type PasskeyRequest, takePasskey } from "../model/passkeys.ts";
import { asked, type Asked } from "../model/step-up.ts";
import { useAction } from "./action.ts";
import { CodeInput } from "./code-input.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

type Credential = Awaited<ReturnType<typeof takePasskey>>;

interface StepUpProps {
  /** Answers a challenge. Rejects with a sentence. */
  readonly answer: (
    answer: { readonly challenge: string } & (
      | { readonly code: string }
      | { readonly credential: Credential }
    ),
  ) => Promise<unknown>;
  /** Options for a passkey that answers. Rejects with a sentence. */
  readonly begin: (challenge: string) => Promise<PasskeyRequest>;
}

export function StepUp(props: StepUpProps) {
  const { value } = asked;
  return value === undefined ? null : <Window key={value.challenge} asked={value} {...props} />;
}

function Window({
  asked: { challenge, factors, go, leave },
  answer,
  begin,
}: StepUpProps & { readonly asked: Asked }) {
  const [code, setCode] = useState("");
  const action = useAction<void, void>(async () => {
    await answer({ challenge, code });
    go();
  });
  const byPasskey = async (): Promise<void> => {
    await answer({ challenge, credential: await takePasskey(await begin(challenge)) });
    go();
  };
  return (
    <Dialog title="A code first" onClose={leave}>
      <p class="hint before">
        This change needs your second factor; it is then good for ten minutes.
      </p>
      <Form action={action} words={["Go on", "Checking…"]}>
        <CodeInput value={code} onInput={setCode} />
      </Form>
      {factors.includes("passkey") && (
        <PasskeyButton words={["Use a passkey", "Waiting for the passkey…"]} onUse={byPasskey} />
      )}
    </Dialog>
  );
}
