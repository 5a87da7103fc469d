/** A device that wants to be logged in: its code, what asks, and the decision. */

import { Card, Form, formatPlace, moment, Notice, TextInput, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call, user } from "../model/login.ts";
import { Entry } from "./sign-in.tsx";

interface Waiting {
  readonly clientName: string | null;
  readonly ip: string | null;
  readonly createdAt: string;
  readonly permissions?: readonly string[] | undefined;
}

/** The page of a device, which asks a reader without a login to sign in first. */
export function Device() {
  if (user.value) return <Decision />;
  return (
    <>
      <Card title="Log a device in" wide>
        <Notice kind="fair">Sign in first. Then enter the code that the device shows.</Notice>
      </Card>
      <Entry />
    </>
  );
}

function Decision() {
  const [userCode, setUserCode] = useState("");
  const [device, setDevice] = useState<Waiting>();
  const [isApproved, setApproved] = useState<boolean>();
  const find = useAction<void, void>(async () => {
    setDevice(await call((auth) => auth.findDevice({ body: { userCode } })));
  });
  const decide = useAction<boolean, void>(async (approve) => {
    await call((auth) => auth.approveDevice({ body: { userCode, approve } }));
    setDevice(undefined);
    setUserCode("");
    setApproved(approve);
  });
  if (device === undefined) {
    return (
      <Card title="Log a device in">
        {isApproved !== undefined && (
          <Notice kind="good">
            {isApproved ? "The device is logged in" : "The device is refused"}. Your{" "}
            <a href={formatPlace(["sessions"])}>sessions</a> list all that are logged in.
          </Notice>
        )}
        <Form action={find} words={["Look", "Looking…"]} isReady={userCode !== ""}>
          <TextInput
            label="Code"
            autocomplete="off"
            hint="The eight letters that the device shows, such as WDJB-MJHT."
            isFirst
            value={userCode}
            onInput={setUserCode}
          />
        </Form>
      </Card>
    );
  }
  return (
    <Card title="This device wants to be logged in">
      <Asking device={device} />
      <Notice kind="fair">
        Approve it only if you have just started the login yourself
        {device.permissions === undefined && ": it can do all that you can"}. Nobody from this
        service ever sends you a code.
      </Notice>
      <p />
      <div class="buttons">
        <button type="button" disabled={decide.busy} onClick={() => void decide.run(true)}>
          {decide.busy ? "Deciding…" : "Approve"}
        </button>
        <button
          type="button"
          class="second danger"
          disabled={decide.busy}
          onClick={() => void decide.run(false)}
        >
          Refuse
        </button>
      </div>
      {decide.problem !== undefined && <Notice kind="poor">{decide.problem}</Notice>}
    </Card>
  );
}

function Asking({ device }: { readonly device: Waiting }) {
  return (
    <dl class="pairs">
      <dt>Calls itself</dt>
      <dd>{device.clientName ?? "nothing"}</dd>
      <dt>Address</dt>
      <dd>{device.ip ?? "not known"}</dd>
      <dt>Asked</dt>
      <dd>{moment(device.createdAt)}</dd>
      <dt>May</dt>
      <dd>{device.permissions?.join(", ") ?? "everything"}</dd>
      <dt>Account</dt>
      <dd>{user.value?.email}</dd>
    </dl>
  );
}
