/** The imagined chain and a real EVM, asked the same: what a test or a mock sees is what the real one would say. */

import { hash } from "node:crypto";

import { createMemoryStore, hasCode } from "@bourse/kernel";
import { Interface } from "ethers";
import { expect, onTestFinished, test } from "vitest";

import {
  chainCollections,
  COMPLIANCE_REGISTRY,
  createChain,
  createJsonRpc,
  createMemoryChain,
  DEMO_TOKEN,
  deployCompliance,
  deployDemoToken,
  NATIVE_TOKEN,
  proofIntent,
  type Address,
  type Chain,
  type ChainRpc,
  type Hex,
  type Proof,
} from "../../src/index.ts";
import { hasAnvil, temporaryChain } from "../chain/temporary-chain.ts";
import { address, ETHER, walletOf } from "../chain/wallet.ts";

const registryAbi = new Interface(COMPLIANCE_REGISTRY.abi);
const tokenAbi = new Interface(DEMO_TOKEN.abi);
const wallet = walletOf(0xa11ce);
const PAYEE = address(0xb0b);
const HASH = hash("sha256", "agreed", "hex");
const TOKENS = 1000n;

interface Ground {
  readonly rpc: ChainRpc;
  readonly chain: Chain;
  readonly registry: Address;
  readonly token: Address;
}

async function imagined(): Promise<Ground> {
  const rpc = createMemoryChain({ now: () => Date.now() });
  rpc.give(wallet.address, ETHER);
  rpc.give(wallet.address, TOKENS, rpc.demoToken);
  const chain = await chainOn(rpc, rpc.chainId, rpc.registry);
  return { rpc, chain, registry: rpc.registry, token: rpc.demoToken };
}

async function real(): Promise<Ground> {
  const anvil = await temporaryChain();
  onTestFinished(() => anvil.stop());
  await anvil.fund(wallet.address, ETHER);
  const rpc = createJsonRpc({ urls: [anvil.url], chainId: anvil.chainId });
  const store = createMemoryStore({ collections: chainCollections });
  const deploying = createChain({
    rpc,
    chainId: anvil.chainId,
    signer: wallet,
    store,
    contract: NATIVE_TOKEN,
    confirmations: 1,
    pollMilliseconds: 5,
  });
  await deploying.lane.start();
  const sources = { lane: deploying.lane, rpc, store };
  const registry = await deployCompliance(sources);
  const token = await deployDemoToken(sources, wallet.address);
  const data = tokenAbi.encodeFunctionData("mint", [wallet.address, TOKENS]) as Hex;
  await store.transaction((tx) =>
    deploying.lane.enqueue(tx, { id: "mint", to: token, data, value: 0n }),
  );
  deploying.lane.wake();
  await deploying.lane.settled("mint");
  await deploying.lane.stop();
  return { rpc, chain: await chainOn(rpc, anvil.chainId, registry), registry, token };
}

const stores = new WeakMap<Chain, ReturnType<typeof createMemoryStore>>();

async function chainOn(rpc: ChainRpc, chainId: number, contract: Address): Promise<Chain> {
  const store = createMemoryStore({ collections: chainCollections });
  const chain = createChain({
    rpc,
    chainId,
    signer: wallet,
    store,
    contract,
    confirmations: 1,
    pollMilliseconds: 5,
  });
  stores.set(chain, store);
  await chain.lane.start();
  onTestFinished(() => chain.lane.stop());
  return chain;
}

/** Answer of a call: its result, or the selector of its error. */
async function answer(ground: Ground, to: Address, data: string, value = 0n): Promise<string> {
  const call = { from: wallet.address, to, data, value: `0x${value.toString(16)}` };
  try {
    return String(await ground.rpc.request("eth_call", [call, "latest"]));
  } catch (error) {
    if (!hasCode(error, "CHAIN_REJECTED")) throw error;
    const revert = JSON.stringify(error.details).match(/0x[0-9a-f]{8,}/)?.[0];
    return `reverted ${revert?.slice(0, 10) ?? "without data"}`;
  }
}

