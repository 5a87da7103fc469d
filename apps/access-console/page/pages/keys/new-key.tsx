/** A new key, and the one time that it is shown. */

import type { CreateApiKeyOutput } from "@bourse/client/auth";
import { Card, Field, Form, go, TextInput, useAction, useCommands } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";
import { NAMES, PERMISSIONS, type Permission } from "./permissions.ts";
import { ShownOnce } from "./shown-once.tsx";

/** Lifetimes to choose from, in days; 0 is for ever. */
const LIFETIMES = [
  [30, "30 days"],
  [90, "90 days"],
  [365, "A year"],
  [0, "Until it is revoked"],
] as const;

export function NewKey() {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Permission[]>(["read"]);
  const [days, setDays] = useState(90);
  // Only here, in this part's memory: it is gone with the page.
  const [made, setMade] = useState<CreateApiKeyOutput>();
  const create = useAction<void, void>(async () => {
    const body = {
      name: name.trim(),
      permissions: [...chosen],
      ...(days === 0 ? {} : { expiresInDays: days }),
    };
    setMade(await call((auth) => auth.createApiKey({ body })));
  });
  useCommands([{ label: "Back to the keys", keys: "u", run: () => go(["keys"]) }]);
  if (made !== undefined) {
    return <ShownOnce made={made} title={`${made.name} is ready`} onCopied={() => go(["keys"])} />;
  }
  return (
    <div class="narrow">
      <Card title="For one program">
        <Form
          action={create}
          fields={["name"]}
          words={["Create the key", "Creating…"]}
          isReady={chosen.length > 0 && name.trim() !== ""}
        >
          <TextInput
            label="Name"
            hint="What it is for, such as build server. 1 to 100 characters."
            isFirst
            value={name}
            onInput={setName}
            fault={create.faultOf("name")}
          />
          <fieldset>
            <legend>Permissions</legend>
            <div class="checks">
              {NAMES.map((one) => (
                <div key={one}>
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={chosen.includes(one)}
                      onChange={(event) =>
                        setChosen(
                          event.currentTarget.checked
                            ? [...chosen, one]
                            : chosen.filter((other) => other !== one),
                        )
                      }
                    />
                    {one}
                  </label>
                  <p class="hint">{PERMISSIONS[one]}</p>
                </div>
              ))}
            </div>
            {chosen.length === 0 && <p class="fault">Choose at least one.</p>}
          </fieldset>
          <Field label="Valid for">
            {(ties) => (
              <select
                {...ties}
                value={String(days)}
                onChange={(event) => setDays(Number(event.currentTarget.value))}
              >
                {LIFETIMES.map(([count, text]) => (
                  <option key={count} value={count}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </Form>
      </Card>
    </div>
  );
}
