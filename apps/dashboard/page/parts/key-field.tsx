/** The API key for the routes that need one: held in memory, never stored. */

import { Field } from "@bourse/ui";

import { apiKey } from "../model/api.ts";

export function KeyField() {
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <Field
        label="API key"
        hint="With the scope of what you do. It is kept in this page's memory only."
      >
        {(ties) => (
          <input
            {...ties}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={apiKey.value}
            onInput={(event) => {
              apiKey.value = event.currentTarget.value.trim();
            }}
          />
        )}
      </Field>
    </form>
  );
}
