import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Address } from "@bourse/node-core";
import { expect, onTestFinished, test, vi } from "vitest";

import { connections, startQuicNode } from "./support/quic-node.ts";

const CHILD = fileURLToPath(new URL("./support/child-node.ts", import.meta.url));

interface Child {
  readonly process: ChildProcess;
  readonly multiaddr: string;
  readonly address: Address;
}

async function startChild(): Promise<Child> {
  const child = spawn(process.execPath, ["-C", "@bourse/source", CHILD], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { process: child, ...(JSON.parse(line.toString()) as Omit<Child, "process">) };
}

// 4 s of silence end the connection and one dial of at most 3 s fails: the bound of 10 s is by construction, and this
// test proves the order of events, not a time.
test("a peer that is killed without a word is found disconnected, then unhealthy", async () => {
  const child = await startChild();
  const node = await startQuicNode({ initialPeers: [child.multiaddr] });
  await vi.waitUntil(() => connections(node) === 1, { timeout: 20_000 });
  expect(await node.peers.resolve(child.address)).toBeDefined();
  const before = node.events.length;
  child.process.kill("SIGKILL");
  await once(child.process, "exit");
  await vi.waitUntil(() => node.peers.peers()[0]?.healthy === false, { timeout: 20_000 });
  const after = node.events
    .slice(before)
    .map((event) =>
      event.type === "health" ? `health ${String(event.peer.healthy)}` : event.type,
    );
  expect(after).toEqual(["disconnected", "health false"]);
  const sending = node.peers.sendShare(child.address, new Uint8Array(1));
  await expect(sending).rejects.toMatchObject({ code: "PEER_UNREACHABLE" });
}, 60_000);

test("a share on its way to a peer that freezes fails instead of waiting for ever", async () => {
  const child = await startChild();
  const node = await startQuicNode({ initialPeers: [child.multiaddr] });
  await vi.waitUntil(() => connections(node) === 1, { timeout: 20_000 });
  await node.peers.resolve(child.address);
  child.process.kill("SIGSTOP");
  const sending = node.peers.sendShare(child.address, new Uint8Array(2 ** 20));
  await expect(sending).rejects.toMatchObject({ code: "PEER_UNREACHABLE" });
}, 60_000);
