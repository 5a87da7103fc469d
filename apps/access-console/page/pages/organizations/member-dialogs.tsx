/** The steps that change a member: each names the person and what follows. */

import type { GetOrganizationOutput, ListMembersOutput } from "@bourse/client/auth";
import { Confirm, Dialog, Form, moment, Notice, ONCE, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, user } from "../../model/login.ts";
import { reaches } from "../../model/roles.ts";
import { RoleChoice } from "../../parts/role-choice.tsx";

interface MemberDialogProps {
  readonly of: ListMembersOutput[number];
  readonly in: GetOrganizationOutput;
  readonly onClose: () => void;
}

/** The change of a member's role. */
export function MemberRole({ of: member, in: organization, onClose }: MemberDialogProps) {
  const [role, setRole] = useState(member.role);
  const save = useAction<void, void>(async () => {
    const params = { id: organization.id, userId: member.userId };
    await call((auth) => auth.updateMember({ params, body: { role } }, ONCE));
    toast(`${member.email} has the role ${role} now.`);
    onClose();
  });
  const isLoss = member.userId === user.value?.id && !reaches(role, organization.role);
  return (
    <Dialog title="Change a role" onClose={onClose}>
      <Form action={save} words={["Give this role", "Giving it…"]} isReady={role !== member.role}>
        <p class="hint before">
          <strong>
            <bdi>{member.email}</bdi>
          </strong>
          {member.name !== "" && (
            <>
              , <bdi>{member.name}</bdi>,
            </>
          )}{" "}
          has the role {member.role} in <bdi>{organization.name}</bdi>. The new one counts from the
          next request on, and is told by mail.
        </p>
        <Proof of={member} />
        <RoleChoice most={organization.role} value={role} onChange={setRole} />
        {isLoss && (
          <Notice kind="fair">
            You give up rights of your own. Only somebody who has them can give them back.
          </Notice>
        )}
        {isLoss && <p />}
      </Form>
    </Dialog>
  );
}

/** Tells whether the person whose rights change has proved the address. */
function Proof({ of: { emailVerifiedAt } }: Pick<MemberDialogProps, "of">) {
  return emailVerifiedAt === null ? (
    <Notice kind="fair">
      Nobody has proved this e-mail address: whoever registered it gets the rights. Ask the person
      before you give them.
    </Notice>
  ) : (
    <p class="hint before">
      The account proved this e-mail address on {moment(emailVerifiedAt)}. A name is what its owner
      has typed, and proves nothing.
    </p>
  );
}

/** The end of a membership. */
export function MemberRemoval({ of: member, in: organization, onClose }: MemberDialogProps) {
  const remove = useAction<void, void>(async () => {
    const params = { id: organization.id, userId: member.userId };
    await call((auth) => auth.removeMember({ params }, ONCE));
    toast(`${member.email} is removed.`);
    onClose();
  });
  return (
    <Dialog title="Remove a member" onClose={onClose}>
      <Confirm
        title="Confirm the removal"
        words={["Remove the member", "Removing…"]}
        isDestructive
        busy={remove.busy}
        onYes={() => void remove.run()}
        onBack={onClose}
      >
        <p>
          <strong>{member.email}</strong> loses every access to <bdi>{organization.name}</bdi> at
          once, and the invitations that they have sent end. The API keys of the organization stay:
          replace those that this person has seen.
        </p>
      </Confirm>
      {remove.problem && <Notice kind="poor">{remove.problem}</Notice>}
    </Dialog>
  );
}
