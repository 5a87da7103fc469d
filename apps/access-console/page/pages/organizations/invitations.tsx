/** Invitations to an organization: sent by mail, listed until they are accepted or over, revoked. */

import type { GetOrganizationOutput, ListInvitationsOutput } from "@bourse/client/auth";
import {
  Card,
  Confirm,
  Form,
  moment,
  Notice,
  ONCE,
  Table,
  TextInput,
  toast,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/login.ts";
import { type Role, ROLES } from "../../model/roles.ts";
import { useLoaded } from "../../model/use-loaded.ts";
import { RoleChoice } from "../../parts/role-choice.tsx";

export function Invitations({ of: organization }: { readonly of: GetOrganizationOutput }) {
  const { id } = organization;
  const list = useLoaded(`invitations ${id}`, (auth) =>
    auth.listInvitations({ query: { organizationId: id } }),
  );
  const rows = list.value.value;
  return (
    <Card title="Invitations" wide>
      {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
      <Table
        label="Open invitations"
        head={["E-mail", "Role", "Sent", "Until", ""]}
        count={rows?.length}
        problem={list.problem.value}
        empty="None is open. Who is invited here gets a mail with a link, which is good for a week."
      >
        {rows?.map((one) => (
          <Row key={one.id} invitation={one} onRevoked={() => void list.refresh()} />
        ))}
      </Table>
      <Invite of={organization} onSent={() => void list.refresh()} />
    </Card>
  );
}

interface InviteProps {
  readonly of: GetOrganizationOutput;
  readonly onSent: () => void;
}

function Invite({ of: { id: organizationId, name, role: most }, onSent }: InviteProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [asked, setAsked] = useState(false);
  const send = useAction<void, void>(async () => {
    const body = { organizationId, email: email.trim(), role };
    await call((auth) => auth.createInvitation({ body }, ONCE));
    toast(`A mail with a link is on its way to ${body.email}.`);
    setEmail("");
    setAsked(false);
    onSent();
  });
  const isGrant = role !== "member";
  if (asked) {
    return (
      <div class="after">
        <Confirm
          title="Confirm the invitation"
          words={[`Invite as ${role}`, "Sending…"]}
          busy={send.busy}
          onYes={() => void send.run()}
          onBack={() => setAsked(false)}
        >
          <Notice kind="fair">
            Whoever opens the mail to <bdi>{email.trim()}</bdi> becomes {role} of <bdi>{name}</bdi>.
            That proves this address and no more: check that it is the right person's.
          </Notice>
          <p class="hint before">{ROLES[role]} Until the link is opened you can revoke it here.</p>
        </Confirm>
        {send.problem && <Notice kind="poor">{send.problem}</Notice>}
      </div>
    );
  }
  return (
    <div class="after">
      <Form
        action={isGrant ? { ...send, run: async () => setAsked(true) } : send}
        fields={["email"]}
        words={[isGrant ? "Review the invitation" : "Send the invitation", "Sending…"]}
        isReady={email.trim() !== ""}
      >
        <div class="filters">
          <TextInput
            label="E-mail of who is invited"
            type="email"
            hint="With or without an account. Another invitation ends the one before."
            value={email}
            onInput={setEmail}
            fault={send.faultOf("email")}
          />
          <RoleChoice most={most} value={role} onChange={setRole} />
        </div>
      </Form>
    </div>
  );
}

interface RowProps {
  readonly invitation: ListInvitationsOutput[number];
  readonly onRevoked: () => void;
}

function Row({ invitation, onRevoked }: RowProps) {
  const { id, email, role, createdAt, expiresAt } = invitation;
  const revoke = useAction<void, void>(async () => {
    await call((auth) => auth.revokeInvitation({ params: { id } }, ONCE));
    toast(`The invitation of ${email} is revoked: its link opens nothing.`);
    onRevoked();
  });
  return (
    <tr>
      <td>{email}</td>
      <td>{role}</td>
      <td>{moment(createdAt)}</td>
      <td>{moment(expiresAt)}</td>
      <td>
        <button
          type="button"
          class="second small danger"
          disabled={revoke.busy}
          aria-label={`Revoke the invitation of ${email}`}
          onClick={() => void revoke.run()}
        >
          Revoke
        </button>
        {revoke.problem && <Notice kind="poor">{revoke.problem}</Notice>}
      </td>
    </tr>
  );
}
