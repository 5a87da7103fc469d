/** Sharing a piece of data: checked, for a payment looked at once more, then followed to its proof. */

import type { PendingShare, ShareResult, Token } from "@bourse/contract/node";
import { bytes, Card, Code, Field, Notice, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { mayShare } from "../../model/access.ts";
import { call, newIdempotencyKey } from "../../model/api.ts";
import { nativeToken, shares, tokens, transactions } from "../../model/node-state.ts";
import { decimalsOf, inUnits, parseUnits } from "../../model/units.ts";
import { ConfirmPayment } from "../../parts/confirm-payment.tsx";
import { progressOf } from "./progress.ts";

/** UTF-8 bytes, as the node counts. */
const MOST_BYTES = 1_048_576;

interface Payment {
  readonly token: Token;
  readonly amount: bigint;
}

interface ShareBody {
  readonly data: string;
  readonly recipient: string;
  readonly payment_token?: string;
  readonly payment_amount?: bigint;
}

/** Fields of a share, by the node's names, that the form has. */
const SHOWN_FIELDS: readonly string[] = ["data", "recipient", "payment_amount"];

export function ShareForm() {
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
    await Promise.all([shares.refresh(), transactions.refresh()]);
    return { ...answer.body, hash: answer.headers.get("Data-Hash") };
  });
  const size = new TextEncoder().encode(data).length;
  const paid = tokens.value.value?.find((one) => one.address === paymentToken);

  const isBeside = SHOWN_FIELDS.includes(share.field ?? "");
  const problem = share.problem && inUnits(share.problem, share.field, paid, nativeToken.value);

  const [payment, setPayment] = useState<Payment>();

  const submit = (event: Event): void => {
    event.preventDefault();
    const token = tokens.value.value?.find((one) => one.address === paymentToken);
    const amount = token === undefined ? undefined : parseUnits(typed, decimalsOf(token));
    const found: Record<string, string> = {};
    if (size === 0 || size > MOST_BYTES) found["data"] = `From 1 byte to ${MOST_BYTES} bytes.`;
    if (!/^0x[0-9a-fA-F]{40}$/u.test(recipient)) {
      found["recipient"] = "Enter an address: 0x and 40 hex digits.";
    }
    if (typeof amount === "object") found["amount"] = amount.fault;
    setFaults(found);
    share.clear();
    if (Object.keys(found).length > 0 || typeof amount === "object") return;
    if (token === undefined || amount === undefined) void share.run({ data, recipient });
    else setPayment({ token, amount });
  };

  const pay = async ({ token, amount }: Payment): Promise<void> => {
    await share.run({ data, recipient, payment_token: token.address, payment_amount: amount });
    setPayment(undefined);
  };

  /** Another body is another intent: a key belongs to one. */
  const edited = (change: () => void): void => {
    change();
    setKey(newIdempotencyKey());
  };

  return (
    <Card title="Share">
      {payment !== undefined && (
        <ConfirmPayment
          {...payment}
          to={recipient}
          title="Confirm the payment of the share"
          words={["Share and pay", "Sealing, proving, delivering…"]}
          busy={share.busy}
          onSend={() => void pay(payment)}
          onBack={() => setPayment(undefined)}
        />
      )}
      <form onSubmit={submit} noValidate hidden={payment !== undefined}>
        <Field
          label="Data"
          fault={faults["data"] ?? share.faultOf("data")}
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
        <Field label="Recipient" fault={faults["recipient"] ?? share.faultOf("recipient")}>
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
          <Field
            label="Amount"
            fault={faults["amount"] ?? (share.field === "payment_amount" ? problem : undefined)}
          >
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
        <button type="submit" disabled={share.busy || !mayShare.value}>
          {buttonWord(share.busy, paymentToken !== "")}
        </button>
        {!mayShare.value && <p class="hint">Enter an API key with the scope share first.</p>}
      </form>
      {problem && !isBeside && <Notice kind="poor">{problem}</Notice>}
      {share.result && <Outcome result={share.result} />}
    </Card>
  );
}

type Shared = (ShareResult | PendingShare) & { readonly hash: string | null };

/** Green only for a proof that is final; what is still under way is followed to its end. */
function Outcome({ result }: { readonly result: Shared }) {
  const row = shares.value.value?.shares.find(
    ({ data_hash, recipient, created_at }) =>
      data_hash === result.hash && recipient === result.recipient && created_at > 0,
  );
  const isProved = result.success || (row !== undefined && row.status !== "sealed");
  return (
    <Notice kind={isProved ? "good" : "fair"}>
      {isProved
        ? "Proved on the chain. Hash "
        : `Saved, and not yet proved: ${row ? progressOf(row) : "sealed"}. The node goes on by itself. Hash `}
      {result.hash && <Code text={result.hash} label="data hash" />}
      {(row?.tx_hash ?? result.tx_hash) !== null && (
        <>
          {" "}
          in transaction{" "}
          <Code text={row?.tx_hash ?? result.tx_hash ?? ""} label="transaction hash" />
        </>
      )}
    </Notice>
  );
}

function buttonWord(busy: boolean, pays: boolean): string {
  if (busy) return "Sealing, proving, delivering…";
  return pays ? "Review the payment" : "Share";
}
