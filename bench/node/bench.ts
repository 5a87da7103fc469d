/**
 * Claim: among ten nodes on one machine a share of a mebibyte to a known peer is sealed, proved on the embedded chain,
 * delivered and acknowledged within 150 ms (p95), from the request to the recipient's event.
 *
 * Everything is real and lives in this process but the chain's EVM: HTTP, SQLite, HPKE, QUIC over UDP.
 *
 * Run: node -C @bourse/source bench/node/bench.ts
 */
import { hash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { complianceAddress, sealEnvelope } from "@bourse/node-core";
import { nodeEnvironment, startNodeServer, type RunningNode } from "@bourse/server-node";

const NODES = 10;
const SHARES = 40;
const WARM_UP = 5;
const BYTES = 1_048_576;
const BAR_MILLISECONDS = 150;
const KEY = randomBytes(24).toString("base64url");

const folder = await mkdtemp(join(tmpdir(), "bourse-bench-node-"));
const nodes: RunningNode[] = [];

async function start(index: number, first: RunningNode | undefined): Promise<RunningNode> {
  const read = readEnvironment(nodeEnvironment, {
    DATA_DIR: join(folder, String(index)),
    KEYSTORE_PASSWORD: KEY,
    API_KEYS: KEY,
    LOG_LEVEL: "ERROR",
    ...(first === undefined
      ? {}
      : {
          BLOCKCHAIN_URL: first.chain.development?.url ?? "",
          BLOCKCHAIN_POLL_MILLISECONDS: "1000",
          COMPLIANCE_CONTRACT: complianceAddress(),
          CONFIRMATIONS: "1",
          INITIAL_PEERS: first.node.self().multiaddrs.join(","),
        }),
  });
  const ports = { INTERNAL_API_PORT: 0, EXTERNAL_API_PORT: 0, DASHBOARD_API_PORT: 0, P2P_PORT: 0 };
  const hosts = { EXTERNAL_API_HOST: "127.0.0.1", P2P_HOST: "127.0.0.1" };
  return startNodeServer({ ...read, ...ports, ...hosts });
}

/** Resolves with the time at which `recipient` told that it has received the data. */
async function receptions(recipient: RunningNode): Promise<(dataHash: string) => Promise<number>> {
  const waiting = new Map<string, (time: number) => void>();
  const socket = new WebSocket(`${recipient.urls.dashboard.replace("http", "ws")}/ws`);
  socket.onmessage = ({ data }) => {
    const now = performance.now();
    const event = JSON.parse(String(data)) as { type: string; data: { data_hash?: string } };
    if (event.type === "data.received") waiting.get(event.data.data_hash ?? "")?.(now);
  };
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return (dataHash) => new Promise((resolve) => waiting.set(dataHash, resolve));
}

function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((left, right) => left - right);
  return ordered[Math.min(ordered.length - 1, Math.ceil(ordered.length * share) - 1)] ?? 0;
}

const line = (name: string, values: readonly number[]): string =>
  `  ${name.padEnd(34)} p50 ${percentile(values, 0.5).toFixed(1).padStart(7)}  p95 ${percentile(values, 0.95).toFixed(1).padStart(7)} ms`;

try {
  const first = await start(0, undefined);
  nodes.push(first);
  for (let index = 1; index < NODES; index++) nodes.push(await start(index, first));
  const recipient = nodes[1] ?? first;
  const { address } = recipient.node.self();
  const isKnown = (): boolean =>
    first.node.peers().filter((peer) => peer.connected).length === NODES - 1;
  while (!isKnown()) await new Promise((resolve) => setTimeout(resolve, 50));
  const received = await receptions(recipient);

  const answered: number[] = [];
  const delivered: number[] = [];
  const whole: number[] = [];
  const sealed: number[] = [];
  const key = Buffer.from(recipient.node.self().encryptionKey.slice(2), "hex");
  for (let round = 0; round < SHARES + WARM_UP; round++) {
    const data = randomBytes(BYTES / 2).toString("hex");
    const dataHash = hash("sha256", data, "hex");
    const arrival = received(dataHash);
    const body = JSON.stringify({ data, recipient: address });
    const begin = performance.now();
    const response = await fetch(`${first.urls.external}/share_data`, {
      method: "POST",
      headers: { "content-type": "application/json", "X-API-Key": KEY },
      body,
    });
    const proof = performance.now();
    if (response.status !== 201) throw new Error(`expected 201, found ${await response.text()}`);
    const end = await arrival;
    const context = { sender: first.node.self().address, recipient: address, dataHash };
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
  for (const node of nodes.toReversed()) await node.close();
  await rm(folder, { recursive: true });
}
