/** Health check of encryption: the node seals and opens a value with its own keys. */

import type { Components } from "../events/components.ts";
import type { NodeIdentity } from "../identity/port.ts";
import { openEnvelope, sealEnvelope } from "../sealing/index.ts";

export interface EncryptionCheck {
  /** Result of the last probe; locked before the first one. */
  state(): Components["encryption"];
  /** Seals 32 bytes to the node itself and opens them. */
  probe(): Promise<void>;
}

const PROBE = new Uint8Array(32).fill(0xb0);

export function createEncryptionCheck(identity: NodeIdentity): EncryptionCheck {
  const { address, encryptionPublicKey: publicKey, encryptionPrivateKey: privateKey } = identity;
  const context = { sender: address, recipient: address, dataHash: "0".repeat(64) };
  let state: Components["encryption"] = "locked";
  return Object.freeze({
    state: () => state,
    probe: async () => {
      try {
        const envelope = await sealEnvelope(PROBE, publicKey, context);
        const opened = await openEnvelope(envelope, { publicKey, privateKey }, context);
        state = Buffer.compare(opened, PROBE) === 0 ? "initialized" : "locked";
      } catch {
        state = "locked";
      }
    },
  });
}
