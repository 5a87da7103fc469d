import { hash } from "node:crypto";

import { expect, test } from "vitest";

import { NATIVE_TOKEN } from "../../src/address.ts";
import { twoNodes } from "./support/share-world.ts";

test("the list of shares shows what each has paid, and finds those of one piece of data", async () => {
  const { alice, bob } = await twoNodes();
  const recipient = bob.identity.address;
  const paid = { paymentToken: NATIVE_TOKEN, paymentAmount: 25n };
  await alice.shares.share({ data: "twice", recipient, ...paid });
  await alice.shares.share({ data: "other", recipient });
  await alice.shares.share({ data: "twice", recipient });
  const dataHash = hash("sha256", "twice", "hex").toUpperCase();
  const { shares, count } = await alice.shares.list({ dataHash });
  const payment = { token: NATIVE_TOKEN, amount: "25", payer: "sender" };
  expect(count).toBe(2);
  expect(shares.map((share) => share.payment)).toEqual(expect.arrayContaining([payment, null]));
  expect((await alice.shares.list()).count).toBe(3);
  await expect(alice.shares.list({ dataHash: "12" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field: "dataHash" },
  });
});
