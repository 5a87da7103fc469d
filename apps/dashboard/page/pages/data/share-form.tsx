/** Sharing a piece of data: checked, for a payment looked at once more, then followed to its proof. */

import type { PendingShare, ShareResult, Token } from "@bourse/contract/node";
import { bytes, Card, Code, Field, Notice, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { mayShare } from "../../model/access.ts";
import { call, newIdempotencyKey } from "../../model/api.ts";
import { nativeToken, shares, tokens, transactions } from "../../model/node-state.ts";
import { earlierShare } from "../../model/share-payment.ts";
import { decimalsOf, inUnits, parseUnits } from "../../model/units.ts";
import { AddressField } from "../../parts/address-field.tsx";
import { AmountField } from "../../parts/amount-field.tsx";
import { progressOf } from "./progress.ts";
import { ReviewShare, type Payment, type Review } from "./review-share.tsx";
import { ShareWay } from "./share-way.tsx";

/** UTF-8 bytes, as the node counts. */
const MOST_BYTES = 1_048_576;

interface ShareBody {
  readonly data: string;
  readonly recipient: string;
  readonly payment_token?: string;
  readonly payment_amount?: bigint;
}

/** Fields of a share, by the node's names, that the form has. */
const SHOWN_FIELDS: readonly string[] = ["data", "recipient", "payment_amount"];

/** The texts of the form; `token` is the address of the token that is paid with, empty for no payment. */
interface Typed {
  readonly data: string;
  readonly recipient: string;
  readonly token: string;
  readonly amount: string;
}

const EMPTY: Typed = { data: "", recipient: "", token: "", amount: "" };

export function ShareForm() {
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const [review, setReview] = useState<Review>();
  const { share, renewKey, isRetry } = useShare(() => {
    setTyped(EMPTY);
    setReview(undefined);
  });
  const { data, recipient } = typed;
  const isBeside = SHOWN_FIELDS.includes(share.field ?? "");
  const problem =
    share.problem && inUnits(share.problem, share.field, tokenOf(typed), nativeToken.value);

  const look = useAction(async ({ payment }: { readonly payment: Payment | undefined }) => {
    // A retry of one intent is made once, so what it finds may be itself.
    const earlier = isRetry ? undefined : await earlierShare({ data, recipient, payment });
    if (payment === undefined && earlier === undefined) await share.run({ data, recipient });
    else setReview({ payment, earlier });
  });

  const submit = (event: Event): void => {
    event.preventDefault();
    const { faults: found, payment } = check(typed);
    setFaults(found);
    share.clear();
    if (Object.keys(found).length === 0) void look.run({ payment });
  };

  const send = async ({ payment }: Review): Promise<void> => {
    const paid = payment && {
      payment_token: payment.token.address,
      payment_amount: payment.amount,
    };
    await share.run({ data, recipient, ...paid });
    setReview(undefined);
  };

  /** Another body is another intent: a key belongs to one. */
  const edit = (part: Partial<Typed>): void => {
    setTyped((now) => ({ ...now, ...part }));
    renewKey();
  };

  return (
    <Card title="Share">
      {review !== undefined && (
        <ReviewShare
          {...review}
          recipient={recipient}
          busy={share.busy}
          onSend={() => void send(review)}
          onBack={() => setReview(undefined)}
        />
      )}
      <form onSubmit={submit} noValidate hidden={review !== undefined}>
        <Fields
          typed={typed}
          onEdit={edit}
          faults={{
            data: faults.data ?? share.faultOf("data"),
            recipient: faults.recipient ?? share.faultOf("recipient"),
            amount: faults.amount ?? (share.field === "payment_amount" ? problem : undefined),
          }}
        />
        <button type="submit" disabled={share.busy || look.busy || !mayShare.value}>
          {buttonWord(share.busy || look.busy, typed.token !== "")}
        </button>
        {!mayShare.value && <p class="hint">Enter an API key with the scope share first.</p>}
      </form>
      {look.problem && <Notice kind="poor">{look.problem}</Notice>}
      {problem && !isBeside && <Notice kind="poor">{problem}</Notice>}
      {share.result && <Outcome result={share.result} />}
    </Card>
  );
}

/** Shares once for a key, however often it is tried; what was shared takes another key. */
function useShare(onShared: () => void) {
  const [key, setKey] = useState(newIdempotencyKey);
  const [tried, setTried] = useState<string>();
  const renewKey = (): void => setKey(newIdempotencyKey());
  const share = useAction(async (body: ShareBody) => {
    setTried(key);
    const answer = await call<ShareResult | PendingShare>("POST", "/api/share_data", {
      body,
      keyed: true,
      idempotencyKey: key,
    });
    renewKey();
    // What stays in the form is sent again by the next click.
    onShared();
    await Promise.all([shares.refresh(), transactions.refresh()]);
    return { ...answer.body, hash: answer.headers.get("Data-Hash") };
  });
  return { share, renewKey, isRetry: tried === key };
}

type Faults = Partial<Record<"data" | "recipient" | "amount", string | undefined>>;

/** Faults of what was typed, and the payment that goes with it. */
function check(typed: Typed): { readonly faults: Faults; readonly payment?: Payment } {
  const token = tokenOf(typed);
  const size = sizeOf(typed.data);
  const faults: Faults = {
    ...((size === 0 || size > MOST_BYTES) && { data: `From 1 byte to ${MOST_BYTES} bytes.` }),
    ...(!/^0x[0-9a-fA-F]{40}$/u.test(typed.recipient) && {
      recipient: "Enter an address: 0x and 40 hex digits.",
    }),
  };
  if (token === undefined) return { faults };
  const amount = parseUnits(typed.amount, decimalsOf(token));
  return typeof amount === "bigint"
    ? { faults, payment: { token, amount } }
    : { faults: { ...faults, amount: amount.fault } };
}

function tokenOf({ token }: Typed): Token | undefined {
  return tokens.value.value?.find(({ address }) => address === token);
}

function sizeOf(data: string): number {
  return new TextEncoder().encode(data).length;
}

interface FieldsProps {
  readonly typed: Typed;
  readonly onEdit: (part: Partial<Typed>) => void;
  readonly faults: Faults;
}

function Fields({ typed, onEdit, faults }: FieldsProps) {
  return (
    <>
      <Field
        label="Data"
        fault={faults.data}
        hint={`${bytes(sizeOf(typed.data))} of ${bytes(MOST_BYTES)}. Sealed for the recipient before it leaves the node.`}
      >
        {(ties) => (
          <textarea
            dir="auto"
            {...ties}
            rows={5}
            value={typed.data}
            onInput={(event) => onEdit({ data: event.currentTarget.value })}
          />
        )}
      </Field>
      <AddressField
        label="Recipient"
        isPeer
        fault={faults.recipient}
        value={typed.recipient}
        onInput={(recipient) => onEdit({ recipient })}
      />
      <Field
        label="Payment"
        hint="Paid in the transaction that proves the share: both happen or neither."
      >
        {(ties) => (
          <select
            {...ties}
            value={typed.token}
            onChange={(event) => onEdit({ token: event.currentTarget.value })}
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
      {typed.token !== "" && (
        <AmountField
          fault={faults.amount}
          value={typed.amount}
          onInput={(amount) => onEdit({ amount })}
        />
      )}
    </>
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
      {row && <ShareWay share={row} />}
    </Notice>
  );
}

function buttonWord(busy: boolean, pays: boolean): string {
  if (busy) return "Sealing, proving, delivering…";
  return pays ? "Review the payment" : "Share";
}
