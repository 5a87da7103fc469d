/** `bourse node transactions`: the wallet's transactions, and what the operator decides about them. */

import { NodeServerError } from "@bourse/server-node/parts";

import type { ExitCode } from "../command/command.ts";
import { askNode } from "./internal-api.ts";
import type { NodeContext } from "./node-context.ts";

interface TransactionRow {
  readonly id: string;
  readonly state: string;
  readonly amount: string;
  readonly token: string;
  readonly to: string;
  readonly nonce: number | null;
  readonly tx_hash: string | null;
  readonly candidate: string | null;
  readonly cause: string | null;
}

/** Decision of an operator about a transaction. */
export type TransactionAction = "send" | "accept" | "replace" | "cancel";

/** Lists the transactions that are not final, or all of them. */
export async function listTransactions(all: boolean, context: NodeContext): Promise<ExitCode> {
  const query = all ? "?limit=1000" : "?limit=1000&open=true";
  let cursor: unknown = "";
  let count = 0;
  do {
    const next = cursor === "" ? "" : `&cursor=${encodeURIComponent(String(cursor))}`;
    const answer = await ask(context, "GET", `/transactions${query}${next}`);
    const rows = answer["transactions"] as readonly TransactionRow[];
    for (const row of rows) tell(row, context);
    count += rows.length;
    cursor = answer["next_cursor"];
  } while (cursor !== null);
  if (count === 0) context.stderr("There are no such transactions.");
  return 0;
}

/** Decides about one transaction and prints it. */
export async function decideTransaction(
  action: TransactionAction,
  id: string,
  context: NodeContext,
): Promise<ExitCode> {
  const path = `/transactions/${encodeURIComponent(id)}`;
  tell((await ask(context, "POST", path, { action })) as unknown as TransactionRow, context);
  return 0;
}

async function ask(
  { config }: NodeContext,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await askNode(config, method, path, body);
  if (answer !== undefined) return answer;
  throw new NodeServerError(
    "NODE_UNREACHABLE",
    "The node does not run, and only a running node compares its transactions with the chain: start it first.",
  );
}

function tell(row: TransactionRow, { stdout }: NodeContext): void {
  const { id, state, amount, token, to, nonce, tx_hash: hash, candidate, cause } = row;
  stdout(`${id}  ${state}  ${amount} of ${token} to ${to}  nonce ${nonce ?? "-"}  ${hash ?? "-"}`);
  if (cause !== null) stdout(`  ${cause}`);
  if (candidate !== null) stdout(`  candidate on the chain: ${candidate}`);
}
