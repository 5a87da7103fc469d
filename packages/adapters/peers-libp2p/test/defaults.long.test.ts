/**
 * Facts that take minutes because the time-outs are the defaults; long runs only (`npm run test:long`). Each prints
 * what it measured, and asserts no time.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { describe, expect, onTestFinished, test, vi } from "vitest";

import { isLongRun, isWholeRun, rounds } from "../../../../test/support/rounds.ts";
import { addressOf, connections, startQuicNode, startRelayedNode } from "./support/quic-node.ts";

const CHILD = fileURLToPath(new URL("./support/child-node.ts", import.meta.url));
const PATIENCE = { timeout: 120_000, interval: 20 };

/** Longer than the time after which a silent connection is given up. */
const PARTITION_SECONDS = isWholeRun ? 60 : 15;
/** Bytes of a share: over the bad link a mebibyte takes more than a minute. */
const SHARE_BYTES = isWholeRun ? 2 ** 20 : 2 ** 17;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

describe.skipIf(!isLongRun)("with the default time-outs", () => {
  test(`a partition of ${PARTITION_SECONDS} s heals`, async () => {
    const bob = await startRelayedNode({ seed: 1 });
    const alice = await startRelayedNode({ seed: 2 }, { initialPeers: [addressOf(bob)] });
    await vi.waitUntil(() => alice.peers.resolve(bob.identity.address), PATIENCE);
    for (const { relay } of [alice, bob]) relay.cut();
    await sleep(PARTITION_SECONDS * 1000);
    expect(connections(alice) + connections(bob)).toBe(0);
    for (const { relay } of [alice, bob]) relay.heal();
    const healed = performance.now();
    await vi.waitUntil(() => connections(alice) + connections(bob) === 2, PATIENCE);
    say(`connected again ${seconds(healed)} s after the partition`);
    const answer = await alice.peers.sendShare(bob.identity.address, new Uint8Array(2 ** 20));
    expect(answer).toEqual({ accepted: true });
  }, 300_000);

  test("a killed peer becomes unhealthy", async () => {
    for (let round = 0; round < rounds(1, 5); round++) {
      const child = spawn(process.execPath, ["-C", "@bourse/source", CHILD], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => {
        child.kill("SIGKILL");
      });
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      const { multiaddr } = JSON.parse(line.toString()) as { readonly multiaddr: string };
      const node = await startQuicNode({ initialPeers: [multiaddr] });
      await vi.waitUntil(() => connections(node) === 1, PATIENCE);
      const killed = performance.now();
      child.kill("SIGKILL");
      await vi.waitUntil(() => node.peers.peers()[0]?.healthy === false, PATIENCE);
      say(`unhealthy ${seconds(killed)} s after SIGKILL`);
      expect(node.peers.peers()[0]?.connected).toBe(false);
      await node.peers.stop();
    }
  }, 300_000);

  test("every share arrives over a link of 5 % loss and 100 ± 30 ms", async () => {
    const link = { loss: 0.05, delayMilliseconds: 100, jitterMilliseconds: 30 };
    const bob = await startRelayedNode({ ...link, seed: 11 });
    const alice = await startRelayedNode({ ...link, seed: 12 }, { initialPeers: [addressOf(bob)] });
    await vi.waitUntil(() => alice.peers.resolve(bob.identity.address), PATIENCE);
    const start = performance.now();
    const frames = Array.from({ length: rounds(1, 6) }, (_, n) =>
      new Uint8Array(SHARE_BYTES).fill(n),
    );
    const answers = await Promise.all(
      frames.map((frame) => alice.peers.sendShare(bob.identity.address, frame)),
    );
    say(`${answers.length} shares of ${SHARE_BYTES} bytes in ${seconds(start)} s`);
    expect(answers).toEqual(frames.map(() => ({ accepted: true })));
    expect(bob.shares).toHaveLength(frames.length);
  }, 1_200_000);
});
