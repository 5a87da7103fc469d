/** Check of a share from a peer, before anything of it is kept. */

import { hash } from "node:crypto";

import { hasCode } from "@bourse/kernel";

import type { NodeIdentity } from "../identity/port.ts";
import type { OpenEnvelope } from "../sealing/port.ts";
import { MAX_DATA_BYTES } from "../shares/new-share.ts";
import type { ShareFrame } from "../shares/share-frame.ts";

/** Returns the reason for which the share is refused for good; undefined for an acceptable one. */
export async function whyRefused(
  { identity, open }: { readonly identity: NodeIdentity; readonly open: OpenEnvelope },
  { sender, recipient, dataHash, envelope }: ShareFrame,
): Promise<string | undefined> {
  const keys = {
    publicKey: identity.encryptionPublicKey,
    privateKey: identity.encryptionPrivateKey,
  };
  try {
    const plaintext = await open(envelope, keys, { sender, recipient, dataHash });
    if (plaintext.length > MAX_DATA_BYTES) return `the data has more than ${MAX_DATA_BYTES} bytes`;
    return hash("sha256", plaintext, "hex") === dataHash
      ? undefined
      : "the data does not have the hash that it is named by";
  } catch (error) {
    if (hasCode(error, "ENVELOPE_INVALID")) return "the envelope does not open";
    throw error;
  }
}
