/** The fee of a payment before it is paid, over a chain in memory. */

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
  DEMO_TOKEN,
  nodeCollections,
  peerCollections,
} from "../../src/index.ts";

const ETHER = 10n ** 18n;
const PAYEE = `0x${"e1".repeat(20)}`;

async function node() {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const identity = createIdentity();
  rpc.give(identity.address, ETHER);
  rpc.give(identity.address, 100n, rpc.demoToken);
  const store = createMemoryStore({
    collections: [...nodeCollections, ...chainCollections, ...peerCollections],
  });
  const chain = createChain({
    rpc,
    chainId: rpc.chainId,
    signer: identity,
    store,
    contract: rpc.registry,
    confirmations: 1,
    pollMilliseconds: 5,
  });
  const peers = createMemoryPeers(createMemoryHub(), { identity, store });
  const made = createNode({ identity, store, chain, peers, events: createEventBus() });
  onTestFinished(() => made.stop());
  await made.start();
  await made.tokens.add(rpc.demoToken, DEMO_TOKEN.abi);
  return { made, rpc, from: identity.address };
}

test("a payment costs no more than the fee that was told, and the fee that it cost is told afterwards", async () => {
  const { made, rpc, from } = await node();
  const quote = await made.fees.quote({ kind: "transfer", to: PAYEE, amount: 1000n });
  expect(quote).toMatchObject({ isTried: true, balance: ETHER, tokenBalance: ETHER });
  expect(quote.fee).toBe(BigInt(quote.gas) * quote.maximumFeePerGas);
  await made.payments.pay({ from, to: PAYEE, amount: 1000n, token: `0x${"0".repeat(40)}` });
  const [paid] = (await made.transactions.list()).transactions;
  expect(BigInt(paid?.feePaid ?? 0)).toBeGreaterThan(0n);
  expect(BigInt(paid?.feePaid ?? 0)).toBeLessThanOrEqual(quote.fee);
  const token = await made.fees.quote({
    kind: "transfer",
    to: PAYEE,
    amount: 7n,
    token: rpc.demoToken,
  });
  expect(token.tokenBalance).toBe(100n);
});

describe("a fee is not told", () => {
  test.each([
    ["an amount of nothing", { amount: 0n }, "VALIDATION_ERROR"],
    ["an address that is none", { to: "0x12" }, "VALIDATION_ERROR"],
    ["a token that is not listed", { token: PAYEE }, "TOKEN_UNSUPPORTED"],
    ["more than the wallet has", { amount: 2n * ETHER }, "TRANSACTION_REFUSED"],
  ])("of %s", async (_, part, code) => {
    const { made } = await node();
    const query = { kind: "transfer", to: PAYEE, amount: 1n, ...part } as const;
    await expect(made.fees.quote(query)).rejects.toMatchObject({ code });
  });

  test("while the chain is away", async () => {
    const { made, rpc } = await node();
    rpc.away(true);
    const query = { kind: "transfer", to: PAYEE, amount: 1n } as const;
    await expect(made.fees.quote(query)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  });
});
