/** The name of an organization, for those who manage it. */

import type { GetOrganizationOutput } from "@bourse/client/auth";
import { Card, Form, ONCE, TextInput, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";

interface RenameProps {
  readonly of: GetOrganizationOutput;
  readonly onSaved: () => void;
}

export function Rename({ of: organization, onSaved }: RenameProps) {
  const [name, setName] = useState(organization.name);
  const save = useAction<void, void>(async () => {
    const input = { params: { id: organization.id }, body: { name: name.trim() } };
    await call((auth) => auth.updateOrganization(input, ONCE));
    toast(`The organization is called ${name.trim()} now.`);
    onSaved();
  });
  return (
    <Card title="Name">
      <Form
        action={save}
        fields={["name"]}
        words={["Save the name", "Saving…"]}
        isReady={name.trim() !== "" && name.trim() !== organization.name}
      >
        <TextInput
          label="Name"
          hint="1 to 100 characters."
          value={name}
          onInput={setName}
          fault={save.faultOf("name")}
        />
      </Form>
    </Card>
  );
}
