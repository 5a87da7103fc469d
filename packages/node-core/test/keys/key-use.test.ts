/** Shares and gas that API keys use in a day: bounded before anything is sent, counted by receipts, durable. */

import { createMemoryStore, systemClock, type Clock, type Store } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import {
  chainCollections,
  createChain,
  createEventBus,
  createIdentity,
  createMemoryChain,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  NATIVE_TOKEN,
  nodeCollections,
  peerCollections,
  toAddress,
  type DataNode,
  type KeyHolder,
  type MemoryChain,
  type NewApiKey,
  type NodeIdentity,
  type NodeOptions,
} from "../../src/index.ts";
import { countWork } from "../../src/keys/key-use.ts";
import { shareWork } from "../../src/keys/key-work.ts";

const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");
const NOON = Date.UTC(2026, 10, 28, 12);
const HOUR = 3_600_000;
/** Units of gas that the chain in memory takes for every transaction. */
const GAS_OF_CHAIN = 100_000;

interface World {
  readonly rpc: MemoryChain;
  readonly store: Store;
  readonly identity: NodeIdentity;
  /** Time of the node, and the milliseconds by which its timers are ahead. */
  readonly time: { now: number; ahead: number };
}

function world(): World {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const identity = createIdentity();
  rpc.give(identity.address, 10n ** 19n);
  const collections = [...nodeCollections, ...chainCollections, ...peerCollections];
  return {
    rpc,
    identity,
    store: createMemoryStore({ collections }),
    time: { now: NOON, ahead: 0 },
  };
}

type Quotas = Pick<NodeOptions, "keySharesPerDay" | "keyGasPerDay">;

async function startNode(
  { rpc, store, identity, time }: World,
  quotas: Quotas = {},
): Promise<DataNode> {
  const clock: Clock = {
    now: () => time.now,
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
    monotonic: () => systemClock.monotonic() + time.ahead,
  };
  const chain = createChain({
    rpc,
    chainId: rpc.chainId,
    signer: identity,
    store,
    contract: rpc.registry,
    confirmations: 1,
    pollMilliseconds: 5,
    clock,
  });
  const peers = createMemoryPeers(createMemoryHub(), { identity, store });
  const node = createNode({
    identity,
    store,
    chain,
    peers,
    clock,
    events: createEventBus(),
    ...quotas,
  });
  onTestFinished(() => node.stop());
  await node.start();
  return node;
}

async function holderOf(
  node: DataNode,
  request: Partial<NewApiKey> = {},
  by?: KeyHolder,
): Promise<KeyHolder> {
  const { key } = await node.keys.create({ name: "k", scopes: ["share"], ...request }, by);
  return node.keys.authorize(key, "share", "transfer", "admin");
}

const share = (node: DataNode, by: KeyHolder, data = "x") =>
  node.shares.share({ data, recipient: PAYEE }, { by });

const transfer = (on: World, node: DataNode, by: KeyHolder, amount = 1n) =>
  node.payments.pay({ from: on.identity.address, to: PAYEE, amount, token: NATIVE_TOKEN }, { by });

async function used(node: DataNode, { id }: KeyHolder): Promise<readonly [number, number]> {
  const { keys } = await node.keys.list();
  const { sharesToday = NaN, gasToday = NaN } = keys.find((key) => key.id === id) ?? {};
  return [sharesToday, gasToday];
}

const spentNonces = async ({ rpc, identity }: World): Promise<number> =>
  Number(await rpc.request("eth_getTransactionCount", [identity.address, "latest"]));

test("a key that may share alone makes the shares of its day, and the next one is refused before anything is sent", async () => {
  const on = world();
  const node = await startNode(on, { keySharesPerDay: 2 });
  const by = await holderOf(node);
  await share(node, by);
  await share(node, by);
  await expect(share(node, by)).rejects.toMatchObject({
    code: "KEY_LIMIT_REACHED",
    message: expect.stringContaining("2026-11-29T00:00:00.000Z") as unknown,
    details: { retryAfterSeconds: 12 * 3600 },
  });
  expect(await spentNonces(on)).toBe(2);
  expect((await node.shares.list()).count).toBe(2);
  on.time.now += 12 * HOUR;
  expect(await share(node, by)).toMatchObject({ kind: "proved" });
  expect(await used(node, by)).toEqual([1, GAS_OF_CHAIN]);
});

