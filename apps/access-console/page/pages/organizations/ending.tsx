/** The ways out of an organization: leaving it, and for an owner its deletion. */

import type { GetOrganizationOutput } from "@bourse/client/auth";
import { Card, Confirm, go, Notice, ONCE, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, epoch, user } from "../../model/login.ts";

interface EndingProps {
  readonly of: GetOrganizationOutput;
  /** True for a reader without whom the organization has no owner. */
  readonly isOnlyOwner: boolean;
}

export function Ending({ of: { id, name, role }, isOnlyOwner }: EndingProps) {
  const [asked, setAsked] = useState<"leave" | "delete">();
  const end = useAction<void, void>(async () => {
    try {
      if (asked === "delete")
        await call((auth) => auth.deleteOrganization({ params: { id } }, ONCE));
      else {
        const params = { id, userId: user.value?.id ?? "" };
        await call((auth) => auth.removeMember({ params }, ONCE));
      }
    } catch (error) {
      // The reason may be a key or a member that this page does not show yet.
      epoch.value++;
      throw error;
    }
    toast(asked === "delete" ? `${name} is deleted.` : `You have left ${name}.`);
    go(["organizations"]);
  });
  const ask = (what: typeof asked): void => {
    end.clear();
    setAsked(what);
  };
  const isDeletion = asked === "delete";
  return (
    <Card title={role === "owner" ? "Danger zone" : "Leave"} wide>
      {asked === undefined ? (
        <>
          <p class="hint before">
            {isOnlyOwner
              ? "You are the only owner: make another member an owner before you leave, or delete the organization."
              : "Who leaves needs a new invitation to come back."}
          </p>
          <div class="buttons">
            {!isOnlyOwner && (
              <button type="button" class="second danger" onClick={() => ask("leave")}>
                Leave the organization
              </button>
            )}
            {role === "owner" && (
              <button type="button" class="second danger" onClick={() => ask("delete")}>
                Delete the organization
              </button>
            )}
          </div>
        </>
      ) : (
        <Confirm
          title={isDeletion ? "Confirm the deletion" : "Confirm the leaving"}
          words={isDeletion ? ["Delete it for good", "Deleting…"] : ["Leave it", "Leaving…"]}
          isDestructive
          busy={end.busy}
          onYes={() => void end.run()}
          onBack={() => ask(undefined)}
        >
          <Notice kind="fair">
            {isDeletion
              ? `${name} ends for all of its members at once, with its invitations and records. Nothing brings it back. Its API keys must be revoked before.`
              : `You lose every access to ${name} at once, and the invitations that you have sent end. Its API keys stay.`}
          </Notice>
          <p />
        </Confirm>
      )}
      {end.problem && <Notice kind="poor">{end.problem}</Notice>}
    </Card>
  );
}
