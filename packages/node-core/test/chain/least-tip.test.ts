/** Chains that take no transaction below a minimum, which their endpoints do not suggest. */
import { expect, test } from "vitest";

import { namedLeastTip } from "../../src/chain/lane/fee-refusal.ts";
import { sendOutcome } from "../../src/chain/lane/send-outcome.ts";
import { enqueue, GWEI, newStore, paid, restoredWorld } from "./restored-world.ts";

const LEAST = 25n * GWEI;

/** Refusals of fees as clients and chains word them, and the minimum that they name. */
const REFUSALS: readonly (readonly [string, bigint | undefined])[] = [
  ["transaction underpriced: gas tip cap 1000000000, minimum needed 25000000000", LEAST],
  ["transaction underpriced: tip needed 25000000000, tip permitted 1000000000", LEAST],
  ["max priority fee per gas 1000000000 is below the minimum of 25 gwei", LEAST],
  ["gas tip 1.0 Gwei is less than the required 25.0 Gwei", LEAST],
  ["Gas price below configured minimum gas price", undefined],
  ["gas price too low", undefined],
  ["FeeTooLow, MaxFeePerGas too low", undefined],
  ["transaction underpriced", undefined],
  ["gasprice is less than gas price minimum floor", undefined],
  ["effective gas price must be at least 0x5d21dba00", LEAST],
  ["invalid unit price: must be 25000000000", LEAST],
];

test.each(REFUSALS)("the refusal %j is one of fees, and its minimum is read", (words, least) => {
  expect(sendOutcome(words)).toBe("underpriced");
  expect(namedLeastTip(words, GWEI)).toBe(least);
});

test.each([
  ["intrinsic gas too low", "invalid"],
  ["insufficient funds for gas * price + value", "unpayable"],
  ["replacement transaction underpriced", "outbid"],
  ["max priority fee per gas higher than max fee per gas", "invalid"],
  ["nonce too low", "used"],
  ["already known", "accepted"],
  ["max fee per gas less than block base fee", "underpriced"],
  ["internal error", "later"],
])("the refusal %j means %s", (words, outcome) => {
  expect(sendOutcome(words)).toBe(outcome);
});

test("the base fee in a refusal is no minimum of the tip", () => {
  const words = "max fee per gas less than block base fee: maxFeePerGas: 3, baseFee: 875000000";
  expect(namedLeastTip(words, 1n)).toBeUndefined();
});

test.each(REFUSALS)("a payment refused with %j is raised and paid at once", async (words) => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  chain.leastTip = LEAST;
  chain.tipWords = words;
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  expect((await lane.get("p"))?.state).toBe("sent");
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("confirmed");
  expect(paid(chain)).toEqual([5n]);
  const tip = chain.mined()[0]?.maxPriorityFeePerGas;
  expect(tip).toBeLessThan((LEAST * 3n) / 2n);
});

test("the next payment begins with the minimum that the last one has found", async () => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  chain.leastTip = LEAST;
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "first");
  await settle();
  let refusals = 0;
  const { tipWords } = chain;
  Object.defineProperty(chain, "tipWords", { get: () => (refusals++, tipWords) });
  await enqueue(store, lane, "second");
  await mine(3);
  expect((await lane.get("second"))?.state).toBe("confirmed");
  expect(refusals).toBe(0);
});

test("a tip that was refused without a minimum follows what blocks were paid", async () => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  chain.leastTip = LEAST;
  chain.tipWords = "transaction underpriced";
  chain.paidTips = [26n * GWEI, 0n, 26n * GWEI];
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  await mine(3);
  expect(chain.mined()[0]?.maxPriorityFeePerGas).toBe(26n * GWEI);
});

test("a minimum of the operator is offered from the first version on", async () => {
  const { chain, laneOn, mine } = restoredWorld({ minimumTipGwei: 30 });
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await mine(3);
  expect(chain.mined()[0]?.maxPriorityFeePerGas).toBe(30n * GWEI);
});

test("a minimum above the maximum fee leaves the payment signed, with the endpoint's words as its cause", async () => {
  const { chain, laneOn, settle } = restoredWorld({ maximumFeeGwei: 20 });
  chain.leastTip = LEAST;
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  const [entry] = (await lane.list()).transactions;
  expect(entry).toMatchObject({
    state: "signed",
    cause: expect.stringMatching(
      /no endpoint has taken it yet: .*minimum needed 25000000000/,
    ) as string,
  });
  expect(entry?.cause).toContain("up to 20 gwei");
});

test("a transaction that every endpoint refuses is told as signed, with the words and no keys in them", async () => {
  const { chain, laneOn, settle } = restoredWorld();
  chain.refusal =
    "not allowed for project 5ecre7KEY0123456789, see https://rpc.example/?key=5ecre7";
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  const [entry] = (await lane.list()).transactions;
  expect(entry?.state).toBe("signed");
  expect(entry?.cause).toContain("not allowed for project");
  expect(entry?.cause).not.toMatch(/5ecre7/);
});
