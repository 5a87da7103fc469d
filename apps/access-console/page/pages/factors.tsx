/** The second factors of the account: an authenticator app is set up here, and removed. */

import type { ListFactorsOutput } from "@bourse/client/auth";
import {
  Card,
  Code,
  Confirm,
  Form,
  moment,
  Notice,
  ONCE,
  Table,
  toast,
  untilKnown,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../model/login.ts";
import { wrongCode } from "../model/told.ts";
import { useLoaded } from "../model/use-loaded.ts";
import { CodeInput } from "../parts/code-input.tsx";
import { QrCode } from "../parts/qr-code.tsx";

interface Begun {
  readonly id: string;
  readonly secret: string;
  readonly uri: string;
}

export function Factors() {
  const list = useLoaded("factors", (auth) => auth.listFactors());
  const [begun, setBegun] = useState<Begun | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  const begin = useAction<void, void>(async () => {
    setCodes(undefined);
    setBegun(await call((auth) => auth.addTotp({}, ONCE)));
  });
  const factors = list.value.value;
  return (
    <Card title="Second factor">
      {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
      <Table
        label="Authenticator apps"
        head={["Set up", "Last used", "Recovery codes left", ""]}
        count={factors?.length ?? 0}
        empty={
          factors === undefined
            ? untilKnown(list.problem.value, "Loading…")
            : "With an authenticator app on your phone, nobody signs in by your password alone."
        }
      >
        {factors?.map((factor) => (
          <Row key={factor.id} factor={factor} onRemoved={() => void list.refresh()} />
        ))}
      </Table>
      {codes !== undefined && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {begun !== undefined && (
        <Setup
          begun={begun}
          onConfirmed={(given) => {
            setBegun(undefined);
            setCodes(given);
            void list.refresh();
          }}
        />
      )}
      {begun === undefined && codes === undefined && (
        <div class="after">
          <Form action={begin} words={["Set up an authenticator app", "Preparing…"]}>
            {null}
          </Form>
        </div>
      )}
    </Card>
  );
}

interface SetupProps {
  readonly begun: Begun;
  readonly onConfirmed: (codes: readonly string[]) => void;
}

function Setup({ begun: { id, secret, uri }, onConfirmed }: SetupProps) {
  const [code, setCode] = useState("");
  const action = useAction<void, void>(async () => {
    const answer = await call((auth) => auth.confirmTotp({ body: { id, code } })).catch(wrongCode);
    toast("The authenticator app is set up. Keep the recovery codes.");
    onConfirmed(answer.recoveryCodes);
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
        Keep these recovery codes where your phone is not: each signs you in once without the app.
        They are not shown again.
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
  readonly factor: ListFactorsOutput[number];
  readonly onRemoved: () => void;
}

function Row({ factor: { id, createdAt, lastUsedAt, recoveryCodes }, onRemoved }: RowProps) {
  const [isSure, setSure] = useState(false);
  const remove = useAction(async () => {
    await call((auth) => auth.removeFactor({ params: { id } }, ONCE));
    toast("The authenticator app is removed, and its recovery codes with it.");
    onRemoved();
  });
  return (
    <tr>
      <td>{moment(createdAt)}</td>
      <td>{lastUsedAt === null ? "not yet" : moment(lastUsedAt)}</td>
      <td>{recoveryCodes}</td>
      <td>
        {isSure ? (
          <Confirm
            title="Remove the authenticator app"
            words={["Remove", "Removing…"]}
            isDestructive
            busy={remove.busy}
            onYes={() => void remove.run(undefined)}
            onBack={() => setSure(false)}
          >
            <p class="hint">Without a second factor the password alone signs in.</p>
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
