/** The rotation of a key: how long the replaced one is accepted. */

import type { GetApiKeyOutput, RotateApiKeyOutput } from "@bourse/client/auth";
import { Confirm, Field, Notice, ONCE, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";

/** Grace periods to choose from, in seconds. */
const GRACES = [
  [86_400, "A day"],
  [3600, "An hour"],
  [604_800, "A week"],
  [0, "Not at all: it is refused at once"],
] as const;

interface RotateKeyProps {
  readonly of: GetApiKeyOutput;
  readonly onMade: (made: RotateApiKeyOutput) => void;
  readonly onBack: () => void;
}

export function RotateKey({ of: key, onMade, onBack }: RotateKeyProps) {
  const [graceSeconds, setGrace] = useState(86_400);
  const rotate = useAction<void, void>(async () => {
    const input = { params: { id: key.id }, body: { graceSeconds } };
    onMade(await call((auth) => auth.rotateApiKey(input, ONCE)));
  });
  return (
    <>
      <Confirm
        title="Replace the key"
        words={["Make the new key", "Making it…"]}
        isDestructive={graceSeconds === 0}
        busy={rotate.busy}
        onYes={() => void rotate.run()}
        onBack={onBack}
      >
        <p>
          {key.name} gets a new key under the same id, with the same permissions, limits and
          addresses. Give it to your programs before the old one ends.
        </p>
        <Field label="The old key is accepted for">
          {(ties) => (
            <select
              {...ties}
              value={String(graceSeconds)}
              onChange={(event) => setGrace(Number(event.currentTarget.value))}
            >
              {GRACES.map(([seconds, text]) => (
                <option key={seconds} value={seconds}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Confirm>
      {rotate.problem && <Notice kind="poor">{rotate.problem}</Notice>}
    </>
  );
}
