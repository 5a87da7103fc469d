/** The end of an account: its copy as a file, its deletion, and the way back while that waits. */

import {
  Card,
  Confirm,
  Form,
  moment,
  Notice,
  saveFile,
  SecretInput,
  toast,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, deletesAt, leave, look, user } from "../model/login.ts";

/** Tells of a deletion that waits, with the button that cancels it; nothing otherwise. */
export function WaitingDeletion() {
  const action = useAction<void, void>(async () => {
    await call((auth) => auth.cancelDeletion());
    await look();
    toast("Your account stays, and its API keys are accepted again.");
  });
  const { value: at } = deletesAt;
  if (at === undefined) return null;
  return (
    <Card title="Your account is about to be deleted" wide>
      <Form action={action} words={["Keep the account", "Cancelling the deletion…"]}>
        <Notice kind="fair">
          It will be deleted with all of its data {moment(at)}. Its API keys are refused until you
          keep it.
        </Notice>
        <p />
      </Form>
    </Card>
  );
}

/** The copy of all that is held about the account. */
export function Copy() {
  const action = useAction<void, void>(async () => {
    const copy = await call((auth) => auth.exportAccount());
    saveFile("bourse-account.json", JSON.stringify(copy, null, 2));
  });
  return (
    <Card title="Your data">
      <Form action={action} words={["Save a copy", "Collecting…"]}>
        <p class="hint before">
          All that this service holds about you, as one JSON file: profile, sessions, API keys
          without their secrets, records, and the audit trail of your account.
        </p>
      </Form>
    </Card>
  );
}

/** The deletion of the account, which asks for the password and then once more. */
export function DangerZone() {
  const [password, setPassword] = useState("");
  const [isAsked, setAsked] = useState(false);
  const ask = useAction<void, void>(async () => setAsked(true));
  const action = useAction<void, void>(async () => {
    const planned = await call((auth) => auth.deleteAccount({ body: { password } }));
    await leave();
    toast(
      `Your account will be deleted ${moment(planned.deletesAt)}. Sign in before then to keep it.`,
      { kind: "fair" },
    );
  });
  if (deletesAt.value !== undefined) return null;
  return (
    <Card title="Danger zone">
      {isAsked ? (
        <Confirm
          title="Confirm the deletion"
          words={["Delete the account", "Deleting…"]}
          isDestructive
          busy={action.busy}
          onYes={() => void action.run()}
          onBack={() => setAsked(false)}
        >
          <Notice kind="fair">
            You are signed out everywhere, and all API keys of {user.value?.email} are refused at
            once. Until the waiting time is over you can sign in and keep the account; after it
            nothing brings the account back.
          </Notice>
          <p />
        </Confirm>
      ) : (
        <Form action={ask} words={["Delete the account…", "…"]} isReady={password !== ""}>
          <p class="hint before">
            Deletes the account with its keys and records after a waiting time. Save a copy of your
            data before.
          </p>
          <SecretInput
            label="Password of the account"
            autocomplete="current-password"
            value={password}
            onInput={setPassword}
          />
        </Form>
      )}
      {action.problem !== undefined && <Notice kind="poor">{action.problem}</Notice>}
    </Card>
  );
}
