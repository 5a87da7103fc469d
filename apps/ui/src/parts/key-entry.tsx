/** The place for a key where the server wants one. It is handed on and not kept here. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { useAction } from "./action.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";
import { Notice } from "./notice.tsx";

interface KeyEntryProps {
  readonly title: string;
  readonly hint: ComponentChildren;
  /** Uses the key; a rejection is shown. */
  readonly enter: (key: string) => Promise<void>;
}

export function KeyEntry({ title, hint, enter }: KeyEntryProps) {
  const [key, setKey] = useState("");
  const open = useAction(enter);
  return (
    <Card title={title} wide>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void open.run(key);
        }}
      >
        <Field label="Key" hint={hint}>
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
