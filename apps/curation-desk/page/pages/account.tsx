/** The account that is signed in: its profile, its sessions, and the operator's code that makes it an admin. */

import { Card, Code, Field, Form, Later, Notice, ONCE, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { browserOf } from "../model/browser-of.ts";
import { explain } from "../model/explain.ts";
import { explained } from "../model/explained.ts";
import { useLoaded } from "../model/loaded.ts";
import { accounts } from "../model/service.ts";
import { isAdmin, user } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import { OwnSuspension } from "../parts/suspension.tsx";
import { WaitingRecovery } from "../parts/waiting-recovery.tsx";
import { Copy, DangerZone, WaitingDeletion } from "./leaving.tsx";
import { Identities } from "./providers.tsx";

export function Account() {
  return (
    <>
      <OwnSuspension />
      <WaitingDeletion />
      <WaitingRecovery />
      <Profile />
      {user.value?.email !== null && <Address />}
      <Later title="Second factor" load={loadFactors}>
        {user.value?.email !== null && <Later title="Password" load={loadCredentials} />}
        {user.value?.email === null && user.value.wallet_verified === true && (
          <Later title="E-mail and password" load={loadFirstEmail} />
        )}
        <Identities />
        <Later title="Second wallets" load={loadWallets} />
        <Sessions />
        {!isAdmin.value && <AdminCode />}
        <Copy />
        <DangerZone />
      </Later>
    </>
  );
}

const loadWallets = async () => (await import("./second-wallets.tsx")).SecondWallets;
const loadCredentials = async () => (await import("./credentials.tsx")).Credentials;
const loadFirstEmail = async () => (await import("./first-email.tsx")).FirstEmail;
const loadFactors = async () => (await import("./factors.tsx")).Factors;

function Profile() {
  const who = user.value;
  const [name, setName] = useState(who?.display_name ?? "");
  const [bio, setBio] = useState(who?.bio ?? "");
  const save = useAction(
    explained(async () => {
      const body = { display_name: name === "" ? null : name, bio: bio === "" ? null : bio };
      user.value = await accounts.updateMe({ body });
      toast("Saved.");
    }),
  );
  return (
    <Card title="Profile">
      <dl class="pairs">
        <dt>Username</dt>
        <dd dir="auto">{who?.username}</dd>
        <dt>E-mail</dt>
        <dd>{who?.email ?? "–"}</dd>
        <dt>Wallet</dt>
        <dd>
          {typeof who?.wallet_address === "string" ? (
            <Code text={who.wallet_address} label="your address" />
          ) : (
            "–"
          )}{" "}
          {who?.wallet_verified === true ? "proved" : "not proved"}{" "}
          {who?.wallet_name !== undefined && <bdi>{who.wallet_name}</bdi>}
        </dd>
        <dt>Markets</dt>
        <dd>{who?.total_markets_created}</dd>
      </dl>
      <form
        class="step"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(undefined);
        }}
      >
        <Field
          label="Name to show"
          hint="At most 100 characters; empty: your username."
          fault={save.faultOf("display_name")}
        >
          {(ties) => (
            <input
              {...ties}
              maxLength={100}
              dir="auto"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="About you" hint="At most 1,000 characters." fault={save.faultOf("bio")}>
          {(ties) => (
            <textarea
              dir="auto"
              {...ties}
              rows={2}
              maxLength={1000}
              value={bio}
              onInput={(event) => setBio(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" disabled={save.busy}>
          {save.busy ? "Saving…" : "Save"}
        </button>
        {save.problem !== undefined && save.field === undefined && (
          <Notice kind="poor">{save.problem}</Notice>
        )}
      </form>
    </Card>
  );
}

/** State of the proof of the address, and the request for a mail that proves it. */
function Address() {
  const state = useLoaded(`email ${user.value?.email}`, (signal) =>
    accounts.emailState({}, { signal }),
  );
  const [isAsked, setAsked] = useState(false);
  const ask = useAction<void, void>(
    explained(async () => {
      await accounts.requestEmailVerification();
      setAsked(true);
    }),
  );
  const { verified_at } = state.value ?? {};
  const isKnown = state.value !== undefined;
  const isOpen = verified_at === null || (!isKnown && state.problem === undefined);
  return (
    <Card title="E-mail address">
      {state.problem !== undefined && <Notice kind="poor">{state.problem}</Notice>}
      {typeof verified_at === "string" && (
        <p class="hint">
          Confirmed {timeText(verified_at)}: a forgotten password is reset by mail.
        </p>
      )}
      {isAsked && <Notice kind="good">A mail with a link is on its way.</Notice>}
      {isOpen && !isAsked && (
        // As high before the state is known, so that nothing moves.
        <Form action={ask} words={["Confirm this address", "Sending a mail…"]} isReady={isKnown}>
          <p class="hint before">
            {isKnown ? "Nobody has confirmed yet that this address is yours." : "Loading…"}
          </p>
        </Form>
      )}
    </Card>
  );
}

function Sessions() {
  const sessions = useLoaded("sessions", (signal) => accounts.listSessions({}, { signal }));
  const end = async (id: string): Promise<void> => {
    const done = await accounts.endSession.safe({ params: { id } }, ONCE);
    if (done.ok) toast("The session has ended.");
    else toast(explain(done.error), { kind: "poor" });
    sessions.reload();
  };
  return (
    <Card title="Sessions">
      {sessions.problem !== undefined && <Notice kind="poor">{sessions.problem}</Notice>}
      <ul class={sessions.stale ? "plain trail stale" : "plain trail"}>
        {sessions.value === undefined && sessions.problem === undefined && (
          // As high as a session, so that nothing moves when they come.
          <li class="user">
            <span>
              <span>Loading…</span>
              <span class="facts">
                <span>&nbsp;</span>
              </span>
            </span>
          </li>
        )}
        {sessions.value?.map((session) => (
          <li key={session.id} class="user">
            <span>
              <span class="breaking">{browserOf(session.user_agent)}</span>
              <span class="facts">
                <span>{session.ip}</span>
                <span>used {timeText(session.last_used_at)}</span>
                <span>ends {timeText(session.expires_at)}</span>
              </span>
            </span>
            {session.current ? (
              <span class="hint">this one</span>
            ) : (
              <button
                type="button"
                class="second danger small"
                aria-label={`End the session of ${timeText(session.created_at)}`}
                onClick={() => void end(session.id)}
              >
                End
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AdminCode() {
  const [code, setCode] = useState("");
  const redeem = useAction(
    explained(async () => {
      user.value = await accounts.redeemAdminCode({ body: { admin_code: code } });
      toast("You are an admin now.");
    }),
  );
  return (
    <Card title="Admin code">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void redeem.run(undefined);
        }}
      >
        <Field
          label="Code"
          hint="The operator of the server has it, for an e-mail address that is reserved for an admin."
          fault={redeem.faultOf("admin_code")}
        >
          {(ties) => (
            <input
              {...ties}
              autocomplete="off"
              spellcheck={false}
              maxLength={200}
              value={code}
              onInput={(event) => setCode(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <button type="submit" class="second" disabled={redeem.busy || code === ""}>
          Redeem
        </button>
        {redeem.problem !== undefined && redeem.field === undefined && (
          <Notice kind="poor">{redeem.problem}</Notice>
        )}
      </form>
    </Card>
  );
}
