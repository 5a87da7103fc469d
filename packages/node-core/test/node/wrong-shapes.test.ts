import { createMemoryStore, hasCode } from "@bourse/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  callWithWrongShapes,
  faultsIn,
  functionsOf,
  type GoodCalls,
} from "../../../../test/support/wrong-shapes.ts";
import {
  chainCollections,
  createChain,
  createEventBus,
  createIdentity,
  createMemoryChain,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  DEMO_TOKEN,
  nodeCollections,
  NodeError,
  peerCollections,
  toAddress,
  type DataNode,
} from "../../src/index.ts";

/** Calls that begin and end the node's work. */
const NOT_CALLED = [
  "start",
  "stop",
  "announceStop",
  "inbox.start",
  "inbox.stop",
  "shares.start",
  "shares.stop",
];
const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");

let node: DataNode;
let good: GoodCalls;

beforeAll(async () => {
  const identity = createIdentity();
  const rpc = createMemoryChain({ now: () => Date.now() });
  rpc.give(identity.address, 10n ** 21n);
  rpc.give(identity.address, 10n ** 21n, rpc.demoToken);
  const collections = [...nodeCollections, ...chainCollections, ...peerCollections];
  const store = createMemoryStore({ collections });
  const chain = createChain({
    rpc,
    chainId: rpc.chainId,
    signer: identity,
    store,
    contract: rpc.registry,
    confirmations: 1,
    pollMilliseconds: 5,
  });
  const peers = createMemoryPeers(createMemoryHub(), { identity, store, initialPeers: [] });
  node = createNode({ identity, store, chain, peers, events: createEventBus() });
  await node.start();
  await node.tokens.add(rpc.demoToken, DEMO_TOKEN.abi);
  const { address } = identity;
  const expiresAt = Date.now() + 86_400_000;
  const payees = [PAYEE];
  const holder = { id: "k", scopes: ["read"], expiresAt, payees, spending: [] };
  const dataHash = `0x${"1".repeat(64)}`;
  const page = { limit: 5, cursor: "another list's" };
  const facts = { action: "test", actor: "system" };
  const payment = { id: "p", to: PAYEE, token: rpc.demoToken, amount: 1n };
  const request = { scope: "caller", key: "k-1" };
  good = {
    self: [],
    "payments.pay": [
      { from: address, to: PAYEE, amount: 10n ** 30n, token: rpc.demoToken },
      { idempotencyKey: "k", by: holder },
    ],
    "transactions.list": [{ open: true, ...page }],
    "transactions.act": ["no such transaction", "cancel"],
    "tokens.list": [],
    "tokens.add": [rpc.demoToken, []],
    "tokens.balance": [PAYEE, rpc.demoToken],
    "shares.share": [
      {
        data: "a report",
        recipient: PAYEE,
        paymentToken: rpc.demoToken,
        paymentAmount: 1n,
        payer: address,
      },
      { request, waitMilliseconds: 1, by: holder },
    ],
    "shares.read": [dataHash],
    "shares.list": [page],
    "inbox.list": [{ sender: PAYEE, verified: true, ...page }],
    "inbox.remove": ["no such share"],
    "inbox.read": [dataHash],
    "compliance.history": [{ sender: PAYEE, filters: ["data_share"], ...page }],
    "compliance.verify": [dataHash, { sender: PAYEE }],
    "compliance.entries": [{ sender: PAYEE, filters: ["data_share"] }],
    "fees.quote": [{ kind: "transfer", to: PAYEE, token: rpc.demoToken, amount: 10n ** 30n }],
    "history.read": [{ series: "balance", from: 1, to: 2, stepSeconds: 60 }],
    "keys.create": [
      {
        name: "key",
        scopes: ["transfer"],
        expiresAt,
        payees,
        spending: [{ token: rpc.demoToken, perCall: 1n, perDay: 1n }],
      },
    ],
    "keys.list": [page],
    "keys.revoke": ["no such key"],
    "keys.authorize": ["nk_x", "read"],
    "keys.spend": [holder, payment],
    "keys.unspend": ["no such payment"],
    "keys.createFirst": [["read"]],
    health: [],
    checkHealth: [],
    stats: [],
    peers: [{ healthy: true }],
    "webhooks.create": ["x", { url: "https://hooks.example", events: ["*"] }],
    "webhooks.list": ["x"],
    "webhooks.get": ["x", "y"],
    "webhooks.change": ["x", "y", { url: "https://h.example", events: ["*"], enabled: true }],
    "webhooks.rotate": ["x", "y", 60],
    "webhooks.remove": ["x", "y"],
    "webhooks.deliveries": ["x", "y", page],
    "webhooks.replay": ["x", "y", "z"],
    "webhooks.start": [],
    "webhooks.deliverDue": [],
    "webhooks.measure": [],
    "trail.append": [facts],
    "trail.appendIn": [createMemoryStore({ collections }), facts],
    "trail.flush": [],
    "trail.find": [
      { action: "x", actor: "x", account: "x", outcome: "ok", from: 1, to: 2, ...page },
    ],
    "trail.verify": [{ sequence: 1, hash: "x" }],
  };
});
afterAll(() => node.stop());

test("every call is tried", () => {
  expect(functionsOf(node, NOT_CALLED).toSorted()).toEqual(Object.keys(good).toSorted());
});

test("a part of an argument that has the wrong shape is VALIDATION_ERROR, in every call", async () => {
  const made = await callWithWrongShapes(node, good);
  expect(made.length).toBeGreaterThan(2000);
  const isOwn = (error: unknown): boolean =>
    error instanceof NodeError || hasCode(error, "STORE_CURSOR_INVALID");
  expect(faultsIn(made, isOwn, ["VALIDATION_ERROR"])).toEqual([]);
});
