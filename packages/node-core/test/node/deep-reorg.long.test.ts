/** A node on a real chain whose newest blocks are replaced after their transactions were final. */
import { createMemoryStore } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import {
  chainCollections,
  complianceAddress,
  createChain,
  createEventBus,
  createIdentity,
  createJsonRpc,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  deployCompliance,
  NATIVE_TOKEN,
  nodeCollections,
  peerCollections,
  toAddress,
} from "../../src/index.ts";
import { hasAnvil, temporaryChain } from "../chain/temporary-chain.ts";
import { ETHER } from "../chain/wallet.ts";

const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");
const CONFIRMATIONS = 2;

async function nodeOnAnvil() {
  const anvil = await temporaryChain();
  onTestFinished(() => anvil.stop());
  const identity = createIdentity();
  await anvil.fund(identity.address, 1000n * ETHER);
  const store = createMemoryStore({
    collections: [...nodeCollections, ...chainCollections, ...peerCollections],
  });
  const { chainId, url } = anvil;
  const rpc = createJsonRpc({ urls: [url], chainId });
  const open = () => {
    const chain = createChain({
      rpc,
      chainId,
      signer: identity,
      store,
      contract: complianceAddress(),
      confirmations: CONFIRMATIONS,
      pollMilliseconds: 20,
    });
    const events = createEventBus();
    const peers = createMemoryPeers(createMemoryHub(), { identity, store });
    const node = createNode({ identity, store, chain, peers, events });
    onTestFinished(() => node.stop());
    return { node, events, chain };
  };
  const first = open();
  await first.chain.lane.start();
  const deployed = deployCompliance({ lane: first.chain.lane, rpc, store });
  const isDeployed = deployed.then(() => true);
  while (!(await Promise.race([isDeployed, anvil.mine(1).then(() => false)])));
  await first.node.start();
  return { anvil, identity, first, open };
}

test.skipIf(!hasAnvil())(
  "payment, share and history follow the chain through reorganisations below and past their end, live and over a restart",
  { timeout: 120_000 },
  async () => {
    const { anvil, identity, first, open } = await nodeOnAnvil();
    let { node, events } = first;
    const from = identity.address;
    const balance = async (): Promise<bigint> =>
      (await node.tokens.balance(PAYEE, NATIVE_TOKEN)).balance;
    const statuses = async () => (await node.shares.list()).shares.map(({ status }) => status);
    const states = async () =>
      (await node.transactions.list({ limit: 2 })).transactions.map(({ state }) => state);
    const inBlocks = async () =>
      (await states()).filter((state) => state === "mined" || state === "confirmed").length;
    const errors = () => events.last(100).filter(({ type }) => type === "system.error");
    const isTold = async () => (await node.compliance.history()).records.length;

    const payment = node.payments.pay({ from, to: PAYEE, amount: 7n, token: NATIVE_TOKEN });
    const share = node.shares.share({ data: "a report", recipient: PAYEE });
    await expect.poll(inBlocks).toBe(2);
    await anvil.mine(CONFIRMATIONS + 1);
    await Promise.all([payment, share]);
    await expect.poll(states).toEqual(["confirmed", "confirmed"]);
    await expect.poll(statuses).toEqual(["waiting"]);
    await expect.poll(isTold).toBe(1);
    const { transactions: before } = await node.transactions.list({ limit: 2 });

    await anvil.reorg(6);
    await expect.poll(statuses).toEqual(["sealed"]);
    await expect.poll(isTold).toBe(0);
    expect(errors()).toMatchObject(
      before.map(() => ({
        data: { component: "transactions", code: "TRANSACTION_REOPENED" },
      })),
    );
    await expect.poll(inBlocks).toBe(2);
    await anvil.mine(CONFIRMATIONS + 1);
    await expect.poll(states).toEqual(["confirmed", "confirmed"]);
    await expect.poll(statuses).toEqual(["waiting"]);
    await expect.poll(isTold).toBe(1);
    expect(await balance()).toBe(7n);

    await node.stop();
    await anvil.reorg(8);
    ({ node, events } = open());
    await node.start();
    await expect.poll(() => errors().length).toBe(2);
    await expect.poll(statuses).toEqual(["sealed"]);
    await expect.poll(inBlocks).toBe(2);
    await anvil.mine(CONFIRMATIONS + 1);
    await expect.poll(states).toEqual(["confirmed", "confirmed"]);
    await expect.poll(statuses).toEqual(["waiting"]);
    await expect.poll(isTold).toBe(1);
    const { transactions: after } = await node.transactions.list({ limit: 2 });
    expect(after.map(({ hash, nonce }) => ({ hash, nonce }))).toEqual(
      before.map(({ hash, nonce }) => ({ hash, nonce })),
    );
    expect(await balance()).toBe(7n);
  },
);
