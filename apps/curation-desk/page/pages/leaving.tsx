/** The end of an account: its copy as a file, its deletion, and the way back while that waits. */

import type { DeletionRequest } from "@bourse/contract/curation";
import {
  Card,
  Confirm,
  Field,
  Form,
  Notice,
  saveFile,
  SecretInput,
  toast,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { prove } from "../model/prove.ts";
import { accounts } from "../model/service.ts";
import { signOut, user } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import { wallets } from "../model/wallets.ts";

/** Tells of a deletion that waits, with the button that cancels it; nothing otherwise. */
export function WaitingDeletion() {
  const action = useAction<void, void>(
    explained(async () => {
      await accounts.cancelDeletion();
      user.value = await accounts.me();
      toast("Your account stays.");
    }),
  );
  const at = user.value?.deletes_at;
  if (at === undefined) return null;
  return (
    <Card title="Your account is about to be deleted">
      <Form action={action} words={["Keep the account", "Cancelling the deletion…"]}>
        <Notice kind="fair">It will be deleted {timeText(at)}, until you keep it.</Notice>
        <p />
      </Form>
    </Card>
  );
}

/** The copy of all that is held about the account. */
export function Copy() {
  const action = useAction<void, void>(
    explained(async () => {
      const copy = await accounts.exportAccount();
      saveFile("bourse-curation-account.json", JSON.stringify(copy, null, 2));
    }),
  );
  return (
    <Card title="Your data">
      <Form action={action} words={["Save a copy", "Collecting…"]}>
        <p class="hint before">
          All that this service holds about you, as one JSON file: profile, sessions, drafts with
          their versions, comments, markets, and the audit trail of your account.
        </p>
      </Form>
    </Card>
  );
}

/** Makes the proof of the owner for the request. */
type Proof = () => Promise<DeletionRequest>;

/** The deletion of the account, which asks for a proof of its owner and then once more. */
export function DangerZone() {
  const [proof, setProof] = useState<{ readonly of: Proof }>();
  const action = useAction<void, void>(
    explained(async () => {
      const planned = await accounts.deleteAccount({ body: (await proof?.of()) ?? {} });
      await signOut();
      toast(
        `Your account will be deleted ${timeText(planned.deletes_at)}. Sign in before then to keep it.`,
        { kind: "fair" },
      );
    }),
  );
  if (user.value?.deletes_at !== undefined) return null;
  return (
    <Card title="Danger zone">
      {proof === undefined ? (
        <Ways onProof={(of) => setProof({ of })} />
      ) : (
        <Confirm
          title="Confirm the deletion"
          words={["Delete the account", "Deleting…"]}
          isDestructive
          busy={action.busy}
          onYes={() => void action.run()}
          onBack={() => {
            action.clear();
            setProof(undefined);
          }}
        >
          <Notice kind="fair">
            You are signed out everywhere at once. Until the waiting time is over you can sign in
            and keep the account; after it nothing brings it back. Drafts that became no market go.
            Markets stay, without your name and wallet.
          </Notice>
          {action.problem === undefined ? <p /> : <Notice kind="poor">{action.problem}</Notice>}
        </Confirm>
      )}
    </Card>
  );
}

/** The proofs that the account has: a password or a code by mail, its wallet, or else this session. */
function Ways({ onProof }: { readonly onProof: (proof: Proof) => void }) {
  const who = user.value;
  const isBare = who?.email === null && !who.wallet_verified;
  return (
    <>
      <p class="hint before">
        Deletes the account after a waiting time. Save a copy of your data before.
      </p>
      {isBare && (
        <button
          type="button"
          class="second danger"
          onClick={() => onProof(async () => ({ refresh_token: await refreshToken() }))}
        >
          Delete the account…
        </button>
      )}
      {who?.email !== null && <ByMail onProof={onProof} />}
      {who?.wallet_verified === true &&
        wallets.value.map((wallet) => (
          <p key={wallet.id}>
            <button
              type="button"
              class="second"
              onClick={() => onProof(async () => await prove(await wallet.connect()))}
            >
              Delete by a signature of {wallet.name.slice(0, 40)}…
            </button>
          </p>
        ))}
      {who?.wallet_verified === true && who.email === null && wallets.value.length === 0 && (
        <Notice kind="fair">
          Your wallet proves that the account is yours: open this page in a browser that has it.
        </Notice>
      )}
    </>
  );
}

async function refreshToken(): Promise<string> {
  return (await accounts.tokens.load())?.refreshToken ?? "";
}

function ByMail({ onProof }: { readonly onProof: (proof: Proof) => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string>();
  const ask = useAction<void, void>(async () =>
    onProof(async () => (code === undefined ? { password } : { code })),
  );
  const send = useAction<void, void>(
    explained(async () => {
      await accounts.requestDeletionCode();
      setCode("");
    }),
  );
  return (
    <>
      <Form
        action={ask}
        words={["Delete the account…", "…"]}
        isReady={code === undefined ? password !== "" : code !== ""}
      >
        {code === undefined ? (
          <SecretInput
            label="Password of the account"
            autocomplete="current-password"
            value={password}
            onInput={setPassword}
          />
        ) : (
          <Field
            label="Code from the mail"
            hint={`It is on its way to ${user.value?.email ?? ""}.`}
          >
            {(ties) => (
              <input
                {...ties}
                autocomplete="one-time-code"
                spellcheck={false}
                value={code}
                onInput={(event) => setCode(event.currentTarget.value.trim())}
              />
            )}
          </Field>
        )}
      </Form>
      {code === undefined && (
        <p>
          <button
            type="button"
            class="second small"
            disabled={send.busy}
            onClick={() => void send.run()}
          >
            Use a code by mail instead
          </button>
        </p>
      )}
      {send.problem !== undefined && <Notice kind="poor">{send.problem}</Notice>}
    </>
  );
}
