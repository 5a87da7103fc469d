/** Reorganisations deeper than the confirmations: what was told as final follows the chain, and is paid once. */
import type { Store } from "@bourse/kernel";
import { expect, test } from "vitest";

import type { Lane, LaneEntry } from "../../src/index.ts";
import { enqueue, GWEI, newStore, paid, restoredWorld } from "./restored-world.ts";

async function confirmedWorld(values: readonly bigint[] = [5n]) {
  const world = restoredWorld();
  const store = newStore();
  const lane = await world.laneOn(store);
  for (const value of values) {
    await enqueue(store, lane, `p${value}`, value);
    await world.mine(1);
  }
  await world.mine(3);
  expect((await entries(lane)).map(({ state }) => state)).toEqual(values.map(() => "confirmed"));
  return { ...world, store, lane };
}

const entries = async (lane: Lane): Promise<readonly LaneEntry[]> =>
  (await lane.list()).transactions.toReversed();

/** A lane on the same store, as after a restart. */
async function restarted(
  { lane, laneOn, settle }: Awaited<ReturnType<typeof confirmedWorld>>,
  store: Store,
  meanwhile: () => void,
): Promise<Lane> {
  await lane.stop();
  meanwhile();
  const next = await laneOn(store);
  await settle();
  return next;
}

test("a final payment whose block is replaced is open again, says so, and is paid once by the same bytes", async () => {
  const { chain, lane, mine, settle } = await confirmedWorld([5n, 6n]);
  const before = await entries(lane);
  chain.reorg(6);
  expect(paid(chain)).toEqual([]);
  lane.chainRewound?.();
  await settle();
  expect(await entries(lane)).toMatchObject(
    before.map(({ hash, nonce, blockNumber }) => ({
      state: "sent",
      hash,
      nonce,
      lostBlock: blockNumber,
      blockNumber: null,
      confirmations: 0,
      cause: expect.stringContaining(`It was final in block ${blockNumber}, and a reorg`) as string,
    })),
  );
  await mine(1);
  await mine(3);
  expect(await entries(lane)).toMatchObject(
    before.map(({ hash }) => ({ state: "confirmed", hash, cause: null, lostBlock: null })),
  );
  expect(paid(chain)).toEqual([5n, 6n]);
});

test("only what lies in the replaced blocks is open again", async () => {
  const { chain, lane, mine, settle } = await confirmedWorld([5n, 6n]);
  const [, second] = await entries(lane);
  chain.reorg(chain.height - (second?.blockNumber ?? 0) + 1);
  lane.chainRewound?.();
  await settle();
  expect(await entries(lane)).toMatchObject([{ state: "confirmed" }, { state: "sent" }]);
  await mine(1);
  await mine(3);
  expect(paid(chain)).toEqual([5n, 6n]);
});

test("a reorganisation while the node was away is found at its start", async () => {
  const world = await confirmedWorld();
  const { chain, store, mine } = world;
  const lane = await restarted(world, store, () => chain.reorg(6));
  expect(await entries(lane)).toMatchObject([{ state: "sent" }]);
  await mine(1);
  await mine(3);
  expect(await entries(lane)).toMatchObject([{ state: "confirmed" }]);
  expect(paid(chain)).toEqual([5n]);
});

test("a transaction that the new blocks hold too is final in its new block without being sent again", async () => {
  const { chain, lane, settle } = await confirmedWorld();
  chain.reorg(6, { keep: true });
  lane.chainRewound?.();
  await settle();
  expect(await entries(lane)).toMatchObject([{ state: "confirmed", cause: null }]);
  expect(chain.sends).toBe(1);
});

test("an endpoint that lags behind a final block takes nothing back", async () => {
  const world = await confirmedWorld();
  const { chain, store, mine, settle } = world;
  const lane = await restarted(world, store, () => (chain.mood = () => "stale"));
  for (let look = 0; look < 3; look++) await settle();
  expect(await entries(lane)).toMatchObject([{ state: "confirmed" }]);
  chain.mood = () => "honest";
  await mine(1);
  expect(await entries(lane)).toMatchObject([{ state: "confirmed" }]);
  expect(chain.sends).toBe(1);
});

test("a payment whose nonce the new blocks give to another is told as lost, and never sent anew", async () => {
  const { chain, lane, laneOn, settle, mine, clock } = await confirmedWorld();
  chain.reorg(6);
  const other = newStore();
  const stranger = await laneOn(other, "elsewhere");
  await enqueue(other, stranger, "foreign", 9n);
  await mine(1);
  await stranger.stop();
  lane.chainRewound?.();
  for (let look = 0; look < 6; look++) {
    await settle();
    await clock.advance(60_000);
    await mine(1);
  }
  expect(await entries(lane)).toMatchObject([
    {
      state: "refused",
      cause: expect.stringMatching(/^It was final in block .*Another sender has used/) as string,
    },
  ]);
  expect(paid(chain)).toEqual([9n]);
});

test("what was told as reverted is given up when its block is replaced: its caller may have paid otherwise", async () => {
  const { chain, laneOn, mine } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  chain.status = "0x0";
  await enqueue(store, lane, "p");
  await mine(3);
  expect(await entries(lane)).toMatchObject([{ state: "reverted" }]);
  chain.reorg(6);
  chain.status = "0x1";
  lane.chainRewound?.();
  await mine(1);
  await mine(3);
  expect(await entries(lane)).toMatchObject([{ state: "refused", lostBlock: 1 }]);
  expect(chain.mined()).toHaveLength(1);
  expect(paid(chain)).toEqual([]);
});

test("a chain that has none of the final transactions, and more than were in flight, is another chain", async () => {
  const world = await confirmedWorld([1n, 2n, 3n, 4n, 5n]);
  const { chain, store } = world;
  const lane = await restarted(world, store, () => chain.reorg(20));
  expect((await entries(lane)).map(({ state }) => state)).not.toContain("sent");
  await enqueue(store, lane, "next", GWEI);
  await world.mine(2);
  expect((await lane.list({ open: true })).transactions).toMatchObject([
    { cause: expect.stringContaining("The chain is another one than expected") as string },
  ]);
  expect(paid(chain)).toEqual([]);
});

test("final payments stay final at an endpoint that has dropped their blocks", async () => {
  const world = await confirmedWorld([5n, 6n]);
  const lane = await restarted(world, world.store, () => {
    world.chain.mine(3);
    world.chain.oldest = 8;
  });
  for (let round = 0; round < 4; round++) {
    await world.clock.advance(60_000);
    await world.mine(1);
  }
  expect((await entries(lane)).map(({ state }) => state)).toEqual(["confirmed", "confirmed"]);
});
