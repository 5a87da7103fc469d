/** Shares whose proof the chain has lost after it was final. */
import { systemClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import type { JournalledTransaction } from "../../src/chain/port.ts";
import { createIdempotency } from "../../src/idempotency/index.ts";
import { proveShare } from "../../src/shares/prove-share.ts";
import { shareIdOf } from "../../src/shares/share-context.ts";
import { statusOf } from "./support/share-facts.ts";
import { twoNodes } from "./support/share-world.ts";

/** A delivered share, and a function by which the lane tells of its proof. */
async function deliveredShare() {
  const { alice, bob } = await twoNodes();
  const request = { key: "one", scope: "test" };
  const share = { data: "a report", recipient: bob.identity.address };
  await alice.shares.share(share, { request });
  await expect.poll(() => statusOf(alice)).toBe("delivered");
  const [listed] = (await alice.shares.list()).shares;
  const { transactionId = "" } = listed ?? {};
  const moved = await alice.lane.get(transactionId);
  if (moved === undefined) throw new Error("The share has no transaction.");
  const parts = {
    ...alice,
    clock: systemClock,
    idempotency: createIdempotency(alice.store, systemClock),
  };
  const tell = (change: Partial<JournalledTransaction>) =>
    proveShare(parts, shareIdOf(transactionId) ?? "", { ...moved, ...change });
  return { alice, listed, tell, again: () => alice.shares.share(share, { request }) };
}

test("a delivered share whose proof is open again is sealed, without a hash, and delivered again with the next proof", async () => {
  const { alice, listed, tell } = await deliveredShare();
  await tell({ state: "signed", lostBlock: 3 });
  expect((await alice.shares.list()).shares).toEqual([
    { ...listed, status: "sealed", txHash: null, provedAt: null, deliveredAt: null },
  ]);
  await tell({ state: "sent", lostBlock: 3 });
  expect(await statusOf(alice)).toBe("sealed");
  expect(await tell({ state: "confirmed", lostBlock: null })).toMatchObject({ kind: "proved" });
  await expect.poll(() => statusOf(alice), { timeout: 20_000 }).toBe("delivered");
  const time = expect.any(Number) as number;
  expect((await alice.shares.list()).shares).toEqual([
    { ...listed, provedAt: time, deliveredAt: time },
  ]);
});

test.each(["sealed", "delivered"])(
  "a share that is %s when its lost proof cannot be made again is gone, its data stays, and its key may try again",
  async (status) => {
    const { alice, listed, tell, again } = await deliveredShare();
    if (status === "sealed") await tell({ state: "signed", lostBlock: 3 });
    const reason = "Another sender has used nonce 0 of this wallet.";
    expect(await tell({ state: "refused", reason, lostBlock: 3 })).toMatchObject({
      kind: "failed",
      error: {
        code: "TRANSACTION_REFUSED",
        message: expect.stringMatching(
          /replaced block 3 .*Nothing is paid now; the recipient may/,
        ) as string,
      },
    });
    expect((await alice.shares.list()).count).toBe(0);
    expect((await alice.shares.read(listed?.dataHash ?? "")).data).toBe("a report");
    expect((await again()).kind).toBe("proved");
    expect((await alice.shares.list()).count).toBe(1);
  },
);

test("moves of a proof that was never lost change nothing about a delivered share", async () => {
  const { alice, tell } = await deliveredShare();
  expect(await tell({ state: "sent" })).toBeUndefined();
  expect(await tell({ state: "refused", reason: "No." })).toBeUndefined();
  expect(await statusOf(alice)).toBe("delivered");
});
