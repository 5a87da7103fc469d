import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { DevelopmentChain } from "@bourse/chain-anvil";
import { openStore } from "@bourse/store";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { chainCollections, createJsonRpc, createTransactionLane } from "../../src/index.ts";
import { hasAnvil, temporaryChain } from "./temporary-chain.ts";
import { ETHER, killIntents, walletOf } from "./wallet.ts";

vi.setConfig({ hookTimeout: 60_000 });

const CHILD = fileURLToPath(new URL("killed-lane.ts", import.meta.url));
/** Kills of each of the two wallets. */
const KILLS = rounds(4, 24);
/** A round has about so many steps; the first of them is the enqueueing. */
const STEPS = 30;

describe.skipIf(!hasAnvil())("a lane that is killed", () => {
  let anvil: DevelopmentChain;
  let directory: string;

  beforeEach(async () => {
    anvil = await temporaryChain();
    directory = await mkdtemp(join(tmpdir(), "bourse-lane-"));
  });
  afterEach(async () => {
    await anvil.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Rounds until so many were killed; how many there were. */
  async function killOften(wallet: number): Promise<number> {
    await anvil.fund(walletOf(wallet).address, ETHER);
    let round = 0;
    for (let kills = 0; kills < KILLS; round++) {
      // Every step is the place of some kill, in an order that does not repeat soon.
      const killAt = 1 + ((round * 11) % STEPS);
      if ((await runChild(wallet, round, killAt)) === "SIGKILL") kills++;
    }
    return round;
  }

  async function runChild(wallet: number, round: number, killAt: number): Promise<string | null> {
    const args = [storePath(wallet), anvil.url, anvil.chainId, wallet, round, killAt].map(String);
    const child = spawn(process.execPath, ["-C", "@bourse/source", CHILD, ...args], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      child.once("exit", (...how) => resolve(how));
    });
    expect([code, signal]).toEqual(signal === null ? [0, null] : [null, "SIGKILL"]);
    return signal;
  }

  const storePath = (wallet: number): string => join(directory, `${wallet}.db`);

  /** After the last kill: what was enqueued durably is finished, and it alone was paid: how many. */
  async function finish(wallet: number, rounds: number): Promise<number> {
    const store = await openStore(`sqlite:${storePath(wallet)}`, { collections: chainCollections });
    const lane = createTransactionLane({
      rpc: createJsonRpc({ urls: [anvil.url], chainId: anvil.chainId }),
      chainId: anvil.chainId,
      signer: walletOf(wallet),
      store,
      confirmations: 1,
      pollMilliseconds: 5,
    });
    await lane.start();
    let paid = 0;
    for (let round = 0; round < rounds; round++) {
      for (const { id, to, value } of killIntents(wallet, round)) {
        const known = (await lane.get(id)) !== undefined;
        if (known) expect((await lane.settled(id)).state).toBe("confirmed");
        const balance = BigInt((await anvil.request("eth_getBalance", [to, "latest"])) as string);
        expect(balance, `${id}, which ${known ? "was" : "was not"} journalled`).toBe(
          known ? value : 0n,
        );
        if (known) paid++;
      }
    }
    const nonce = await anvil.request("eth_getTransactionCount", [
      walletOf(wallet).address,
      "latest",
    ]);
    expect(Number(nonce)).toBe(paid);
    await lane.stop();
    await store.close();
    return paid;
  }

  test(
    "at every step, again and again, pays each intent that it has journalled exactly once",
    { timeout: 120_000 + KILLS * 20_000 },
    async () => {
      const wallets = [0xa1, 0xa2];
      const rounds = await Promise.all(wallets.map(killOften));
      for (const [index, wallet] of wallets.entries()) {
        // Each round journals three intents, but those that were killed before that.
        expect(await finish(wallet, rounds[index]!)).toBeGreaterThan(KILLS);
      }
    },
  );
});
