/** A node whose compliance contract is not where it should be: no payment without the proof's event. */

import { createMemoryStore } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

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
): Promise<{ readonly node: DataNode; readonly balance: (of: Address) => Promise<bigint> }> {
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
  });
  const peers = createMemoryPeers(createMemoryHub(), { identity, store });
  const node = createNode({ identity, store, chain, peers, events: createEventBus() });
  onTestFinished(() => node.stop());
  await node.start();
  const balance = async (of: Address): Promise<bigint> =>
    BigInt(String(await memory.request("eth_getBalance", [of, "latest"])));
  return { node, balance };
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

test("a receipt without the proof's event is no proof", async () => {
  const { node } = await nodeWith({
    change: (method, outcome) =>
      method === "eth_getTransactionReceipt" && "result" in outcome && outcome.result !== null
        ? { result: { ...(outcome.result as object), logs: [] } }
        : outcome,
  });
  await expect(node.shares.share({ data: "x", recipient: PAYEE })).rejects.toMatchObject({
    code: "TRANSACTION_REVERTED",
    message: expect.stringContaining("recorded no such proof") as string,
  });
});

test("a share to the right contract is proved and paid", async () => {
  const { node, balance } = await nodeWith();
  expect((await node.shares.share(PAID)).kind).toBe("proved");
  expect(await balance(PAYEE)).toBe(ETHER);
  expect(node.health().chain.fault).toBeNull();
});
