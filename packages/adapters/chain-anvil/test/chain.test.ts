import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { anvilBinary } from "../src/anvil-binary.ts";
import { startDevelopmentChain, type DevelopmentChain } from "../src/index.ts";
import { hasAnvil } from "./has-anvil.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ADDRESS = "0x00000000000000000000000000000000000000Aa";
const OTHER = "0x00000000000000000000000000000000000000bB";
let directory: string;
let chain: DevelopmentChain | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "bourse-chain-"));
});
afterEach(async () => {
  await chain?.stop();
  await rm(directory, { recursive: true, force: true });
});

const start = async (): Promise<DevelopmentChain> => {
  chain = await startDevelopmentChain({ directory });
  return chain;
};
const number = async (of: DevelopmentChain): Promise<number> =>
  Number(await of.request("eth_blockNumber", []));
const hashOf = async (of: DevelopmentChain, block: number): Promise<string> => {
  const found = await of.request("eth_getBlockByNumber", [`0x${block.toString(16)}`, false]);
  return (found as { hash: string }).hash;
};
const post = async (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

test.skipIf(!hasAnvil())("the same blocks stand after a stop and a start", async () => {
  const first = await start();
  await first.fund(ADDRESS, 10n ** 18n);
  await first.mine(2);
  const hashes = [await hashOf(first, 1), await hashOf(first, 3)];
  await first.stop();
  const second = await start();
  expect(await number(second)).toBe(3);
  expect([await hashOf(second, 1), await hashOf(second, 3)]).toEqual(hashes);
  expect(await second.request("eth_getBalance", [ADDRESS, "latest"])).toBe("0xde0b6b3a7640000");
});

test.skipIf(!hasAnvil())("reads are answered while blocks are mined", async () => {
  const running = await start();
  let isMining = true;
  const read = async (): Promise<void> => {
    while (isMining) {
      const call = [{ to: ADDRESS, data: "0x" }, "latest"];
      expect(await running.request("eth_call", call)).toBe("0x");
    }
  };
  const readers = Promise.all(Array.from({ length: 8 }, read));
  // A reader that fails ends the test at once.
  await Promise.race([readers, running.mine(100)]);
  isMining = false;
  await readers;
});

test.skipIf(!hasAnvil())(
  "a crash between a checkpoint and its new journal loses nothing and repeats nothing",
  async () => {
    const journal = join(directory, "journal");
    const first = await start();
    await first.fund(ADDRESS, 5n);
    await first.mine(2);
    first.pause();
    await first.fund(OTHER, 9n);
    const old = await readFile(journal);
    const hashes = [await hashOf(first, 1), await hashOf(first, 3)];
    await first.stop();
    await writeFile(journal, old);
    const second = await start();
    expect(await number(second)).toBe(3);
    expect([await hashOf(second, 1), await hashOf(second, 3)]).toEqual(hashes);
    await second.mine();
    expect(await second.request("eth_getBalance", [ADDRESS, "latest"])).toBe("0x5");
    expect(await second.request("eth_getBalance", [OTHER, "latest"])).toBe("0x9");
  },
);

test.skipIf(!hasAnvil())("funding again up to the same balance sends nothing", async () => {
  const one = await start();
  await Promise.all([one.fund(ADDRESS, 5n), one.fund(ADDRESS, 5n)]);
  expect(await number(one)).toBe(1);
});

test.skipIf(!hasAnvil())(
  "a reorganisation takes the newest blocks back and the new ones stay over a restart",
  async () => {
    const first = await start();
    await first.mine(1);
    await first.fund(ADDRESS, 7n);
    await first.mine(1);
    const before = [await hashOf(first, 1), await hashOf(first, 2)];
    await first.reorg(2);
    expect(await number(first)).toBe(4);
    expect(await first.request("eth_getBalance", [ADDRESS, "latest"])).toBe("0x0");
    const after = [await hashOf(first, 1), await hashOf(first, 2)];
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    await first.stop();
    const second = await start();
    expect([await hashOf(second, 1), await hashOf(second, 2)]).toEqual(after);
  },
);

test.skipIf(!hasAnvil())(
  "while mining is paused a transaction is accepted, journalled and in no block",
  async () => {
    const first = await start();
    first.pause();
    await first.fund(ADDRESS, 9n);
    expect(await number(first)).toBe(0);
    await first.stop();
    const second = await start();
    await second.mine();
    expect(await second.request("eth_getBalance", [ADDRESS, "latest"])).toBe("0x9");
  },
);

test.skipIf(!hasAnvil())("commands that change the chain are refused at its address", async () => {
  const { url } = await start();
  for (const method of ["anvil_setBalance", "evm_mine", "hardhat_reset", "eth_sendTransaction"]) {
    const response = await post(url, JSON.stringify({ id: 7, method, params: [] }));
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32601 } });
  }
});

