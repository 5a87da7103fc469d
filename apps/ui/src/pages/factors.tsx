/** The second factors of the account: authenticator apps and passkeys are set up here, and removed. */

import { useState } from "preact/hooks";

import { moment } from "../model/format.ts";
import { createPasskey, type PasskeyCreation } from "../model/passkeys.ts";
import { toast } from "../model/toasts.ts";
import { useAction } from "../parts/action.ts";
import { Card } from "../parts/card.tsx";
import { CodeInput } from "../parts/code-input.tsx";
import { Code } from "../parts/code.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Form } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import { PasskeyButton } from "../parts/passkey-button.tsx";
import { QrCode } from "../parts/qr-code.tsx";
import { Table } from "../parts/table.tsx";

/** A factor of the account. */
interface HeldFactor {
  readonly id: string;
  readonly kind: "totp" | "passkey";
  readonly name: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly recoveryCodes: number;
}

interface Begun {
  readonly id: string;
  readonly secret: string;
  readonly uri: string;
}

/** Calls of the service; each rejects with a sentence. */
export interface FactorCalls {
  /** The last good answer of the list, what was wrong with it, and the call that asks again. */
  readonly held: readonly HeldFactor[] | undefined;
  readonly problem: string | undefined;
  readonly refresh: () => void;
  readonly beginTotp: () => Promise<Begun>;
  /** Resolves to the recovery codes. */
  readonly confirmTotp: (id: string, code: string) => Promise<readonly string[]>;
  readonly beginPasskey: () => Promise<PasskeyCreation>;
  /** Resolves to the recovery codes: none where the account has some. */
  readonly addPasskey: (
    credential: Awaited<ReturnType<typeof createPasskey>>,
  ) => Promise<readonly string[]>;
  readonly remove: (id: string) => Promise<unknown>;
}

const ADVICE =
  "With an authenticator app on your phone or a passkey, nobody signs in by your password alone.";

export function FactorsCard({ calls }: { readonly calls: FactorCalls }) {
  const { held: factors, problem, refresh } = calls;
  const [begun, setBegun] = useState<Begun | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  const begin = useAction<void, void>(async () => {
    setCodes(undefined);
    setBegun(await calls.beginTotp());
  });
  const added = (given: readonly string[]): void => {
    setBegun(undefined);
    setCodes(given.length > 0 ? given : undefined);
    refresh();
  };
  const addPasskey = async (): Promise<void> => {
    const given = await calls.addPasskey(await createPasskey(await calls.beginPasskey()));
    toast("The passkey is set up.");
    added(given);
  };
  return (
    <Card title="Second factor">
      {problem && <Notice kind="poor">{problem}</Notice>}
      <Table
        label="Second factors"
        head={["", "Set up", "Last used", "Recovery codes left", ""]}
        count={factors?.length}
        empty={ADVICE}
        // True of every account, so that nothing moves when the answer comes.
        waiting={ADVICE}
        problem={problem}
      >
        {factors?.map((factor) => (
          <Row key={factor.id} factor={factor} remove={calls.remove} onRemoved={refresh} />
        ))}
      </Table>
      {codes !== undefined && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {begun !== undefined && (
        <Setup begun={begun} confirm={calls.confirmTotp} onConfirmed={added} />
      )}
      {begun === undefined && codes === undefined && (
        <div class="after">
          <Form action={begin} words={["Set up an authenticator app", "Preparing…"]}>
            {null}
          </Form>
          <PasskeyButton words={["Add a passkey", "Waiting for the passkey…"]} onUse={addPasskey} />
        </div>
      )}
    </Card>
  );
}

interface SetupProps {
  readonly begun: Begun;
  readonly confirm: FactorCalls["confirmTotp"];
  readonly onConfirmed: (codes: readonly string[]) => void;
}

function Setup({ begun: { id, secret, uri }, confirm, onConfirmed }: SetupProps) {
  const [code, setCode] = useState("");
  const action = useAction<void, void>(async () => {
    const codes = await confirm(id, code);
    toast("The authenticator app is set up. Keep the recovery codes.");
    onConfirmed(codes);
  });
  return (
    <Form action={action} words={["Confirm the app", "Checking…"]}>
      <p class="hint before">
        Scan this with your authenticator app, <a href={uri}>open it there</a>, or type the secret.
      </p>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <p class="before">
        <Code text={secret} label="the secret" whole />
      </p>
      <CodeInput value={code} onInput={setCode} isAppOnly />
    </Form>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <>
      <Notice kind="fair">
        Keep these recovery codes where your phone is not: each signs you in once without the app or
        the passkey. They are not shown again.
      </Notice>
      <pre class="secret" role="group" aria-label="Recovery codes">
        {codes.join("\n")}
      </pre>
      <p class="buttons after">
        <Code text={codes.join("\n")} label="the recovery codes" words="All ten:" />
        <button type="button" class="second small" onClick={() => print()}>
          Print
        </button>
        <button type="button" class="second small" onClick={onKept}>
          I have kept them
        </button>
      </p>
    </>
  );
}

interface RowProps {
  readonly factor: HeldFactor;
  readonly remove: FactorCalls["remove"];
  readonly onRemoved: () => void;
}

function Row({ factor, remove: removeFactor, onRemoved }: RowProps) {
  const { id, kind, name, createdAt, lastUsedAt, recoveryCodes } = factor;
  const what = kind === "totp" ? "authenticator app" : "passkey";
  const [isSure, setSure] = useState(false);
  const remove = useAction(async () => {
    await removeFactor(id);
    toast(`The ${what} is removed.`);
    onRemoved();
  });
  return (
    <tr>
      <td>{name ?? "Authenticator app"}</td>
      <td>{moment(createdAt)}</td>
      <td>{lastUsedAt === null ? "not yet" : moment(lastUsedAt)}</td>
      <td>{recoveryCodes}</td>
      <td>
        {isSure ? (
          <Confirm
            title={`Remove the ${what}`}
            words={["Remove", "Removing…"]}
            isDestructive
            busy={remove.busy}
            onYes={() => void remove.run(undefined)}
            onBack={() => setSure(false)}
          >
            <p class="hint">
              Without a second factor the password alone signs in. Recovery codes end with the last
              factor.
            </p>
          </Confirm>
        ) : (
          <button type="button" class="second small danger" onClick={() => setSure(true)}>
            Remove
          </button>
        )}
        {remove.problem && <Notice kind="poor">{remove.problem}</Notice>}
      </td>
    </tr>
  );
}
