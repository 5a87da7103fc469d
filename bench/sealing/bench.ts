/**
 * Claim: sealing a mebibyte costs at most twice plain AES-256-GCM over the same bytes, and so does opening it.
 *
 * What is on top is one X25519 agreement and the key schedule, which do not grow with the data.
 *
 * Run: node -C @bourse/source bench/sealing/bench.ts
 */
import { createCipheriv, createHash, randomBytes } from "node:crypto";

import { createIdentity, openEnvelope, sealEnvelope } from "@bourse/node-core";

const ROUNDS = 15;
const sender = createIdentity();
const recipient = createIdentity();
const keys = {
  publicKey: recipient.encryptionPublicKey,
  privateKey: recipient.encryptionPrivateKey,
};

/**
 * CPU time of this thread, which other processes on the machine disturb less than the clock on the wall. The
 * collector's helpers are left out: after work that is done they wait in loops, and the more cores the more of them.
 */
async function perCall(work: () => unknown, times: number): Promise<number> {
  const start = process.threadCpuUsage();
  for (let time = 0; time < times; time++) await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / times;
}

function plainAesGcm(data: Uint8Array): Uint8Array {
  const cipher = createCipheriv("aes-256-gcm", randomBytes(32), randomBytes(12));
  return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

function median(values: readonly number[]): number {
  const ordered = values.toSorted((left, right) => left - right);
  return ordered[Math.floor(ordered.length / 2)] ?? 0;
}

// As often as it takes to make a turn long beside what the system's clock of threads counts in.
for (const [name, bytes, times] of [
  ["1 KiB", 2 ** 10, 1000],
  ["1 MiB", 2 ** 20, 100],
] as const) {
  const data = randomBytes(bytes);
  const context = {
    sender: sender.address,
    recipient: recipient.address,
    dataHash: createHash("sha256").update(data).digest("hex"),
  };
  const envelope = await sealEnvelope(data, keys.publicKey, context);
  const seals: number[] = [];
  const opens: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const plain = await perCall(() => plainAesGcm(data), times);
    const seal = () => sealEnvelope(data, keys.publicKey, context);
    const open = () => openEnvelope(envelope, keys, context);
    seals.push((await perCall(seal, times)) / plain);
    opens.push((await perCall(open, times)) / plain);
  }
  console.log(
    `${name}: seal ×${median(seals).toFixed(2)}, open ×${median(opens).toFixed(2)} of plain AES-256-GCM`,
  );
}
