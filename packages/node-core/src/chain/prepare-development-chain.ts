/** Contracts, funds and a demo token on a development chain. */

import {
  anyFunction,
  checkArguments,
  objectOf,
  type ClosingStack,
  type Store,
} from "@bourse/kernel";
import { Interface } from "ethers";

import { NATIVE_TOKEN, type Address, type Hex } from "../address.ts";
import { anyAddress, portOf } from "../argument-rules.ts";
import { deployCompliance, deployDemoToken, type DeploymentOptions } from "./compliance/deploy.ts";
import { DEMO_TOKEN } from "./contracts/demo-token.ts";
import type { Chain } from "./create-chain.ts";
import type { ChainRpc } from "./port.ts";

/** Chain id of development chains: the default of anvil and Hardhat. */
export const DEVELOPMENT_CHAIN_ID = 31_337;

const WEI = 10n ** 18n;
const NATIVE_FUNDS = 10_000n * WEI;
/** Minimum balance at a start; below it the wallet is funded again. */
const LEAST_FUNDS = WEI;
const DEMO_FUNDS = 1_000_000n * WEI;

/** Options of {@link prepareDevelopmentChain}. */
export interface DevelopmentChainParts {
  /** The development chain, whose lane is not started. */
  readonly chain: Pick<Chain, "lane" | "tokens">;
  /** JSON-RPC access to it. */
  readonly rpc: ChainRpc;
  /** Store of the lane. */
  readonly store: Store;
  /** Wallet of the lane. */
  readonly wallet: Address;
  /** Raises the balance of an address to at least `wei`. */
  readonly fund: (address: Address, wei: bigint) => Promise<void>;
}

/**
 * Funds the wallet with 10,000 native coins, starts the lane, deploys the compliance contract and the demo token, and
 * mints 1,000,000 of it to the wallet: each only once per chain. Returns the address of the demo token. The stop of the
 * lane is pushed on `opened`.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, TRANSACTION_REFUSED, TRANSACTION_REVERTED; KernelError ARGUMENT_INVALID;
 * what `fund` throws
 */
export async function prepareDevelopmentChain(
  parts: DevelopmentChainParts,
  opened: ClosingStack,
): Promise<Address> {
  checkArguments("prepareDevelopmentChain", RULES, [parts, opened]);
  const { chain, rpc, store, wallet, fund } = parts;
  const { lane, tokens } = chain;
  if ((await tokens.balanceOf(wallet, NATIVE_TOKEN)) < LEAST_FUNDS) {
    await fund(wallet, NATIVE_FUNDS);
  }
  opened.push(() => lane.stop());
  await lane.start();
  const deployment = { lane, rpc, store };
  await deployCompliance(deployment);
  const demoToken = await deployDemoToken(deployment, wallet);
  await tokens.add(demoToken, DEMO_TOKEN.abi);
  await mintOnce(deployment, demoToken, wallet);
  return demoToken;
}

const RULES = {
  parts: objectOf({
    chain: objectOf({
      lane: portOf("start", "stop", "get", "enqueue", "wake", "settled"),
      tokens: portOf("balanceOf", "add"),
    }),
    rpc: portOf("request", "batch"),
    store: portOf("transaction"),
    wallet: anyAddress,
    fund: anyFunction,
  }),
  opened: portOf("push", "close"),
};

/** Mints demo tokens once per chain and token, because the id of an intent is unique for ever. */
async function mintOnce(
  { lane, store }: DeploymentOptions,
  token: Address,
  to: Address,
): Promise<void> {
  const id = `mint:${token}`;
  if ((await lane.get(id)) !== undefined) return;
  const data = new Interface(DEMO_TOKEN.abi).encodeFunctionData("mint", [to, DEMO_FUNDS]) as Hex;
  await store.transaction((tx) => lane.enqueue(tx, { id, to: token, data, value: 0n }));
  lane.wake();
  await lane.settled(id);
}
