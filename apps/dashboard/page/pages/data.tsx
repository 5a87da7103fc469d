/** Sharing a piece of data with somebody, reading what was shared, and checking its proof. */

import type { PendingShare, ShareResult, Verification } from "@bourse/contract/node";
import { useState } from "preact/hooks";

import { apiKey, call, get, newIdempotencyKey } from "../model/api.ts";
import { bytes, moment } from "../model/format.ts";
import { NATIVE_TOKEN } from "../model/native-token.ts";
import { shares, tokens } from "../model/node-state.ts";
import { parseUnits } from "../model/units.ts";
import { useAction } from "../parts/action.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { Code } from "../parts/code.tsx";
import { Field } from "../parts/field.tsx";
import { KeyField } from "../parts/key-field.tsx";
import { Notice } from "../parts/notice.tsx";
import { Table } from "../parts/table.tsx";

/** Of UTF-8, as the node counts. */
const MOST_BYTES = 1_048_576;

export function Data() {
  return (
    <>
      <ShareForm />
      <div class="stack">
        <Card title="Access">
          <KeyField />
        </Card>
        <ReadForm />
      </div>
      <Shares />
    </>
  );
}

interface ShareBody {
  readonly data: string;
  readonly recipient: string;
  readonly payment_token?: string;
  readonly payment_amount?: bigint;
}

function ShareForm() {
  const [data, setData] = useState("");
  const [recipient, setRecipient] = useState("");
  const [paymentToken, setPaymentToken] = useState("");
  const [typed, setTyped] = useState("");
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [key, setKey] = useState(newIdempotencyKey);
  const share = useAction(async (body: ShareBody) => {
    const answer = await call<ShareResult | PendingShare>("POST", "/api/share_data", {
      body,
      keyed: true,
      idempotencyKey: key,
    });
    setKey(newIdempotencyKey());
    await shares.refresh();
    return { ...answer.body, hash: answer.headers.get("Data-Hash") };
  });
  const size = new TextEncoder().encode(data).length;

  const submit = (event: Event): void => {
    event.preventDefault();
    const token = tokens.value.value?.find((one) => one.address === paymentToken);
    const decimals = token?.decimals ?? (token?.address === NATIVE_TOKEN ? 18 : 0);
    const amount = token === undefined ? undefined : parseUnits(typed, decimals);
    const found: Record<string, string> = {};
    if (size === 0 || size > MOST_BYTES) found["data"] = `From 1 byte to ${MOST_BYTES} bytes.`;
    if (!/^0x[0-9a-fA-F]{40}$/u.test(recipient)) {
      found["recipient"] = "Enter an address: 0x and 40 hex digits.";
    }
    if (typeof amount === "object") found["amount"] = amount.fault;
    setFaults(found);
    if (Object.keys(found).length > 0 || typeof amount === "object") return;
    void share.run({
      data,
      recipient,
      ...(token === undefined || amount === undefined
        ? {}
        : { payment_token: token.address, payment_amount: amount }),
    });
  };

  /** Another body is another intent: a key belongs to one. */
  const edited = (change: () => void): void => {
    change();
    setKey(newIdempotencyKey());
  };

  return (
    <Card title="Share">
      <form onSubmit={submit} noValidate>
        <Field
          label="Data"
          fault={faults["data"]}
          hint={`${bytes(size)} of ${bytes(MOST_BYTES)}. Sealed for the recipient before it leaves the node.`}
        >
          {(ties) => (
            <textarea
              {...ties}
              rows={5}
              value={data}
              onInput={(event) => edited(() => setData(event.currentTarget.value))}
            />
          )}
        </Field>
        <Field label="Recipient" fault={faults["recipient"]}>
          {(ties) => (
            <input
              {...ties}
              value={recipient}
              spellcheck={false}
              autocomplete="off"
              placeholder="0x…"
              onInput={(event) => edited(() => setRecipient(event.currentTarget.value.trim()))}
            />
          )}
        </Field>
        <Field
          label="Payment"
          hint="Paid in the transaction that proves the share: both happen or neither."
        >
          {(ties) => (
            <select
              {...ties}
              value={paymentToken}
              onChange={(event) => edited(() => setPaymentToken(event.currentTarget.value))}
            >
              <option value="">None</option>
              {tokens.value.value?.map((token) => (
                <option key={token.address} value={token.address}>
                  {token.symbol}
                </option>
              ))}
            </select>
          )}
        </Field>
        {paymentToken !== "" && (
          <Field label="Amount" fault={faults["amount"]}>
            {(ties) => (
              <input
                {...ties}
                value={typed}
                inputMode="decimal"
                autocomplete="off"
                onInput={(event) => edited(() => setTyped(event.currentTarget.value))}
              />
            )}
          </Field>
        )}
        <button type="submit" disabled={share.busy || apiKey.value === ""}>
          {share.busy ? "Sealing, proving, delivering…" : "Share"}
        </button>
        {apiKey.value === "" && <p class="hint">Enter an API key with the scope share first.</p>}
      </form>
      {share.problem && <Notice kind="poor">{share.problem}</Notice>}
      {share.result && (
        <Notice kind="good">
          {share.result.success
            ? "Proved on the chain. Hash "
            : "Saved, and not yet proved on the chain; the node continues by itself. Hash "}
          {share.result.hash && <Code text={share.result.hash} label="data hash" />}
          {share.result.tx_hash !== null && (
            <>
              {" "}
              in transaction <Code text={share.result.tx_hash} label="transaction hash" />
            </>
          )}
        </Notice>
      )}
    </Card>
  );
}