test.skipIf(!hasAnvil())(
  "its fetch answers as its address does, hears the caller's signal, and is 503 once it is stopped",
  async () => {
    const chain = await start();
    const body = JSON.stringify([{ id: 1, method: "eth_chainId", params: [] }, "nonsense"]);
    const near = await chain.fetch(chain.url, { method: "POST", body });
    const far = await post(chain.url, body);
    expect([near.status, await near.json()]).toEqual([far.status, await far.json()]);
    const aborted = chain.fetch(chain.url, {
      body,
      signal: AbortSignal.abort(new Error("enough")),
    });
    await expect(aborted).rejects.toThrow("enough");
    await chain.stop();
    expect((await chain.fetch(chain.url, { body })).status).toBe(503);
  },
);

test.skipIf(!hasAnvil())(
  "every block is told once it can be read, to those who listen",
  async () => {
    const chain = await start();
    const told: Promise<number>[] = [];
    const leave = chain.onBlock(() => void told.push(number(chain)));
    await chain.mine(2);
    await chain.fund(ADDRESS, 7n);
    leave();
    await chain.mine();
    expect(told).toHaveLength(3);
    expect((await Promise.all(told)).at(-1)).toBeGreaterThanOrEqual(3);
  },
);

test.skipIf(!hasAnvil())(
  "a batch is answered in its order, with its faults in their places",
  async () => {
    const { url } = await start();
    const calls = [
      { id: "a", method: "eth_chainId", params: [] },
      { id: "b", method: "eth_sendRawTransaction", params: ["0x00"] },
      "nonsense",
      { id: "d", method: "eth_blockNumber", params: [] },
    ];
    const answers = (await (await post(url, JSON.stringify(calls))).json()) as unknown[];
    expect(answers).toMatchObject([
      { id: "a", result: "0x7a69" },
      { id: "b", error: { code: -32602 } },
      { id: null, error: { code: -32600 } },
      { id: "d", result: "0x0" },
    ]);
  },
);

test.skipIf(!hasAnvil())("a web page of another site gets no answer", async () => {
  const { url } = await start();
  const call = JSON.stringify({ id: 1, method: "eth_blockNumber", params: [] });
  expect((await post(url, call, { "content-type": "text/plain" })).status).toBe(415);
  expect((await fetch(url)).status).toBe(405);
});

test.skipIf(!hasAnvil())("a second process is refused the folder", async () => {
  await start();
  await expect(startDevelopmentChain({ directory })).rejects.toMatchObject({
    code: "STORE_LOCKED",
  });
});

test.skipIf(!hasAnvil())(
  "the folder of a chain with another id is refused and left as it is",
  async () => {
    const first = await start();
    await first.mine(1);
    await first.stop();
    await expect(startDevelopmentChain({ directory, chainId: 5 })).rejects.toMatchObject({
      code: "CHAIN_FOLDER_FOREIGN",
    });
    expect(await number(await start())).toBe(1);
  },
);

test.skipIf(!hasAnvil())("after its stop every call is refused", async () => {
  const stopped = await start();
  await stopped.stop();
  await stopped.stop();
  await expect(stopped.request("eth_blockNumber", [])).rejects.toMatchObject({
    code: "CHAIN_UNAVAILABLE",
  });
});

test("a platform without anvil is told what to install, and what to do without it", () => {
  expect(() => anvilBinary("plan9", "mips")).toThrow(/anvil-plan9-mips.*BLOCKCHAIN_URL/s);
});
