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
const TIMES = 20;
const sender = createIdentity();
const recipient = createIdentity();
const keys = {
  publicKey: recipient.encryptionPublicKey,
  privateKey: recipient.encryptionPrivateKey,
};

/** CPU time, which other processes on the machine disturb less than the clock on the wall. */
async function perCall(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let time = 0; time < TIMES; time++) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / TIMES;
}

function plainAesGcm(data: Uint8Array): Uint8Array {
  const cipher = createCipheriv("aes-256-gcm", randomBytes(32), randomBytes(12));
  return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

function median(values: readonly number[]): number {
  const ordered = values.toSorted((left, right) => left - right);
  return ordered[Math.floor(ordered.length / 2)] ?? 0;
}

for (const [name, bytes] of [
  ["1 KiB", 2 ** 10],
  ["1 MiB", 2 ** 20],
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
    const plain = await perCall(() => plainAesGcm(data));
    seals.push((await perCall(() => sealEnvelope(data, keys.publicKey, context))) / plain);
    opens.push((await perCall(() => openEnvelope(envelope, keys, context))) / plain);
  }
  console.log(
    `${name}: seal ×${median(seals).toFixed(2)}, open ×${median(opens).toFixed(2)} of plain AES-256-GCM`,
  );
}
