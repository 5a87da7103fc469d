/** The step that gives an account another role: it names the person, and what is proved about them. */

import type { GetUserOutput } from "@bourse/client/auth/users";
import { Dialog, Form, Notice, ONCE, TextInput, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { asOperator } from "../../model/operator.ts";

/** Role that every account has at first; a service defines the others. */
const OWNER = "owner";

interface UserRoleProps {
  readonly of: GetUserOutput & { readonly role: string };
  readonly onChange: (user: GetUserOutput) => void;
  readonly onClose: () => void;
}

export function UserRole({ of: user, onChange, onClose }: UserRoleProps) {
  const [typed, setTyped] = useState("");
  const role = typed.trim();
  const params = { id: user.id };
  const save = useAction<void, void>(async () => {
    onChange(await asOperator((users) => users.setUserRole({ params, body: { role } }, ONCE)));
    toast(`${user.email} has the role ${role} now.`);
    onClose();
  });
  const isOther = role !== "" && role !== user.role;
  return (
    <Dialog title="Change the role of an account" onClose={onClose}>
      <Form
        action={save}
        fields={["role"]}
        words={["Give this role", "Giving it…"]}
        isReady={isOther}
      >
        <p class="hint before">
          <strong>
            <bdi>{user.email}</bdi>
          </strong>
          {user.name !== "" && (
            <>
              , <bdi>{user.name}</bdi>,
            </>
          )}{" "}
          has the role <bdi>{user.role}</bdi>. The new one bounds every login and every API key of
          the account from the next request on.
        </p>
        <p class="hint before">
          The account logs in with this e-mail address; whether somebody proved it is not told here.
          A name is what its owner has typed, and proves nothing. Ask the person before you give
          rights.
        </p>
        <TextInput
          label="Role"
          hint={`${OWNER}, or a name of the server's setting ACCOUNT_ROLES.`}
          fault={save.faultOf("role")}
          value={typed}
          onInput={setTyped}
          isFirst
        />
        {isOther && role === OWNER && (
          <>
            <Notice kind="fair">
              The role {OWNER} lets the account do everything with what is its own.
            </Notice>
            <p />
          </>
        )}
      </Form>
    </Dialog>
  );
}
