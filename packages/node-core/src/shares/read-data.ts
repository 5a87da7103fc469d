/** Data by its hash: of own shares, and of what others shared with this node. */

import { toDataHash, type DataHash } from "../address.ts";
import { NodeError } from "../errors.ts";
import type { ShareParts } from "./share-context.ts";
import { ownData } from "./share-document.ts";

type Reading = Pick<ShareParts, "identity" | "store" | "open">;

/** @throws NodeError VALIDATION_ERROR, NOT_FOUND */
export async function readData(
  parts: Reading & Pick<ShareParts, "readReceived">,
  dataHash: string,
): Promise<{ readonly hash: DataHash; readonly data: string }> {
  const hash = toDataHash(dataHash, "dataHash");
  const bytes = (await readOwnData(parts, hash)) ?? (await parts.readReceived(hash));
  if (bytes === undefined) {
    throw new NodeError(
      "NOT_FOUND",
      "This node holds no data with this hash: it was neither shared by it nor with it.",
    );
  }
  return { hash, data: Buffer.from(bytes).toString("utf8") };
}

export async function readOwnData(
  parts: Reading,
  dataHash: DataHash,
): Promise<Uint8Array | undefined> {
  const envelope = await parts.store.bytes(ownData, dataHash);
  const sender = parts.identity.address;
  return envelope && openFor(parts, envelope, { sender, dataHash });
}

function openFor(
  { identity, open }: Reading,
  envelope: Uint8Array,
  { sender, dataHash }: { readonly sender: `0x${string}`; readonly dataHash: DataHash },
): Promise<Uint8Array> {
  const keys = {
    publicKey: identity.encryptionPublicKey,
    privateKey: identity.encryptionPrivateKey,
  };
  return open(envelope, keys, { sender, recipient: identity.address, dataHash });
}
