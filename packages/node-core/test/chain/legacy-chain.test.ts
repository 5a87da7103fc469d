import { Transaction } from "ethers";
/** Chains without EIP-1559: no base fee, no suggested tip, and only transactions of type 0. */
import { expect, test } from "vitest";

import { createIdentity } from "../../src/index.ts";
import { enqueue, GWEI, newStore, paid, restoredWorld } from "./restored-world.ts";

test("on a chain without EIP-1559 a payment is made with a transaction of type 0", async () => {
  const { chain, laneOn, mine } = restoredWorld();
  chain.isLegacy = true;
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("confirmed");
  expect(paid(chain)).toEqual([5n]);
  expect(chain.mined()[0]).toMatchObject({ type: 0, gasPrice: GWEI, chainId: 31_337n });
});

test("a gas price that is refused is raised to what the chain takes", async () => {
  const { chain, laneOn, mine } = restoredWorld();
  chain.isLegacy = true;
  chain.leastTip = 5n * GWEI;
  chain.tipWords = "gas price too low";
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("confirmed");
  expect(chain.mined()[0]?.gasPrice).toBeLessThan(8n * GWEI);
});

test("a payment that is cancelled on such a chain is not made", async () => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  chain.isLegacy = true;
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  await lane.act("p", "cancel");
  await mine(1);
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("refused");
  expect(paid(chain)).toEqual([]);
});

test("an identity signs type 0 with the chain's id and its fee as the gas price", async () => {
  const identity = createIdentity();
  const { raw, hash } = await identity.signTransaction({
    type: 0,
    chainId: 77,
    nonce: 3,
    to: identity.address,
    data: "0x",
    value: 1n,
    gasLimit: 21_000n,
    maxFeePerGas: 7n,
    maxPriorityFeePerGas: 7n,
  });
  const signed = Transaction.from(raw);
  expect(signed).toMatchObject({ type: 0, gasPrice: 7n, chainId: 77n, hash });
  expect(signed.from).toBe(identity.address);
});
