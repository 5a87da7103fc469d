/** A new organization, whose owner is the reader. */

import {
  Card,
  Form,
  formatPlace,
  go,
  ONCE,
  TextInput,
  toast,
  useAction,
  useCommands,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";

export function NewOrganization() {
  const [name, setName] = useState("");
  const create = useAction<void, void>(async () => {
    const body = { name: name.trim() };
    const { id } = await call((auth) => auth.createOrganization({ body }, ONCE));
    toast(`${body.name} is there, and you are its owner. Invite the others.`);
    go(["organizations", id]);
  });
  useCommands([
    { label: "Back to the organizations", keys: "u", run: () => go(["organizations"]) },
  ]);
  return (
    <div class="narrow">
      <Card title="For people who share API keys">
        <Form
          action={create}
          fields={["name"]}
          words={["Create the organization", "Creating…"]}
          isReady={name.trim() !== ""}
        >
          <TextInput
            label="Name"
            hint="Its members and those who are invited read it. 1 to 100 characters."
            isFirst
            value={name}
            onInput={setName}
            fault={create.faultOf("name")}
          />
        </Form>
        <p class="hint switch">
          <a href={formatPlace(["organizations"])}>All organizations</a>
        </p>
      </Card>
    </div>
  );
}
