/** A node whose compliance contract is not where it should be: no payment without the proof's event. */

import { createMemoryStore } from "@bourse/kernel";
import { describe, expect, onTestFinished, test } from "vitest";

import {
  chainCollections,
  createChain,
  createEventBus,
  createIdentity,
  createMemoryChain,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  NATIVE_TOKEN,
  nodeCollections,
  NodeError,
  peerCollections,
  toAddress,
  type Address,
  type ChainRpc,
  type DataNode,
  type RpcOutcome,
} from "../../src/index.ts";

const ETHER = 10n ** 18n;
const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");
const NOWHERE = toAddress(`0x${"0f".repeat(20)}`, "contract");
const PAID = { data: "paid", recipient: PAYEE, paymentToken: NATIVE_TOKEN, paymentAmount: ETHER };

/** Changes an endpoint's answers to one method. */
type Change = (method: string, outcome: RpcOutcome) => RpcOutcome;

async function nodeWith(
  options: { readonly contract?: Address; readonly change?: Change } = {},
): Promise<{
  readonly node: DataNode;
  readonly balance: (of: Address) => Promise<bigint>;
  readonly wallet: Address;
}> {
  const memory = createMemoryChain({ now: () => Date.now() });
  const { contract = memory.registry, change = (_, outcome) => outcome } = options;
  const rpc: ChainRpc = {
    request: (method, params) => memory.request(method, params),
    batch: async (calls) => {
      const outcomes = await memory.batch(calls);
      return outcomes.map((outcome, index) => change(calls[index]?.method ?? "", outcome));
    },
  };
  const identity = createIdentity();
  memory.give(identity.address, 10n * ETHER);
  const store = createMemoryStore({
    collections: [...nodeCollections, ...chainCollections, ...peerCollections],
  });
  const chain = createChain({
    rpc,
    chainId: memory.chainId,
    signer: identity,
    store,
    contract,
    confirmations: 1,
    pollMilliseconds: 5,
    waitMilliseconds: 300,
  });
  const peers = createMemoryPeers(createMemoryHub(), { identity, store });
  const node = createNode({ identity, store, chain, peers, events: createEventBus() });
  onTestFinished(() => node.stop());
  await node.start();
  const balance = async (of: Address): Promise<bigint> =>
    BigInt(String(await memory.request("eth_getBalance", [of, "latest"])));
  return { node, balance, wallet: identity.address };
}

test("a share whose contract has no code is refused with the cause, and nothing is paid", async () => {
  const { node, balance } = await nodeWith({ contract: NOWHERE });
  await expect(node.shares.share(PAID)).rejects.toMatchObject({
    code: "CONTRACT_MISMATCH",
    message: expect.stringContaining(NOWHERE) as string,
  });
  expect([await balance(NOWHERE), await balance(PAYEE)]).toEqual([0n, 0n]);
  expect((await node.shares.list()).count).toBe(0);
  const { status, chain } = node.health();
  expect([status, chain.fault]).toEqual(["degraded", expect.stringContaining(NOWHERE) as string]);
});

test("a share whose contract is another one is refused with the cause", async () => {
  const memory = createMemoryChain({ now: () => Date.now() });
  const { node } = await nodeWith({ contract: memory.demoToken });
  await expect(node.shares.share(PAID)).rejects.toMatchObject({ code: "CONTRACT_MISMATCH" });
});

test("a payment that waits is not signed when the endpoint has lost the contract since", async () => {
  const { node, balance } = await nodeWith({
    change: (method, outcome) => (method === "eth_getCode" ? { result: "0x" } : outcome),
  });
  await expect(node.shares.share(PAID, { waitMilliseconds: 300 })).rejects.toMatchObject({
    code: "CHAIN_UNAVAILABLE",
  });
  expect(await balance(PAYEE)).toBe(0n);
});

/** Leaves the logs out of receipts, and answers eth_getLogs so. */
const withoutLogs =
  (logs: (outcome: RpcOutcome) => RpcOutcome): Change =>
  (method, outcome) => {
    if (method === "eth_getLogs") return logs(outcome);
    const isReceipt = method === "eth_getTransactionReceipt" && "result" in outcome;
    if (!isReceipt || outcome.result === null) return outcome;
    return { result: { ...(outcome.result as object), logs: [] } };
  };

test("a share that succeeded without the contract's record is told so, and never as not paid", async () => {
  const { node, balance } = await nodeWith({ change: withoutLogs(() => ({ result: [] })) });
  const request = { scope: "caller", key: "once" };
  const share = () => node.shares.share(PAID, { request });
  const told = {
    code: "PROOF_MISSING",
    message: expect.stringMatching(/^Transaction 0x.* what it paid stays paid/) as string,
  };
  await expect(share()).rejects.toMatchObject(told);
  await expect(share(), "a retry under the same key").rejects.toMatchObject(told);
  expect(await balance(PAYEE)).toBe(ETHER);
  const [entry] = (await node.transactions.list()).transactions;
  expect(entry).toMatchObject({
    state: "unproved",
    cause: expect.stringContaining("succeeded") as string,
  });
});

test("a receipt without logs is no end while the block's logs show the proof", async () => {
  const { node, balance } = await nodeWith({ change: withoutLogs((outcome) => outcome) });
  expect((await node.shares.share(PAID)).kind).toBe("proved");
  expect(await balance(PAYEE)).toBe(ETHER);
});

test("a share whose endpoint shows no logs at all stays pending, in its block", async () => {
  let isMute = true;
  const away = new NodeError("CHAIN_REJECTED", "logs are not available");
  const { node } = await nodeWith({
    change: withoutLogs((outcome) => (isMute ? { error: away } : outcome)),
  });
  const outcome = await node.shares.share(PAID, { waitMilliseconds: 300 });
  expect(outcome.kind).toBe("pending");
  const [entry] = (await node.transactions.list()).transactions;
  expect(entry).toMatchObject({
    state: "mined",
    cause: "It is in a block, and no endpoint tells yet what came of it.",
  });
  isMute = false;
  await expect.poll(async () => (await node.shares.list()).shares[0]?.status).toBe("waiting");
});

describe("a receipt without a status", () => {
  const withoutStatus: Change = (method, outcome) => {
    const isReceipt = method === "eth_getTransactionReceipt" && "result" in outcome;
    if (!isReceipt || outcome.result === null) return outcome;
    return { result: { ...(outcome.result as object), status: undefined } };
  };

  test("is a success where the transaction has logged something", async () => {
    const { node } = await nodeWith({ change: withoutStatus });
    expect((await node.shares.share(PAID)).kind).toBe("proved");
  });

  test("is no end of a payment that logs nothing: it is pending until an endpoint tells", async () => {
    let isMute = true;
    const { node, balance, wallet } = await nodeWith({
      change: (method, outcome) => (isMute ? withoutStatus(method, outcome) : outcome),
    });
    const payment = { from: wallet, to: PAYEE, amount: 5n, token: NATIVE_TOKEN };
    const pay = () => node.payments.pay(payment, { idempotencyKey: "once" });
    expect(await pay()).toMatchObject({ status: "pending" });
    isMute = false;
    await expect.poll(async () => (await pay()).status).toBe("settled");
    expect(await pay()).toMatchObject({ status: "settled", received: 5n });
    expect(await balance(PAYEE)).toBe(5n);
  });
});

test("a share to the right contract is proved and paid", async () => {
  const { node, balance } = await nodeWith();
  expect((await node.shares.share(PAID)).kind).toBe("proved");
  expect(await balance(PAYEE)).toBe(ETHER);
  expect(node.health().chain.fault).toBeNull();
});
