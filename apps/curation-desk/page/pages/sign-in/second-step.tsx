/** The second step of a login: a code of the account's second factor. */

import { Card, Field, Notice, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { codeOf, explained } from "../../model/explain.ts";
import { accounts } from "../../model/service.ts";
import { challenge, enter } from "./enter.ts";

const WRONG =
  "The code is not right now. Wait for the next one of the app, or use a recovery code.";

export function SecondStep() {
  const [code, setCode] = useState("");
  const check = useAction(
    explained(async () => {
      const body = { challenge: challenge.value ?? "", code };
      try {
        enter(await accounts.loginWithFactor({ body }));
      } catch (error) {
        throw codeOf(error) === "INVALID_CREDENTIALS" ? new Error(WRONG) : error;
      }
    }),
  );
  return (
    <Card title="Your second factor">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void check.run(undefined);
        }}
      >
        <Field
          label="Code"
          hint="The six digits that your app shows now, or one of your recovery codes."
        >
          {(ties) => (
            <input
              {...ties}
              autocomplete="one-time-code"
              value={code}
              onInput={(event) => setCode(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <div class="buttons">
          <button type="submit" disabled={check.busy || code === ""}>
            {check.busy ? "Checking…" : "Sign in"}
          </button>
          <button type="button" class="second" onClick={() => (challenge.value = undefined)}>
            Begin again
          </button>
        </div>
        {check.problem !== undefined && <Notice kind="poor">{check.problem}</Notice>}
      </form>
    </Card>
  );
}
