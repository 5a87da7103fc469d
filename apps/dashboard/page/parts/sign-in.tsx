/** The place for a key where the node wants one and the page has neither key nor session. */

import { useState } from "preact/hooks";

import { enter } from "../model/access.ts";
import { loadAll } from "../model/node-state.ts";
import { useAction } from "./action.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";
import { Notice } from "./notice.tsx";

export function SignIn() {
  const [key, setKey] = useState("");
  const open = useAction(async (given: string) => {
    await enter(given);
    await loadAll();
  });
  return (
    <Card title="This node wants a key" wide>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void open.run(key);
        }}
      >
        <Field
          label="Key"
          hint="The node's DASHBOARD_KEY or an API key. A key with the scope admin opens a session of twelve hours; another one is kept in this page's memory only. The link that the node prints at its start needs no key."
        >
          {(ties) => (
            <input
              {...ties}
              type="password"
              autocomplete="off"
              spellcheck={false}
              value={key}
              onInput={(event) => setKey(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <button type="submit" disabled={open.busy || key === ""}>
          {open.busy ? "Opening…" : "Open"}
        </button>
      </form>
      {open.problem && <Notice kind="poor">{open.problem}</Notice>}
    </Card>
  );
}