async function transcriptOf(ground: Ground): Promise<readonly unknown[]> {
  const { chain, registry, token } = ground;
  const told: unknown[] = [];
  const tell = async (what: string, found: Promise<unknown>): Promise<void> => {
    told.push([what, await found]);
  };
  const ask = (name: string, ...values: unknown[]): string =>
    registryAbi.encodeFunctionData(name, values);
  const askToken = (name: string, ...values: unknown[]): string =>
    tokenAbi.encodeFunctionData(name, values);
  const fact = [`0x${HASH}`, "data_share", PAYEE] as const;

  for (const name of ["symbol", "decimals", "name"]) {
    await tell(name, answer(ground, token, askToken(name)));
  }
  await tell("no hash", answer(ground, registry, ask("record", `0x${"0".repeat(64)}`, "a", PAYEE)));
  await tell("no recipient", answer(ground, registry, ask("record", fact[0], "a", NATIVE_TOKEN)));
  await tell("a bad type", answer(ground, registry, ask("record", fact[0], "a b", PAYEE)));
  await tell(
    "a long type",
    answer(ground, registry, ask("record", fact[0], "a".repeat(65), PAYEE)),
  );
  const pay = (of: Address, amount: bigint): string =>
    ask("recordWithPayment", ...fact, of, amount);
  await tell("no amount", answer(ground, registry, pay(NATIVE_TOKEN, 0n)));
  await tell("another value", answer(ground, registry, pay(NATIVE_TOKEN, 5n), 4n));
  await tell("value for tokens", answer(ground, registry, pay(token, 5n), 5n));
  await tell("no allowance", answer(ground, registry, pay(token, 5n)));
  await tell("no pull", answer(ground, registry, ask("recordPulled", ...fact, token, 5n)));
  await tell("too much", answer(ground, token, askToken("transfer", PAYEE, TOKENS + 1n)));
  await tell(
    "recorded before",
    answer(ground, registry, ask("isRecorded", wallet.address, fact[0])),
  );

  const base = { contract: registry, sender: wallet.address, dataHash: HASH, recipient: PAYEE };
  const proofs: readonly Proof[] = [
    { ...base, id: "plain", eventType: "data_share" },
    { ...base, id: "native", eventType: "paid", payment: { token: NATIVE_TOKEN, amount: 7n } },
    { ...base, id: "tokens", eventType: "paid.token", payment: { token, amount: 9n } },
    { ...base, id: "poor", eventType: "poor", payment: { token, amount: TOKENS } },
  ];
  for (const proof of proofs) await tell(proof.id, settle(ground, proof));
  await tell(
    "recorded after",
    answer(ground, registry, ask("isRecorded", wallet.address, fact[0])),
  );
  await tell("paid", chain.tokens.balanceOf(PAYEE, NATIVE_TOKEN));
  await tell("paid in tokens", chain.tokens.balanceOf(PAYEE, token));
  await tell("left", answer(ground, token, askToken("allowance", wallet.address, registry)));
  await chain.index.refresh();
  for (const record of (await chain.index.history()).records) {
    const { eventType, dataHash, sender, recipient, payment } = record;
    const paid = payment && [payment.token === token ? "tokens" : payment.token, payment.amount];
    told.push([eventType, dataHash, sender, recipient, paid]);
  }
  return told;
}

async function settle({ chain }: Ground, proof: Proof): Promise<string> {
  const store = stores.get(chain);
  await store?.transaction((tx) => chain.lane.enqueue(tx, proofIntent(proof)));
  chain.lane.wake();
  return (await chain.lane.settled(proof.id)).state;
}

test.skipIf(!hasAnvil())(
  "the imagined chain says to every call and transaction what a real one says",
  { timeout: 60_000 },
  async () => {
    const onMemory = await transcriptOf(await imagined());
    expect(onMemory).toEqual(await transcriptOf(await real()));
    expect(onMemory).toContainEqual(["tokens", "confirmed"]);
    expect(onMemory).toContainEqual(["poor", "refused"]);
  },
);
