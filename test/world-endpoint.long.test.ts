/** A wallet on a real chain behind an endpoint that limits, refuses, lags and loses answers. */

import { describe, expect, onTestFinished, test, vi } from "vitest";

import { createMemoryStore } from "../packages/kernel/src/index.ts";
import {
  chainCollections,
  createChain,
  createIdentity,
  createJsonRpc,
  deployCompliance,
  NATIVE_TOKEN,
  proofIntent,
  complianceAddress,
  type Chain,
  type ChainOptions,
} from "../packages/node-core/src/index.ts";
import { hasAnvil } from "../packages/node-core/test/chain/temporary-chain.ts";
import { startProcess } from "./support/server-process.ts";
import { root } from "./support/workspace.ts";

const ENDPOINT = `${root}/test/world/endpoint/main.ts`;
const PAYEE = "0x52908400098527886E0F7030069857D2E4169EE7";

vi.setConfig({ testTimeout: 90_000 });

interface World {
  readonly chain: Chain;
  pay(id: string): Promise<{ readonly status: string; readonly txHash: string | null }>;
  command(method: string, ...params: readonly unknown[]): Promise<unknown>;
  held(): Promise<bigint>;
  met(): Promise<Readonly<Record<string, number>>>;
  /** Deploys the compliance contract and records a proof; its hash. */
  prove(): Promise<string>;
}

async function openWorld(
  flags: readonly string[],
  options: Partial<ChainOptions> = {},
): Promise<World> {
  const signer = createIdentity();
  const words = ["--fund", signer.address, ...flags];
  const { url } = await startProcess(ENDPOINT, {}, undefined, words);
  const store = createMemoryStore({ collections: chainCollections });
  const rpc = createJsonRpc({ urls: [url], chainId: 31_337 });
  const contract = complianceAddress();
  const common = { rpc, chainId: 31_337, signer, store, contract, confirmations: 1 };
  const chain = createChain({ ...common, pollMilliseconds: 20, ...options });
  onTestFinished(async () => {
    await Promise.all([chain.index.stop(), chain.health.stop(), chain.lane.stop()]);
    await store.close();
  });
  await chain.health.start();
  await chain.lane.start();
  const command = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ id: 1, method, params });
    const answer = await fetch(`${url}/command`, { method: "POST", body });
    return ((await answer.json()) as { readonly result: unknown }).result;
  };
  return {
    chain,
    command,
    pay: (id) =>
      chain.transfers.transfer({
        id,
        from: signer.address,
        to: PAYEE,
        amount: 5n,
        token: NATIVE_TOKEN,
      }),
    held: async () => BigInt((await command("eth_getBalance", PAYEE, "latest")) as string),
    met: async () => (await (await fetch(`${url}/met`)).json()) as Record<string, number>,
    prove: async () => {
      await deployCompliance({ lane: chain.lane, rpc, store });
      const dataHash = "ab".repeat(32);
      const fact = { contract, sender: signer.address, dataHash, recipient: PAYEE } as const;
      const intent = proofIntent({ id: "proof", ...fact, eventType: "data_share" });
      await store.transaction((tx) => chain.lane.enqueue(tx, intent));
      chain.lane.wake();
      expect(await chain.lane.settled("proof")).toMatchObject({ state: "confirmed" });
      return dataHash;
    },
  };
}

describe.skipIf(!hasAnvil())("a payment settles once", () => {
  test.each([
    [
      "takes one call in a request and says so with 413",
      ["--batch-limit", "1", "--batch-refusal", "page 413 0 too large"],
    ],
    [
      "takes three calls and answers one error",
      ["--batch-limit", "3", "--batch-refusal", "object 400 -32600 max 3"],
    ],
    [
      "takes two calls and resets longer requests",
      ["--batch-limit", "2", "--batch-refusal", "reset 0 0 -"],
    ],
    ["wants 25 gwei and names them", ["--least-tip-gwei", "25"]],
    [
      "wants 25 gwei and does not say so",
      [
        "--least-tip-gwei",
        "25",
        "--suggested-tip-gwei",
        "1",
        "--tip-refusal",
        "each 200 -32000 transaction underpriced",
      ],
    ],
    [
      "wants 25 gwei and answers 400",
      [
        "--least-tip-gwei",
        "25",
        "--batch-limit",
        "1",
        "--tip-refusal",
        "object 400 -32009 Gas price below configured minimum gas price",
      ],
    ],
    ["knows no EIP-1559", ["--legacy"]],
    ["loses the answer to what it took", ["--lost-sends", "1"]],
    ["is slow", ["--slow-milliseconds", "100"]],
    ["tells a head that is two blocks ahead", ["--lag=-2"]],
  ])("on an endpoint that %s", async (_, flags) => {
    const world = await openWorld(flags);
    expect(await world.pay("p")).toMatchObject({ status: "settled" });
    expect(await world.held()).toBe(5n);
  });
});

