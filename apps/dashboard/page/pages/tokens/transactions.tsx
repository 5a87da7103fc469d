/** The wallet's transactions from the node's store, so that a reload loses none: the open ones can be changed. */

import type { NodeTransaction, TransactionCommand } from "@bourse/contract/node";
import { Badge, Card, Code, moment, Notice, Table, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/api.ts";
import { balances, isOpen, nativeToken, tokens, transactions } from "../../model/node-state.ts";
import { decimalsOf, formatUnits, inUnits } from "../../model/units.ts";

const ENDED_SHOWN = 20;

type Command = TransactionCommand["action"];

/** The commands that fit each state, with the words on their buttons. */
const COMMANDS: Readonly<Record<string, readonly (readonly [Command, string])[]>> = {
  queued: [["cancel", "Cancel"]],
  signed: [["cancel", "Cancel"]],
  sent: [
    ["replace", "Raise the fee"],
    ["cancel", "Cancel"],
  ],
  needs_review: [
    ["send", "Send"],
    ["accept", "Accept the candidate"],
    ["cancel", "Cancel"],
  ],
};

export function Transactions() {
  const all = transactions.value.value ?? [];
  const open = all.filter(isOpen);
  const list = [...open, ...all.filter((one) => !isOpen(one)).slice(0, ENDED_SHOWN)];
  const [asked, setAsked] = useState<string>();
  const change = useAction(async ({ id, action }: { id: string; action: Command }) => {
    await call("POST", `/api/transactions/${encodeURIComponent(id)}`, { body: { action } });
    setAsked(undefined);
    await Promise.all([transactions.refresh(), balances.refresh()]);
  });
  const press = (id: string, action: Command): void => {
    // Each moves money or gives a payment up: it is asked for twice.
    if (asked === `${id} ${action}`) void change.run({ id, action });
    else setAsked(`${id} ${action}`);
  };
  return (
    <Card title="Transactions" wide aside={<span class="hint">{open.length} open</span>}>
      {transactions.problem.value && <Notice kind="poor">{transactions.problem.value}</Notice>}
      {change.problem && <Notice kind="poor">{change.problem}</Notice>}
      <Table
        label="Transactions"
        head={["Made", "For", "To", "Amount", "State", "Transaction"]}
        numbers={["Amount"]}
        count={list.length}
        empty="The wallet has made no transaction yet."
      >
        {list.map((one) => (
          <tr key={one.id}>
            <td>{moment(one.created_at)}</td>
            <td>{one.kind}</td>
            <td>
              <Code text={one.to} label="recipient" />
            </td>
            <td class="number">{amountOf(one)}</td>
            <td>
              <Badge state={badgeOf(one)} text={one.state.replaceAll("_", " ")} />
              {one.state === "mined" ? (
                <p class="hint">
                  block {one.block}, {one.confirmations} of {one.confirmations_needed} confirmations
                </p>
              ) : (
                one.cause && <p class="hint">{causeOf(one)}</p>
              )}
              <div class="buttons">
                {(COMMANDS[one.state] ?? [])
                  .filter(([action]) => action !== "accept" || one.candidate !== null)
                  .map(([action, word]) => (
                    <button
                      key={action}
                      type="button"
                      class="second small"
                      disabled={change.busy}
                      onClick={() => press(one.id, action)}
                    >
                      {asked === `${one.id} ${action}` ? `${word}: sure?` : word}
                    </button>
                  ))}
              </div>
            </td>
            <td>
              {one.tx_hash && <Code text={one.tx_hash} label="transaction hash" />}
              {one.nonce !== null && <p class="hint">nonce {one.nonce}</p>}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function amountOf({ token, amount }: NodeTransaction): string {
  if (amount === "0") return "–";
  const known = tokens.value.value?.find(({ address }) => address === token);
  return known ? `${formatUnits(amount, decimalsOf(known))} ${known.symbol}` : amount;
}

/** The reason why it waits or was refused, with its amounts in the unit that was typed. */
function causeOf({ cause, received, state, token }: NodeTransaction): string {
  const known = tokens.value.value?.find(({ address }) => address === token);
  // What a confirmed one has a cause for is the amount that arrived.
  const field = state === "confirmed" && received !== null ? "amount" : undefined;
  return inUnits(cause ?? "", field, known, nativeToken.value);
}

function badgeOf({ state }: NodeTransaction): string {
  if (state === "confirmed") return "delivered";
  // It has succeeded on the chain, and may have paid.
  if (state === "unproved") return "degraded";
  return state === "reverted" || state === "refused" ? "failed" : "pending";
}
