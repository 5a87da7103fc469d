/** Balances of the wallet, and the form that sends some of them: typed, confirmed, then sent once. */

import type {
  NodeTransaction,
  PendingTransfer,
  Token,
  TransferResult,
} from "@bourse/contract/node";
import { Card, Code, Field, moment, Notice, Table, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { ApiProblem, call, newIdempotencyKey } from "../model/api.ts";
import { NATIVE_TOKEN } from "../model/native-token.ts";
import { balances, nativeToken, tokens, transactions, walletAddress } from "../model/node-state.ts";
import { sameText } from "../model/share-payment.ts";
import { decimalsOf, formatUnits, inUnits, parseUnits } from "../model/units.ts";
import { AddressField } from "../parts/address-field.tsx";
import { AmountField } from "../parts/amount-field.tsx";
import { ConfirmPayment } from "../parts/confirm-payment.tsx";
import { Reading } from "../parts/reading.tsx";
import { Transactions } from "./tokens/transactions.tsx";

export function Tokens() {
  return (
    <>
      <Balances />
      <Transfer />
      <AddToken />
      <Transactions />
    </>
  );
}

function Balances() {
  const list = tokens.value.value ?? [];
  return (
    <Card title="Balances" wide>
      {tokens.problem.value && <Notice kind="poor">{tokens.problem.value}</Notice>}
      {balances.problem.value && <Notice kind="poor">{balances.problem.value}</Notice>}
      <Reading of={[tokens, balances]}>
        <Table
          label="Balances"
          head={["Token", "Balance", "Type", "Contract"]}
          numbers={["Balance"]}
          count={list.length}
          empty="No token is known yet."
        >
          {list.map((token) => {
            const amount = balances.value.value?.get(token.address);
            return (
              <tr key={token.address}>
                <th scope="row">{token.symbol}</th>
                <td class="number">
                  {amount === undefined ? "…" : formatUnits(amount, decimalsOf(token))}
                </td>
                <td>{token.type}</td>
                <td>
                  {token.address === NATIVE_TOKEN ? (
                    "native"
                  ) : (
                    <Code text={token.address} label={`contract of ${token.symbol}`} />
                  )}
                </td>
              </tr>
            );
          })}
        </Table>
      </Reading>
    </Card>
  );
}

/** Checked input that waits for its confirmation. */
interface Intent {
  readonly to: string;
  readonly amount: bigint;
  readonly token: Token;
  readonly key: string;
  /** The newest transfer of the same amount to the same address; undefined for none. */
  readonly earlier: NodeTransaction | undefined;
}

/** Fields of a transfer, by the node's names, that the form has. */
const SHOWN_FIELDS: readonly string[] = ["to", "amount"];

function Transfer() {
  const list = tokens.value.value ?? [];
  const [to, setTo] = useState("");
  const [typed, setTyped] = useState("");
  const [address, setAddress] = useState<string>(NATIVE_TOKEN);
  const [faults, setFaults] = useState<{ to?: string; amount?: string }>({});
  const { send, intent, setIntent } = useTransfer(() => {
    setTo("");
    setTyped("");
  });
  const token = list.find((one) => one.address === address);
  const problem = send.problem && inUnits(send.problem, send.field, token, nativeToken.value);
  const isBeside = SHOWN_FIELDS.includes(send.field ?? "");

  const review = (event: Event): void => {
    event.preventDefault();
    if (token === undefined) return;
    const amount = parseUnits(typed, decimalsOf(token));
    const found = {
      ...(isAddress(to) ? {} : { to: "Enter an address: 0x and 40 hex digits." }),
      ...(typeof amount === "bigint" ? {} : { amount: amount.fault }),
    };
    setFaults(found);
    send.clear();
    if (typeof amount === "bigint" && isAddress(to)) {
      const earlier = earlierTransfer(to, amount, token);
      setIntent({ to, amount, token, key: newIdempotencyKey(), earlier });
    }
  };

  return (
    <Card title="Transfer">
      {intent === undefined ? (
        <form onSubmit={review} noValidate>
          <AddressField
            label="To"
            isPeer
            fault={faults.to ?? send.faultOf("to")}
            value={to}
            onInput={setTo}
          />
          <TokenChoice chosen={address} onChoose={setAddress} />
          <AmountField
            fault={faults.amount ?? (send.field === "amount" ? problem : undefined)}
            hint={token && `In ${token.symbol}, up to ${decimalsOf(token)} decimals.`}
            value={typed}
            onInput={setTyped}
          />
          <button type="submit">Review</button>
        </form>
      ) : (
        <ConfirmPayment
          {...intent}
          kind="transfer"
          title="Confirm the transfer"
          words={["Send", "Sending…"]}
          warning={intent.earlier && <Earlier transfer={intent.earlier} />}
          busy={send.busy}
          onSend={() => void send.run(intent)}
          onBack={() => setIntent(undefined)}
        />
      )}
      {problem && !isBeside && <Notice kind="poor">{problem}</Notice>}
      {send.result && <Outcome result={send.result.body} token={token} />}
    </Card>
  );
}

interface TokenChoiceProps {
  /** Address of the chosen token. */
  readonly chosen: string;
  readonly onChoose: (address: string) => void;
}

function TokenChoice({ chosen, onChoose }: TokenChoiceProps) {
  return (
    <Field label="Token">
      {(ties) => (
        <select {...ties} value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
          {tokens.value.value?.map((one) => (
            <option key={one.address} value={one.address}>
              {one.symbol}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The newest one that was paid, or still may be. */
function earlierTransfer(to: string, amount: bigint, token: Token): NodeTransaction | undefined {
  return transactions.value.value?.find(
    (one) =>
      one.kind === "transfer" &&
      !["refused", "reverted"].includes(one.state) &&
      sameText(one.to, to) &&
      sameText(one.token, token.address) &&
      one.amount === amount.toString(),
  );
}

function Earlier({ transfer }: { readonly transfer: NodeTransaction }) {
  return (
    <Notice kind="fair">
      You have sent this amount to this address before: on {moment(transfer.created_at)}, now{" "}
      {transfer.state}
      {transfer.tx_hash !== null && (
        <>
          , in transaction{" "}
          <Code text={transfer.tx_hash} label="transaction of the earlier transfer" />
        </>
      )}
      . Going on pays once more.
    </Notice>
  );
}

/** The transfer that waits for its confirmation, and the sending of it. */
function useTransfer(onSent: () => void) {
  const [intent, setIntent] = useState<Intent>();
  const send = useAction(async ({ to, amount, token, key }: Intent) => {
    const body = { from: walletAddress.value, to, amount, token: token.address };
    const answer = await call<TransferResult | PendingTransfer>("POST", "/api/transfer", {
      body,
      idempotencyKey: key,
    }).catch((error: unknown) => {
      // Nothing was paid, and what does not fit is to be changed in the form.
      if (error instanceof ApiProblem && SHOWN_FIELDS.includes(error.field ?? "")) {
        setIntent(undefined);
      }
      throw error;
    });
    await Promise.all([balances.refresh(), transactions.refresh()]);
    setIntent(undefined);
    // What stays in the form is sent again by the next click.
    onSent();
    return answer;
  });
  return { send, intent, setIntent };
}

interface OutcomeParts {
  readonly result: TransferResult | PendingTransfer;
  readonly token: Token | undefined;
}

function Outcome({ result, token }: OutcomeParts) {
  const isWhole = result.success && result.received === result.amount;
  return (
    <Notice kind={isWhole ? "good" : "fair"}>
      {wordsOf(result, token)}
      {result.tx_hash !== null && <Code text={result.tx_hash} label="transaction hash" />}
    </Notice>
  );
}

function wordsOf(result: TransferResult | PendingTransfer, token: Token | undefined): string {
  if (result.success) {
    const { amount, received } = result;
    if (received === amount) return "Sent. ";
    if (received === null) return "Sent; the chain's endpoint does not show what arrived. ";
    return inUnits(`Sent; ${received} of ${amount} arrived. `, "amount", token, undefined);
  }
  return result.tx_hash === null
    ? "Not sent yet: the chain does not take it now. It waits below, goes out once when the chain does, and can be cancelled until then."
    : "Signed and on its way, and not final yet. It stands below until it is. ";
}

function AddToken() {
  const [address, setAddress] = useState("");
  const [fault, setFault] = useState<string>();
  const add = useAction(async (token: string) => {
    await call("POST", "/api/tokens", { body: { address: token, abi: ERC20_ABI } });
    await tokens.refresh();
    await balances.refresh();
    return token;
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    const good = isAddress(address);
    setFault(good ? undefined : "Enter an address: 0x and 40 hex digits.");
    if (good) void add.run(address);
    else add.clear();
  };
  return (
    <Card title="Add a token">
      <form onSubmit={submit} noValidate>
        <AddressField
          label="Contract"
          fault={fault ?? add.faultOf("address")}
          hint="It must answer as an ERC-20."
          value={address}
          onInput={setAddress}
        />
        <button type="submit" disabled={add.busy}>
          {add.busy ? "Asking the chain…" : "Add"}
        </button>
      </form>
      {add.problem && add.field !== "address" && <Notice kind="poor">{add.problem}</Notice>}
      {add.result && <Notice kind="good">The token is on the list.</Notice>}
    </Card>
  );
}

function isAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/u.test(text);
}

/** The functions of EIP-20, which is what the node talks to. */
const ERC20_ABI = [
  fn("name", [], "string"),
  fn("symbol", [], "string"),
  fn("decimals", [], "uint8"),
  fn("totalSupply", [], "uint256"),
  fn("balanceOf", ["address"], "uint256"),
  fn("transfer", ["address", "uint256"], "bool", "nonpayable"),
  fn("allowance", ["address", "address"], "uint256"),
  fn("approve", ["address", "uint256"], "bool", "nonpayable"),
  fn("transferFrom", ["address", "address", "uint256"], "bool", "nonpayable"),
];

function fn(name: string, inputs: readonly string[], output: string, stateMutability = "view") {
  return {
    type: "function",
    name,
    stateMutability,
    inputs: inputs.map((type) => ({ name: "", type })),
    outputs: [{ name: "", type: output }],
  };
}
