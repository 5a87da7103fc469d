/** The way of a share, drawn: sealed, sent, in a block, proved, received, each with its time. */

import { clockTime, moment } from "@bourse/ui";

import { transactionOf } from "../../model/node-state.ts";
import type { Share } from "../../model/share-payment.ts";

interface Step {
  readonly name: string;
  readonly isDone: boolean;
  /** Unix seconds; null where it is not known. */
  readonly at: number | null;
}

export function ShareWay({ share }: { readonly share: Share }) {
  const steps = stepsOf(share);
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol class="plain way" aria-label="Way of the share">
      {steps.map(({ name, isDone, at }, index) => (
        <li key={index} class={isDone ? "done" : index === now ? "now" : ""}>
          <span class="unseen">
            {isDone ? "done: " : index === now ? "under way: " : "to come: "}
          </span>
          <span>{name}</span>
          {isDone && at !== null && (
            <time dateTime={new Date(at * 1000).toISOString()} title={moment(at)}>
              {clockTime(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}

function stepsOf(share: Share): readonly Step[] {
  const { status, created_at, proved_at = null, delivered_at = null } = share;
  const transaction = transactionOf(share);
  const isProved = status !== "sealed";
  const isMined = isProved || (transaction?.block ?? null) !== null;
  const sentAt = transaction?.sent_at ?? null;
  return [
    { name: "sealed", isDone: true, at: created_at },
    { name: "sent", isDone: isMined || sentAt !== null, at: sentAt },
    { name: blockWords(transaction), isDone: isMined, at: transaction?.mined_at ?? null },
    { name: "proved", isDone: isProved, at: proved_at },
    {
      name: status === "waiting" ? "waits for the recipient's key" : "received",
      isDone: status === "delivered",
      at: delivered_at,
    },
  ];
}

/** `block 12: 3 of 12` confirmations, as far as the list of transactions tells. */
function blockWords(transaction: ReturnType<typeof transactionOf>): string {
  if (transaction === undefined || transaction.block === null) return "in a block";
  const { block, confirmations, confirmations_needed: needed } = transaction;
  return `block ${block}: ${confirmations} of ${needed}`;
}