test("gas counts with what the receipts say, for shares and transfers together", async () => {
  const on = world();
  const node = await startNode(on);
  const by = await holderOf(node, { scopes: ["share", "transfer"] });
  await share(node, by);
  await transfer(on, node, by);
  await expect.poll(() => used(node, by)).toEqual([1, 2 * GAS_OF_CHAIN]);
});

test("a call that its key's gas of the day cannot hold is refused before anything is sent", async () => {
  const on = world();
  const node = await startNode(on);
  const by = await holderOf(node, { scopes: ["share", "transfer"], gasPerDay: 210_000 });
  await share(node, by);
  await expect(share(node, by)).resolves.toMatchObject({ kind: "proved" });
  await expect(transfer(on, node, by)).rejects.toMatchObject({ code: "KEY_LIMIT_REACHED" });
  expect(await spentNonces(on)).toBe(2);
  const small = await holderOf(node, { gasPerDay: 21_000 });
  await expect(share(node, small)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("shares that are asked for at once take no more than the day has left", async () => {
  const on = world();
  const node = await startNode(on);
  const by = await holderOf(node, { sharesPerDay: 3 });
  const asked = await Promise.allSettled(
    Array.from({ length: 8 }, (_, place) => share(node, by, `share ${place}`)),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect((await used(node, by))[0]).toBe(3);
});

test("the counts of a day outlive a restart, and a retry under the same idempotency key counts once", async () => {
  const on = world();
  const before = await startNode(on, { keySharesPerDay: 1 });
  const by = await holderOf(before);
  const call = { by, request: { scope: "test", key: "one" } };
  await before.shares.share({ data: "x", recipient: PAYEE }, call);
  await before.stop();
  const node = await startNode(on, { keySharesPerDay: 1 });
  expect(await node.shares.share({ data: "x", recipient: PAYEE }, call)).toMatchObject({
    kind: "proved",
  });
  expect(await used(node, by)).toEqual([1, GAS_OF_CHAIN]);
  await expect(share(node, by)).rejects.toMatchObject({ code: "KEY_LIMIT_REACHED" });
});

test("what a key uses counts against the bounds of the key that created it", async () => {
  const on = world();
  const node = await startNode(on);
  const parent = await holderOf(node, { scopes: ["share", "admin"], sharesPerDay: 2 });
  const child = await holderOf(node, { sharesPerDay: 100 }, parent);
  await share(node, child);
  await share(node, parent);
  await expect(share(node, child)).rejects.toMatchObject({
    code: "KEY_LIMIT_REACHED",
    message: expect.stringContaining("descends from") as unknown,
  });
  expect(await used(node, parent)).toEqual([2, 2 * GAS_OF_CHAIN]);
  expect(await used(node, child)).toEqual([1, GAS_OF_CHAIN]);
});

test("what was refused before it was sent uses nothing of the day", async () => {
  const on = world();
  const node = await startNode(on);
  const by = await holderOf(node, { scopes: ["share", "transfer"] });
  await expect(transfer(on, node, by, 10n ** 20n)).rejects.toMatchObject({
    code: "INSUFFICIENT_FUNDS",
  });
  expect(await used(node, by)).toEqual([0, 0]);
  on.rpc.away(true);
  on.time.ahead += 11_000;
  const { transactionId } = await transfer(on, node, by);
  const { share: waiting } = await share(node, by);
  expect((await used(node, by))[0]).toBe(1);
  await node.transactions.act(transactionId, "cancel");
  if (!("transactionId" in waiting)) expect.unreachable("The chain is away.");
  await node.transactions.act(waiting.transactionId, "cancel");
  await expect.poll(() => used(node, by)).toEqual([0, 0]);
});

test("gas that was counted for a transaction which a crash prevented counts no more after the start", async () => {
  const on = world();
  const before = await startNode(on);
  const by = await holderOf(before);
  await before.stop();
  await on.store.transaction((tx) =>
    countWork(tx, { ...systemClock, now: () => on.time.now }, by, shareWork("share:lost", null)),
  );
  const node = await startNode(on);
  expect(await used(node, by)).toEqual([0, 0]);
});

test.each([
  { sharesPerDay: 0 },
  { sharesPerDay: 1.5 },
  { gasPerDay: 20_999 },
  { gasPerDay: Number.NaN },
])("%o is no bound of a key", async (wrong) => {
  const node = await startNode(world());
  await expect(node.keys.create({ name: "k", scopes: ["share"], ...wrong })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field: Object.keys(wrong)[0] },
  });
});
