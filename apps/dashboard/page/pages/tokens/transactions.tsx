/** The wallet's transactions from the node's store, so that a reload loses none: the open ones can be changed. */

import type { NodeTransaction, TransactionCommand } from "@bourse/contract/node";
import { Badge, Card, Code, moment, Notice, Opener, Record, Table, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { call } from "../../model/api.ts";
import { balances, isOpen, nativeToken, tokens, transactions } from "../../model/node-state.ts";
import { decimalsOf, formatUnits, inUnits } from "../../model/units.ts";
import { Reading } from "../../parts/reading.tsx";

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
  const [opened, setOpened] = useState<string>();
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
      <Reading of={[transactions]}>
        <Table
          label="Transactions"
          head={["Made", "For", "To", "Amount", "Fee", "State", "Transaction"]}
          numbers={["Amount", "Fee"]}
          count={list.length}
          empty="The wallet has made no transaction yet."
        >
          {list.map((one) => (
            <tr key={one.id}>
              <td>
                <Opener onOpen={() => setOpened(one.id)}>{moment(one.created_at)}</Opener>
              </td>
              <td>{one.kind}</td>
              <td>
                <Code text={one.to} label="recipient" />
              </td>
              <td class="number">{amountOf(one)}</td>
              <td class="number">{feeOf(one)}</td>
              <td>
                <Badge state={badgeOf(one)} text={one.state.replaceAll("_", " ")} />
                {one.state === "mined" ? (
                  <p class="hint">
                    block {one.block}, {one.confirmations} of {one.confirmations_needed}{" "}
                    confirmations
                  </p>
                ) : (
                  one.cause && <p class="hint">{causeOf(one)}</p>
                )}
                <Commands of={one} asked={asked} isBusy={change.busy} onPress={press} />
              </td>
              <td>
                {one.tx_hash && <Code text={one.tx_hash} label="transaction hash" />}
                {one.nonce !== null && <p class="hint">nonce {one.nonce}</p>}
              </td>
            </tr>
          ))}
        </Table>
      </Reading>
      {all
        .filter(({ id }) => id === opened)
        .map((one) => (
          <TransactionRecord key={one.id} of={one} onClose={() => setOpened(undefined)} />
        ))}
    </Card>
  );
}

interface CommandsProps {
  readonly of: NodeTransaction;
  /** The button that was pressed once: id and command. */
  readonly asked: string | undefined;
  readonly isBusy: boolean;
  readonly onPress: (id: string, action: Command) => void;
}

function Commands({ of: { id, state, candidate }, asked, isBusy, onPress }: CommandsProps) {
  return (
    <div class="buttons">
      {(COMMANDS[state] ?? [])
        .filter(([action]) => action !== "accept" || candidate !== null)
        .map(([action, word]) => (
          <button
            key={action}
            type="button"
            class="second small"
            disabled={isBusy}
            onClick={() => onPress(id, action)}
          >
            {asked === `${id} ${action}` ? `${word}: sure?` : word}
          </button>
        ))}
    </div>
  );
}

interface TransactionRecordProps {
  readonly of: NodeTransaction;
  readonly onClose: () => void;
}

/** A transaction with all of its hashes whole, kept up to date while it is looked at. */
function TransactionRecord({ of: one, onClose }: TransactionRecordProps) {
  const { kind, state, cause, tx_hash: hash, confirmations, confirmations_needed: needed } = one;
  return (
    <Record
      title={kind === "other" ? "Transaction" : `Transaction of a ${kind}`}
      onClose={onClose}
      facts={[
        ["State", <Badge key="state" state={badgeOf(one)} text={state.replaceAll("_", " ")} />],
        ["Cause", cause && causeOf(one)],
        ["To", <Code key="to" text={one.to} label="recipient" whole />],
        ["Amount", amountOf(one)],
        ["Fee", feeOf(one)],
        ["Transaction", hash && <Code key="hash" text={hash} label="transaction hash" whole />],
        ["Nonce", one.nonce],
        ["Block", one.block && `${one.block}, ${confirmations} of ${needed} confirmations`],
        ["Made", moment(one.created_at)],
        ["Sent", moment(one.sent_at ?? null)],
        ["In its block", moment(one.mined_at ?? null)],
      ]}
    />
  );
}

function amountOf({ token, amount }: NodeTransaction): string {
  if (amount === "0") return "–";
  const known = tokens.value.value?.find(({ address }) => address === token);
  return known ? `${formatUnits(amount, decimalsOf(known))} ${known.symbol}` : amount;
}

function feeOf({ fee = null }: NodeTransaction): string {
  return fee === null ? "–" : `${formatUnits(fee, 18)} ${nativeToken.value?.symbol ?? "native"}`;
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
