/** Promises that must hold in the end, whenever the node was killed. */

import { call } from "../support/calls.ts";
import { KEY } from "../support/running-node.ts";
import { run, type ShareErrand, type TransferErrand } from "./errand.ts";
import type { Urls } from "./life.ts";
import type { World } from "./run-kills.ts";

export interface Promised {
  readonly shares: number;
  readonly transfers: number;
}

const PATIENCE_MILLISECONDS = 120_000;
const NATIVE = `0x${"0".repeat(40)}`;

/** Finishes what is open on a node that lives on. @throws Error naming the promise that was broken */
export async function checkPromises(world: World, urls: Urls): Promise<Promised> {
  const { errands } = world;
  await until("every errand is answered", async () => {
    for (const errand of errands) if (errand.answer === undefined) await run(errand, urls);
    return errands.every(({ answer }) => answer !== undefined);
  });
  const shares = errands.filter((errand) => errand.kind === "share");
  const transfers = errands.filter((errand) => errand.kind === "transfer");
  await until("every share is delivered", () => isAllDelivered(urls, shares.length));
  await checkMoney(world, shares, transfers);
  for (const share of shares) await checkShare(world, urls, share);
  return { shares: shares.length, transfers: transfers.length };
}

async function isAllDelivered(urls: Urls, expected: number): Promise<boolean> {
  const { data } = await call("GET", `${urls.internal}/shares?limit=1000`);
  if (data["count"] !== expected) {
    throw new Error(`Expected ${expected} shares, found ${String(data["count"])}.`);
  }
  const shares = data["shares"] as readonly { readonly status: string }[];
  return shares.every(({ status }) => status === "delivered");
}

async function checkMoney(
  world: World,
  shares: readonly ShareErrand[],
  transfers: readonly TransferErrand[],
): Promise<void> {
  const { witness, demoToken, payee, wallet, fundsBefore } = world;
  const { tokens } = witness.running.node;
  const sumOf = (errands: readonly { readonly amount: bigint }[]): bigint =>
    errands.reduce((sum, { amount }) => sum + amount, 0n);
  const paid = (await tokens.balance(witness.address, demoToken)).balance - fundsBefore;
  same("tokens paid by shares", paid, sumOf(shares));
  same("money paid by transfers", (await tokens.balance(payee, NATIVE)).balance, sumOf(transfers));
  const rpc = world.config.BLOCKCHAIN_URL[0] ?? "";
  const [mined, known] = await Promise.all([
    nonceOf(rpc, wallet, "latest"),
    nonceOf(rpc, wallet, "pending"),
  ]);
  same("transactions that are stuck behind a gap", known - mined, 0n);
}

async function checkShare(
  { witness, received }: World,
  urls: Urls,
  { dataHash, text }: ShareErrand,
): Promise<void> {
  const { index } = witness.running.chain.chain;
  // The witness reads the chain for itself, and in its own time.
  await until(`a record of ${dataHash}`, async () => (await index.recordsOf(dataHash)).length > 0);
  const records = await index.recordsOf(dataHash);
  same(`records of ${dataHash}`, records.length, 1);
  same(`deliveries told of ${dataHash}`, received.get(dataHash) ?? 0, 1);
  const theirs = await witness.running.node.shares.read(dataHash);
  same(`what the recipient reads of ${dataHash}`, theirs.data, text);
  // The external API serves ten a second; the own copy of some of them will do.
  if (Number.parseInt(dataHash.slice(0, 2), 16) >= 16) return;
  await until(`the sender reads ${dataHash}`, async () => {
    const headers = { "X-API-Key": KEY };
    const { status, data } = await call("GET", `${urls.external}/data/${dataHash}`, { headers });
    if (status === 429) return false;
    same(`what the sender reads of ${dataHash}`, data["data"], text);
    return true;
  });
}

async function nonceOf(url: string, wallet: string, tag: string): Promise<bigint> {
  const { data } = await call("POST", url, {
    body: { jsonrpc: "2.0", id: 1, method: "eth_getTransactionCount", params: [wallet, tag] },
  });
  return BigInt(String(data["result"]));
}

function same(what: string, found: unknown, expected: unknown): void {
  if (found === expected) return;
  throw new Error(`${what}: expected ${String(expected)}, found ${String(found)}`);
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not in ${PATIENCE_MILLISECONDS} ms: ${what}.`);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
