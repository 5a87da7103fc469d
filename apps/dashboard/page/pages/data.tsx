/** Sharing a piece of data with somebody, what others have shared with this node, and reading it. */

import { Card } from "@bourse/ui";

import { access } from "../model/access.ts";
import { KeyField } from "../parts/key-field.tsx";
import { ReadForm } from "./data/read-form.tsx";
import { ReceivedRows } from "./data/received-list.tsx";
import { ShareForm } from "./data/share-form.tsx";
import { ShareRows } from "./data/share-list.tsx";

export function Data() {
  return (
    <>
      <ShareForm />
      <div class="stack">
        {access.value !== "operator" && (
          <Card title="Access">
            <KeyField />
          </Card>
        )}
        <ReadForm />
      </div>
      <ReceivedRows />
      <ShareRows />
    </>
  );
}
