/**
 * Claim: among ten nodes on one machine a share of a mebibyte to a known peer is sealed, proved on the embedded chain,
 * delivered and acknowledged within 150 ms (p95), from the request to the recipient's event.
 *
 * Everything is real: HTTP, SQLite, HPKE, an EVM, QUIC over UDP. The sender is a process, the nine others are another.
 *
 * And: routes that need no chain are as quick while its endpoint is away, hangs or flaps as they are without a fault.
 *
 * Run: node -C @bourse/source bench/node/bench.ts
 */
import { spawn, type ChildProcess } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { sealEnvelope, toAddress } from "@bourse/node-core";

import { measureFaults } from "./faulty-endpoint.ts";
import type { ServedNode, ServeOrder } from "./serve.ts";

const NODES = 10;
const SHARES = 60;
const WARM_UP = 10;
const BYTES = 1_048_576;
const BAR_MILLISECONDS = 150;
/** Resolves when all peers know each other. */
const TRY_MILLISECONDS = 200;
const MOST_TRIES = 300;
const PACE_MILLISECONDS = 100;
/** Longest wait for a recipient's event. */
const MOST_MILLISECONDS = 10_000;
const KEY = randomBytes(24).toString("base64url");

const folder = await mkdtemp(join(tmpdir(), "bourse-bench-node-"));
const processes: ChildProcess[] = [];

async function serve(name: string, order: Omit<ServeOrder, "folder" | "key">) {
  const script = fileURLToPath(new URL("serve.ts", import.meta.url));
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning", script];
  const child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] });
  processes.push(child);
  child.stdin.write(`${JSON.stringify({ ...order, folder: join(folder, name), key: KEY })}\n`);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return JSON.parse(line) as readonly ServedNode[];
}

/** Resolves with the time at which `recipient` told that it has received the data. */
async function receptions(recipient: ServedNode): Promise<(dataHash: string) => Promise<number>> {
  const waiting = new Map<string, (time: number) => void>();
  const socket = new WebSocket(`${recipient.dashboard.replace("http", "ws")}/ws`);
  socket.onmessage = ({ data }) => {
    const now = performance.now();
    const event = JSON.parse(String(data)) as { type: string; data: { data_hash?: string } };
    if (event.type === "data.received") waiting.get(event.data.data_hash ?? "")?.(now);
  };
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return (dataHash) =>
    new Promise((resolve, reject) => {
      const text = `no event of ${dataHash} within ${MOST_MILLISECONDS} ms`;
      const timer = setTimeout(() => reject(new Error(text)), MOST_MILLISECONDS);
      waiting.set(dataHash, (time) => {
        clearTimeout(timer);
        resolve(time);
      });
    });
}

function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((left, right) => left - right);
  return ordered[Math.min(ordered.length - 1, Math.ceil(ordered.length * share) - 1)] ?? 0;
}

const line = (name: string, values: readonly number[]): string =>
  `  ${name.padEnd(34)} p50 ${percentile(values, 0.5).toFixed(1).padStart(7)}  p95 ${percentile(values, 0.95).toFixed(1).padStart(7)} ms`;

try {
  const [first] = await serve("first", { count: 1 });
  if (first === undefined) throw new Error("the first node has not started");
  const { chainUrl, multiaddrs, address: sender } = first;
  const others = await serve("others", { count: NODES - 1, joins: { chainUrl, multiaddrs } });
  const recipient = others[0] ?? first;
  const { address } = recipient;
  for (let known = 0, tries = 0; known < NODES - 1; tries++) {
    if (tries === MOST_TRIES) throw new Error(`expected ${NODES - 1} peers, found ${known}`);
    const response = await fetch(`${first.external}/network/peers?healthy=true`);
    known = response.ok ? ((await response.json()) as { count: number }).count : known;
    await sleep(TRY_MILLISECONDS);
  }
  const received = await receptions(recipient);

  const answered: number[] = [];
  const delivered: number[] = [];
  const whole: number[] = [];
  const sealed: number[] = [];
  const key = Buffer.from(recipient.encryptionKey.slice(2), "hex");
  for (let round = 0; round < SHARES + WARM_UP; round++) {
    const data = randomBytes(BYTES / 2).toString("hex");
    const dataHash = hash("sha256", data, "hex");
    const arrival = received(dataHash);
    const body = JSON.stringify({ data, recipient: address });
    // The API's limit is ten a second.
    await sleep(PACE_MILLISECONDS);
    const begin = performance.now();
    const response = await fetch(`${first.external}/share_data`, {
      method: "POST",
      headers: { "content-type": "application/json", "X-API-Key": KEY },
      body,
    });
    const proof = performance.now();
    if (response.status !== 201) throw new Error(`expected 201, found ${await response.text()}`);
    const end = await arrival;
    const context = {
      sender: toAddress(sender, "sender"),
      recipient: toAddress(address, "recipient"),
      dataHash,
    };
    const beginSeal = performance.now();
    await sealEnvelope(Buffer.from(data), key, context);
    const endSeal = performance.now();
    if (round < WARM_UP) continue;
    answered.push(proof - begin);
    delivered.push(end - proof);
    whole.push(end - begin);
    sealed.push(endSeal - beginSeal);
  }
  console.log(`${SHARES} shares of ${BYTES} bytes among ${NODES} nodes`);
  console.log(line("sealing alone, once", sealed));
  console.log(line("request to 201: sealed, kept, proved", answered));
  console.log(line("201 to the recipient's event", delivered));
  console.log(line("request to the recipient's event", whole));
  const p95 = percentile(whole, 0.95);
  const verdict = p95 <= BAR_MILLISECONDS ? "kept" : "missed";
  console.log(`p95 ${(p95 / BAR_MILLISECONDS).toFixed(2)} of ${BAR_MILLISECONDS} ms: ${verdict}`);
} finally {
  for (const child of processes.toReversed()) {
    child.stdin?.end();
    await once(child, "exit");
  }
  await rm(folder, { recursive: true });
}

const text = "asked for while the endpoint fails";
for (const { fault, ratio } of await measureFaults(text, hash("sha256", text, "hex"))) {
  console.log(`routes without the chain, its endpoint ${fault}: p99 ×${ratio.toFixed(2)}`);
}
