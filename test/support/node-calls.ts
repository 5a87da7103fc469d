import {
  createClosingStack,
  createMemoryStore,
  type Store,
} from "../../packages/kernel/src/index.ts";
/** Valid calls of the functions of a node. */
import {
  chainCollections,
  createIdentity,
  createMemoryChain,
  createMemoryHub,
  nodeCollections,
  peerCollections,
  sealEnvelope,
} from "../../packages/node-core/src/index.ts";
import type { Calls } from "./wrong-arguments.ts";

const node = "@bourse/node-core";
const ADDRESS = `0x${"e1".repeat(20)}`;
const HASH = "ab".repeat(32);

const store = (): Store =>
  createMemoryStore({ collections: [...nodeCollections, ...chainCollections, ...peerCollections] });
const rpc = (): object => createMemoryChain({ now: () => Date.now() });

/** A lane at whose wallet everything is confirmed. */
const lane = (): object => ({
  start: async () => undefined,
  stop: async () => undefined,
  get: async () => undefined,
  enqueue: async () => undefined,
  wake: () => undefined,
  settled: async () => ({ state: "confirmed" }),
});

/** A chain on which every contract is. */
const deployed = (): object => ({ request: async () => "0x60", batch: async () => [] });
const deployment = (): object => ({ lane: lane(), rpc: deployed(), store: store() });
const context = (): { sender: `0x${string}`; recipient: `0x${string}`; dataHash: string } => ({
  sender: `0x${"e1".repeat(20)}`,
  recipient: `0x${"e2".repeat(20)}`,
  dataHash: HASH,
});

const identity = createIdentity();
const envelope = await sealEnvelope(new Uint8Array(5), identity.encryptionPublicKey, context());
const instruments = (): object => ({
  counter: () => () => undefined,
  histogram: () => () => undefined,
  gauge: () => undefined,
});

/** Valid calls of the functions of a node. */
export const NODE_CALLS: Calls["calls"] = {
  [`${node} changeKeystorePassword`]: () => [
    { directory: "keystore", password: "old", newPassword: "new" },
  ],
  [`${node} checkCompliance`]: () => [store()],
  [`${node} createChain`]: () => [
    { rpc: rpc(), chainId: 31_337, signer: identity, store: store(), contract: ADDRESS },
  ],
  [`${node} createComplianceIndex`]: () => [
    { rpc: rpc(), chainId: 31_337, store: store(), contract: ADDRESS },
  ],
  [`${node} createJsonRpc`]: () => [{ urls: ["http://127.0.0.1:8545"], chainId: 31_337 }],
  [`${node} createMemoryPeers`]: () => [createMemoryHub(), { identity, store: store() }],
  [`${node} deployCompliance`]: () => [deployment()],
  [`${node} deployDemoToken`]: () => [deployment(), ADDRESS],
  [`${node} measureNode`]: () => [
    instruments(),
    {
      health: () => undefined,
      stats: () => undefined,
      transactions: { list: async () => undefined, act: async () => undefined },
    },
  ],
  [`${node} openEnvelope`]: () => [
    envelope,
    { publicKey: identity.encryptionPublicKey, privateKey: identity.encryptionPrivateKey },
    context(),
  ],
  [`${node} openIdentity`]: () => [{ directory: "identity", password: "old", scryptCost: 2 }],
  [`${node} openEventBus`]: () => [{ store: store(), place: "here" }],
  [`${node} pinWallet`]: () => [store(), ADDRESS],
  [`${node} pinnedWallet`]: () => [store()],
  [`${node} prepareDevelopmentChain`]: () => [
    {
      chain: {
        lane: lane(),
        tokens: { balanceOf: async () => 10n ** 21n, add: async () => undefined },
      },
      rpc: deployed(),
      store: store(),
      wallet: ADDRESS,
      fund: async () => undefined,
    },
    createClosingStack(),
  ],
  [`${node} proofIntent`]: () => [
    { id: "one", contract: ADDRESS, eventType: "data_share", ...context() },
  ],
  [`${node} sealEnvelope`]: () => [new Uint8Array(5), identity.encryptionPublicKey, context()],
  [`${node} signAnnouncement`]: () => [identity, { sequence: 1, notAfter: 1000 }],
  [`${node} toAddress`]: () => [ADDRESS, "payee"],
  [`${node} toDataHash`]: () => [HASH, "dataHash"],
};

/** Code that a valid call ends with: there is no keystore. */
export const NODE_ENDS: Calls["ends"] = { [`${node} changeKeystorePassword`]: "KEYSTORE_INVALID" };
