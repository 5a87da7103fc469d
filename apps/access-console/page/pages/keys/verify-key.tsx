/** The verdict on a key that somebody holds: is it valid, and may it do this? */

import type { VerifyApiKeyOutput } from "@bourse/client/auth";
import { Card, Field, Form, Notice, SecretInput, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";
import { NAMES, type Permission } from "./permissions.ts";

export function VerifyKey() {
  const [key, setKey] = useState("");
  const [permission, setPermission] = useState<Permission | "">("");
  const verify = useAction<void, VerifyApiKeyOutput>(() =>
    call((auth) =>
      auth.verifyApiKey({
        body: { key: key.trim(), ...(permission === "" ? {} : { permission }) },
      }),
    ),
  );
  const { result } = verify;
  return (
    <Card title="Check a key" wide>
      <Form action={verify} words={["Check", "Checking…"]} isReady={key.trim() !== ""}>
        <div class="filters">
          <SecretInput
            label="Key"
            autocomplete="off"
            hint="It is sent to this server only, and is in no log."
            value={key}
            onInput={(value) => {
              setKey(value);
              verify.clear();
            }}
          />
          <Field label="Must have">
            {(ties) => (
              <select
                {...ties}
                value={permission}
                onChange={(event) => {
                  setPermission(NAMES.find((name) => name === event.currentTarget.value) ?? "");
                  verify.clear();
                }}
              >
                <option value="">any permission</option>
                {NAMES.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </Form>
      {result && <Notice kind={result.valid ? "good" : "poor"}>{verdictOf(result)}</Notice>}
    </Card>
  );
}

function verdictOf({ code, permissions }: VerifyApiKeyOutput): string {
  if (code === "VALID") return `The key is valid. Its permissions: ${permissions.join(", ")}.`;
  if (code === "FORBIDDEN") return "The key is valid, but it does not have this permission.";
  return "The key is not valid: it is unknown, revoked or expired.";
}