describe.skipIf(!hasAnvil())("a reorganisation after the last confirmation", () => {
  test.each([
    ["is up to date", []],
    ["lags by two blocks", ["--lag", "2"]],
    ["loses the answer to what it took", ["--lost-sends", "2"]],
  ])("opens the payment again and pays it once, on an endpoint that %s", async (_, flags) => {
    const world = await openWorld(flags);
    const { chain } = world;
    await chain.index.start();
    const states: string[] = [];
    chain.lane.onMove(({ state }) => void states.push(state));
    const settled = async (blocks: string) => {
      await expect.poll(() => world.held(), { timeout: 20_000 }).toBe(5n);
      await world.command("anvil_mine", blocks);
      await expect.poll(() => states.at(-1), { timeout: 20_000 }).toBe("confirmed");
    };
    const paid = world.pay("p");
    await settled("0x4");
    const { txHash } = await paid;
    // The index has read on to the head that the endpoint tells.
    await chain.index.refresh();
    await world.command("anvil_reorg", 5, []);
    expect(await world.held()).toBe(0n);
    await world.command("anvil_mine", "0x4");
    await settled("0x4");
    expect(states.filter((state) => state === "confirmed")).toHaveLength(2);
    expect((await chain.lane.list()).transactions).toMatchObject([
      { state: "confirmed", hash: txHash, nonce: 0 },
    ]);
  });
});

describe.skipIf(!hasAnvil())("an endpoint", () => {
  test.each([
    "object 200 -32005 query returned more than 10000 results",
    "object 400 -32602 eth_getLogs is limited to a 10 block range",
    "object 429 -32005 block range is too wide",
    "page 413 0 too large",
    "reset 0 0 -",
  ])(
    "that refuses long ranges with %j is read whole, and seldom refuses twice",
    async (refusal) => {
      const world = await openWorld(["--range-limit", "10", "--range-refusal", refusal]);
      await world.command("anvil_mine", "0x64");
      const dataHash = await world.prove();
      await world.command("anvil_mine", "0x64");
      await world.chain.index.refresh();
      expect(await world.chain.index.verify(dataHash)).toBeDefined();
      const { "ranges refused": refused = 0, requests = 0 } = await world.met();
      expect(refused).toBeGreaterThan(0);
      expect(refused, `of ${requests} requests`).toBeLessThanOrEqual(16);
    },
  );

  test("that takes no transaction leaves the payment signed with its words, and the chain is told as not connected", async () => {
    const words = "each 403 -32000 transactions are not accepted";
    const world = await openWorld(["--refuses-sends", "--send-refusal", words], {
      waitMilliseconds: 500,
    });
    expect(await world.pay("p")).toMatchObject({ status: "pending" });
    const [entry] = (await world.chain.lane.list()).transactions;
    expect(entry).toMatchObject({
      state: "signed",
      cause: expect.stringContaining("transactions are not accepted") as string,
    });
    await vi.waitUntil(() => !world.chain.health.connected(), { timeout: 30_000 });
  });

  test("that leaves the status out of receipts is no reason to fail", async () => {
    const world = await openWorld(["--hides-status"], { waitMilliseconds: 500 });
    expect(await world.pay("p")).toMatchObject({ status: "pending" });
    const [entry] = (await world.chain.lane.list()).transactions;
    expect(entry).toMatchObject({
      state: "mined",
      cause: "It is in a block, and no endpoint tells yet what came of it.",
    });
  });
});
