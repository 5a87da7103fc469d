/** Data by its hash: what this node has shared or received. */

import { Card, Field, Notice, Plain, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { mayShare } from "../../model/access.ts";
import { get } from "../../model/api.ts";

export function ReadForm() {
  const [hash, setHash] = useState("");
  const [fault, setFault] = useState<string>();
  const read = useAction((wanted: string) =>
    get<{ data: string }>(`/api/data/${wanted}`, { keyed: true }),
  );
  const start = (action: (wanted: string) => Promise<void>): void => {
    const good = /^[0-9a-fA-F]{64}$/u.test(hash);
    setFault(good ? undefined : "Enter a SHA-256: 64 hex digits.");
    if (good) void action(hash);
  };
  return (
    <Card title="Read">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          start(read.run);
        }}
      >
        <Field label="Data hash" fault={fault} hint="SHA-256 of the data, in hex.">
          {(ties) => (
            <input
              {...ties}
              value={hash}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => setHash(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <div class="buttons">
          <button type="submit" disabled={read.busy || !mayShare.value}>
            Read
          </button>
        </div>
      </form>
      {read.problem && <Notice kind="poor">{read.problem}</Notice>}
      {read.result && <Plain data={read.result.data} />}
    </Card>
  );
}