function ReadForm() {
  const [hash, setHash] = useState("");
  const [fault, setFault] = useState<string>();
  const read = useAction((wanted: string) =>
    get<{ data: string }>(`/api/data/${wanted}`, { keyed: true }),
  );
  const verify = useAction((wanted: string) => get<Verification>(`/api/verify_data/${wanted}`));
  const start = (action: (wanted: string) => Promise<void>): void => {
    const good = /^[0-9a-fA-F]{64}$/u.test(hash);
    setFault(good ? undefined : "Enter a SHA-256: 64 hex digits.");
    if (good) void action(hash);
  };
  return (
    <Card title="Read and verify">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          start(verify.run);
        }}
      >
        <Field label="Data hash" fault={fault} hint="SHA-256 of the data, in hex.">
          {(ties) => (
            <input
              {...ties}
              value={hash}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => setHash(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <div class="buttons">
          <button type="submit" disabled={verify.busy}>
            Verify
          </button>
          <button
            type="button"
            class="second"
            disabled={read.busy || apiKey.value === ""}
            onClick={() => start(read.run)}
          >
            Read
          </button>
        </div>
      </form>
      {verify.problem && <Notice kind="poor">{verify.problem}</Notice>}
      {verify.result && (
        <Notice kind={verify.result.verified ? "good" : "fair"}>
          {verify.result.verified
            ? `Proved on the chain as ${verify.result.event_type ?? "an event"}.`
            : "The chain holds no proof of it."}
        </Notice>
      )}
      {read.problem && <Notice kind="poor">{read.problem}</Notice>}
      {read.result && (
        // Long data scrolls, and what scrolls must be reachable by keyboard.
        <pre class="data" tabIndex={0} aria-label="The data">
          {read.result.data}
        </pre>
      )}
    </Card>
  );
}

function Shares() {
  const list = shares.value.value ?? [];
  return (
    <Card title="Shares of this node" wide>
      {shares.problem.value && <Notice kind="poor">{shares.problem.value}</Notice>}
      <Table
        label="Shares of this node"
        head={["Made", "Data", "Recipient", "State", "Transaction"]}
        count={list.length}
        empty="Nothing was shared yet."
      >
        {list.map((share) => (
          <tr key={`${share.data_hash}${share.recipient}${share.created_at}`}>
            <td>{moment(share.created_at)}</td>
            <td>
              <Code text={share.data_hash} label="data hash" />
            </td>
            <td>
              <Code text={share.recipient} label="recipient" />
            </td>
            <td>
              <Badge state={share.status} />
            </td>
            <td>{share.tx_hash && <Code text={share.tx_hash} label="transaction hash" />}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
