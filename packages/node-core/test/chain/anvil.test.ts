import type { DevelopmentChain } from "@bourse/chain-anvil";
import { createMemoryStore, type Store } from "@bourse/kernel";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  chainCollections,
  complianceAddress,
  createChain,
  createJsonRpc,
  deployCompliance,
  NATIVE_TOKEN,
  type Chain,
  type ChainOptions,
} from "../../src/index.ts";
import { address, ETHER, hasAnvil, temporaryChain, walletOf } from "./wallet.ts";

const WALLET = walletOf(0xb0b);

describe.skipIf(!hasAnvil())("on a real chain", () => {
  let anvil: DevelopmentChain;
  let store: Store;
  let chain: Chain;

  beforeEach(async () => {
    anvil = await temporaryChain();
    await anvil.fund(WALLET.address, 1000n * ETHER);
    store = createMemoryStore({ collections: chainCollections });
    chain = open();
    await chain.lane.start();
  });
  afterEach(async () => {
    await chain.lane.stop();
    await store.close();
    await anvil.stop();
  });

  function open(options: Partial<ChainOptions> = {}): Chain {
    const rpc = createJsonRpc({ urls: [anvil.url], chainId: anvil.chainId });
    return createChain({
      rpc,
      chainId: anvil.chainId,
      signer: WALLET,
      store,
      contract: complianceAddress(),
      confirmations: 1,
      pollMilliseconds: 20,
      stuckAfterMilliseconds: 500,
      ...options,
    });
  }

  const nonce = async (): Promise<number> =>
    Number(await anvil.request("eth_getTransactionCount", [WALLET.address, "latest"]));

  test(
    "two hundred transfers at once all land, each once, without a gap",
    { timeout: 60_000 },
    async () => {
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          chain.transfers.transfer({
            id: `t${index}`,
            from: WALLET.address,
            to: address(0x1000 + index),
            amount: BigInt(index + 1),
            token: NATIVE_TOKEN,
          }),
        ),
      );
      expect(results.every(({ status }) => status === "settled")).toBe(true);
      expect(await nonce()).toBe(200);
      for (const index of [0, 99, 199]) {
        expect(await chain.tokens.balanceOf(address(0x1000 + index), NATIVE_TOKEN)).toBe(
          BigInt(index + 1),
        );
      }
    },
  );
  test("deploys", async () => {
    const rpc = createJsonRpc({ urls: [anvil.url], chainId: anvil.chainId });
    expect(await deployCompliance({ lane: chain.lane, rpc, store })).toBe(complianceAddress());
  });
});
