/** Invitations to the reader's proved address, to accept or to decline. */

import type { ListInvitationsOutput } from "@bourse/client/auth";
import {
  Card,
  formatPlace,
  go,
  moment,
  Notice,
  ONCE,
  Table,
  toast,
  useAction,
  type Loaded,
} from "@bourse/ui";

import { call } from "../../model/login.ts";

interface OwnInvitationsProps {
  readonly list: Loaded<ListInvitationsOutput>;
  readonly onAnswered: () => void;
}

export function OwnInvitations({ list, onAnswered }: OwnInvitationsProps) {
  const rows = list.value.value;
  return (
    <Card title="Invitations to you" wide>
      {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
      <Table
        label="Invitations to you"
        head={["Organization", "Role", "Until", ""]}
        count={rows?.length}
        problem={list.problem.value}
        empty="None is open. Those to your address are here once it is confirmed; until then, open the link of the mail."
      >
        {rows?.map((one) => (
          <Row key={one.id} invitation={one} onAnswered={onAnswered} />
        ))}
      </Table>
      {rows?.length === 0 && (
        <p class="hint">
          <a href={formatPlace(["account"])}>Confirm your address</a> on the page Account.
        </p>
      )}
    </Card>
  );
}

interface RowProps {
  readonly invitation: ListInvitationsOutput[number];
  readonly onAnswered: () => void;
}

function Row({ invitation, onAnswered }: RowProps) {
  const { id, organizationName: name, role, expiresAt } = invitation;
  const answer = useAction<"accept" | "decline", void>(async (which) => {
    if (which === "accept") {
      const joined = await call((auth) => auth.acceptInvitation({ body: { id } }, ONCE));
      toast(`You are a member of ${name} now.`);
      go(["organizations", joined.id]);
      return;
    }
    await call((auth) => auth.revokeInvitation({ params: { id } }, ONCE));
    toast(`The invitation to ${name} is declined.`);
    onAnswered();
  });
  return (
    <tr>
      <td>{name}</td>
      <td>{role}</td>
      <td>{moment(expiresAt)}</td>
      <td>
        <div class="buttons">
          <button
            type="button"
            class="small"
            disabled={answer.busy}
            aria-label={`Accept the invitation to ${name}`}
            onClick={() => void answer.run("accept")}
          >
            Accept
          </button>
          <button
            type="button"
            class="second small danger"
            disabled={answer.busy}
            aria-label={`Decline the invitation to ${name}`}
            onClick={() => void answer.run("decline")}
          >
            Decline
          </button>
        </div>
        {answer.problem && <Notice kind="poor">{answer.problem}</Notice>}
      </td>
    </tr>
  );
}
