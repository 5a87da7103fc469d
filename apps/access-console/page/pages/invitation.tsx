/** An invitation to an organization, by its link: the reader signs in or creates an account, and accepts. */

import { Card, forgetToken, Form, formatPlace, Notice, tokenFor, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, user } from "../model/login.ts";
import { Entry } from "./sign-in.tsx";

/** The page of an invitation. */
export function Invitation() {
  const token = tokenFor("invitation");
  const [joined, setJoined] = useState<{ readonly id: string; readonly name: string }>();
  const accept = useAction<void, void>(async () => {
    const body = { token: token ?? "" };
    setJoined(await call((auth) => auth.acceptInvitation({ body })));
    forgetToken("invitation");
  });
  if (joined !== undefined || token === undefined) {
    return (
      <Card title="Invitation">
        {joined === undefined ? (
          <Notice kind="fair">Open the link of the mail once more: this page has lost it.</Notice>
        ) : (
          <Notice kind="good">
            You are a member of “<bdi>{joined.name}</bdi>” now.
          </Notice>
        )}
        <p class="hint switch">
          {joined === undefined ? (
            <a href={formatPlace([user.value ? "organizations" : "sign-in"])}>
              {user.value ? "Your organizations and invitations" : "Back to the sign-in"}
            </a>
          ) : (
            <a href={formatPlace(["organizations", joined.id])}>Open the organization</a>
          )}
        </p>
      </Card>
    );
  }
  if (user.value) {
    return (
      <Card title="Invitation">
        <Form action={accept} words={["Accept the invitation", "Accepting…"]}>
          <p class="hint before">You accept it as {user.value.email}.</p>
        </Form>
      </Card>
    );
  }
  return (
    <>
      <Card title="Invitation" wide>
        <Notice kind="fair">
          Sign in with the address that is invited, then accept. Without an account, create one with
          that address: it is a member at once.
        </Notice>
      </Card>
      <Entry />
    </>
  );
}
