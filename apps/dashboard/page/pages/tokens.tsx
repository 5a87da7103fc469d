/** What the wallet holds, and sending some of it: typed, looked at once more, then sent once. */

import type { PendingTransfer, Token, TransferResult } from "@bourse/contract/node";
import { useState } from "preact/hooks";

import { call, newIdempotencyKey } from "../model/api.ts";
import { pendingTransfers } from "../model/live.ts";
import { NATIVE_TOKEN } from "../model/native-token.ts";
import { balances, tokens, walletAddress } from "../model/node-state.ts";
import { formatUnits, parseUnits } from "../model/units.ts";
import { useAction } from "../parts/action.ts";
import { Card } from "../parts/card.tsx";
import { Code } from "../parts/code.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { Table } from "../parts/table.tsx";

export function Tokens() {
  return (
    <>
      <Balances />
      <Transfer />
      <Pending />
      <AddToken />
    </>
  );
}

/** ERC-20 tokens without decimals count in whole units (EIP-20 makes them optional). */
const decimalsOf = (token: Token): number =>
  token.decimals ?? (token.address === NATIVE_TOKEN ? 18 : 0);

function Balances() {
  const list = tokens.value.value ?? [];
  return (
    <Card title="Balances" wide>
      {tokens.problem.value && <Notice kind="poor">{tokens.problem.value}</Notice>}
      {balances.problem.value && <Notice kind="poor">{balances.problem.value}</Notice>}
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
    </Card>
  );
}

/** What was typed and checked, waiting for the second look. */
interface Intent {
  readonly to: string;
  readonly amount: bigint;
  readonly token: Token;
  readonly key: string;
}

function Transfer() {
  const list = tokens.value.value ?? [];
  const [to, setTo] = useState("");
  const [typed, setTyped] = useState("");
  const [address, setAddress] = useState<string>(NATIVE_TOKEN);
  const [faults, setFaults] = useState<{ to?: string; amount?: string }>({});
  const [intent, setIntent] = useState<Intent>();
  const send = useAction(async ({ to, amount, token, key }: Intent) => {
    const body = { from: walletAddress.value, to, amount, token: token.address };
    const answer = await call<TransferResult | PendingTransfer>("POST", "/api/transfer", {
      body,
      idempotencyKey: key,
    });
    await balances.refresh();
    setIntent(undefined);
    return answer;
  });
  const token = list.find((one) => one.address === address);

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
      setIntent({ to, amount, token, key: newIdempotencyKey() });
    }
  };

  return (
    <Card title="Transfer">
      {intent === undefined ? (
        <form onSubmit={review} noValidate>
          <Field label="To" fault={faults.to}>
            {(ties) => (
              <input
                {...ties}
                value={to}
                spellcheck={false}
                autocomplete="off"
                placeholder="0x…"
                onInput={(event) => setTo(event.currentTarget.value.trim())}
              />
            )}
          </Field>
          <Field label="Token">
            {(ties) => (
              <select
                {...ties}
                value={address}
                onChange={(event) => setAddress(event.currentTarget.value)}
              >
                {list.map((one) => (
                  <option key={one.address} value={one.address}>
                    {one.symbol}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label="Amount"
            fault={faults.amount}
            hint={token && `In ${token.symbol}, up to ${decimalsOf(token)} decimals.`}
          >
            {(ties) => (
              <input
                {...ties}
                value={typed}
                inputMode="decimal"
                autocomplete="off"
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit">Review</button>
        </form>
      ) : (
        <Confirm
          intent={intent}
          busy={send.busy}
          onSend={() => void send.run(intent)}
          onBack={() => setIntent(undefined)}
        />
      )}
      {send.problem && <Notice kind="poor">{send.problem}</Notice>}
      {send.result && <Outcome result={send.result.body} />}
    </Card>
  );
}

interface ConfirmProps {
  readonly intent: Intent;
  readonly busy: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

function Confirm({ intent: { to, amount, token }, busy, onSend, onBack }: ConfirmProps) {
  return (
    <div role="group" aria-label="Confirm the transfer">
      <p>You are about to send, and it cannot be taken back:</p>
      <dl class="pairs">
        <dt>Amount</dt>
        <dd>
          <strong>
            {formatUnits(amount.toString(), decimalsOf(token))} {token.symbol}
          </strong>
        </dd>
        <dt>In smallest units</dt>
        <dd class="breaking">{amount.toString()}</dd>
        <dt>To</dt>
        <dd class="breaking">
          <code>{to}</code>
        </dd>
      </dl>
      <div class="buttons">
        <button type="button" onClick={onSend} disabled={busy}>
          {busy ? "Sending…" : "Send"}
        </button>
        <button type="button" class="second" onClick={onBack} disabled={busy}>
          Back
        </button>
      </div>
    </div>
  );
}

function Outcome({ result }: { readonly result: TransferResult | PendingTransfer }) {
  return (
    <Notice kind={result.success ? "good" : "fair"}>
      {result.success ? "Sent. " : "Sent, and not yet in a block. It is watched until it is. "}
      <Code text={result.tx_hash} label="transaction hash" />
    </Notice>
  );
}

function Pending() {
  const list = pendingTransfers.value;
  if (list.length === 0) return null;
  return (
    <Card title="Latest transfers" wide>
      <Table
        label="Latest transfers"
        head={["When", "To", "Amount", "State"]}
        numbers={["Amount"]}
        count={list.length}
        empty=""
      >
        {list.map(({ id, when, to, amount, token, state }) => {
          const known = tokens.value.value?.find((one) => one.address === token);
          return (
            <tr key={id}>
              <td>{when}</td>
              <td>
                <Code text={to} label="recipient" />
              </td>
              <td class="number">
                {known ? `${formatUnits(amount, decimalsOf(known))} ${known.symbol}` : amount}
              </td>
              <td>{state}</td>
            </tr>
          );
        })}
      </Table>
    </Card>
  );
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
  };
  return (
    <Card title="Add a token">
      <form onSubmit={submit} noValidate>
        <Field label="Contract" fault={fault} hint="It must answer as an ERC-20.">
          {(ties) => (
            <input
              {...ties}
              value={address}
              spellcheck={false}
              autocomplete="off"
              placeholder="0x…"
              onInput={(event) => setAddress(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <button type="submit" disabled={add.busy}>
          {add.busy ? "Asking the chain…" : "Add"}
        </button>
      </form>
      {add.problem && <Notice kind="poor">{add.problem}</Notice>}
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
