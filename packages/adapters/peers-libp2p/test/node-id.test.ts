/** The node ids that node-core computes by itself, against libp2p's own. */
import { addressOfNodeId, createIdentity } from "@bourse/node-core";
import { generateKeyPair, privateKeyFromRaw } from "@libp2p/crypto/keys";
import { peerIdFromPrivateKey } from "@libp2p/peer-id";
import { expect, test } from "vitest";

test("a node id is libp2p's peer id of the wallet's key, and names the wallet's address", () => {
  for (let round = 0; round < 50; round++) {
    const { nodeId, address, peerPrivateKey } = createIdentity();
    expect(nodeId).toBe(peerIdFromPrivateKey(privateKeyFromRaw(peerPrivateKey)).toString());
    expect(addressOfNodeId(nodeId)).toBe(address);
  }
});

test("a peer id of a key of another type names no address", async () => {
  for (const key of [await generateKeyPair("Ed25519"), await generateKeyPair("RSA")]) {
    expect(addressOfNodeId(peerIdFromPrivateKey(key).toString())).toBeUndefined();
  }
});

test("another spelling of a peer id names no address", () => {
  const { nodeId, peerPrivateKey } = createIdentity();
  const cid = peerIdFromPrivateKey(privateKeyFromRaw(peerPrivateKey)).toCID().toString();
  for (const text of [cid, `1${nodeId}`, nodeId.slice(1), nodeId.replace(/.$/, "0"), ""]) {
    expect(addressOfNodeId(text)).toBeUndefined();
  }
});
