import { sha256 } from "@bourse/kernel/platform";
import fc from "fast-check";
import { expect, test } from "vitest";

import { RECORD_STATUSES, type RecordStatus } from "../src/index.ts";
import { transactions } from "../src/registry/records.ts";
import { codeOf, fixture } from "./support/auth.ts";

test("a deployment moves only from pending to in_progress to an end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<RecordStatus>(...RECORD_STATUSES), { maxLength: 6 }),
      async (moves) => {
        const { auth } = await fixture();
        const { id } = await auth.registry.createDeployment("u", { name: "d", chains: ["base"] });
        let status: RecordStatus = "pending";
        for (const to of moves) {
          const legal =
            (status === "pending" && to === "in_progress") ||
            (status === "in_progress" && (to === "completed" || to === "failed"));
          const code = await codeOf(auth.registry.moveDeployment("u", id, to));
          expect(code).toBe(legal ? "resolved" : "CONFLICT");
          if (legal) status = to;
          expect((await auth.registry.getDeployment("u", id)).status).toBe(status);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test("another's records are unknown", async () => {
  const { auth } = await fixture();
  const { id } = await auth.registry.createDeployment("u", { name: "d", chains: ["base"] });
  const hash = "0xab";
  await auth.registry.createTransaction("u", { deploymentId: id, chain: "base", hash });
  expect(await codeOf(auth.registry.getDeployment("v", id))).toBe("NOT_FOUND");
  expect(await codeOf(auth.registry.moveDeployment("v", id, "in_progress"))).toBe("NOT_FOUND");
  expect(await codeOf(auth.registry.getTransaction("v", hash))).toBe("NOT_FOUND");
  const foreign = { deploymentId: id, chain: "base", hash: "0xcd" };
  expect(await codeOf(auth.registry.createTransaction("v", foreign))).toBe("NOT_FOUND");
});

test("a hash of any documented length is recorded, found and moved", async () => {
  const { auth } = await fixture();
  const { id: user } = (
    await auth.accounts.register({ email: "a@b.cc", password: "correct horse battery" })
  ).user;
  const { id } = await auth.registry.createDeployment(user, { name: "d", chains: ["base"] });
  for (const length of [1, 163, 164, 200, 256]) {
    const hash = "h".repeat(length);
    await auth.registry.createTransaction(user, { deploymentId: id, chain: "base", hash });
    expect((await auth.registry.getTransaction(user, hash)).hash).toBe(hash);
    expect((await auth.registry.moveTransaction(user, hash, "in_progress")).hash).toBe(hash);
  }
  expect((await auth.registry.listTransactions(user)).items).toHaveLength(5);
});

test("a transaction is recorded once", async () => {
  const { auth } = await fixture();
  const { id } = await auth.registry.createDeployment("u", { name: "d", chains: ["base"] });
  const record = { deploymentId: id, chain: "base", hash: "0xab" };
  const codes = await Promise.all(
    Array.from({ length: 10 }, () => codeOf(auth.registry.createTransaction("u", record))),
  );
  expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
  expect(codes.filter((code) => code === "CONFLICT")).toHaveLength(9);
});

test("a hash in hexadecimal is one transaction in every spelling, and is stored in lower case", async () => {
  const { auth } = await fixture();
  const { id } = await auth.registry.createDeployment("u", { name: "d", chains: ["base"] });
  const record = (hash: string, chain = "base") =>
    auth.registry.createTransaction("u", { deploymentId: id, chain, hash });
  const hash = `0x${"aB".repeat(32)}`;
  expect((await record(hash)).hash).toBe(hash.toLowerCase());
  for (const spelling of [hash, hash.toLowerCase(), `0X${hash.slice(2).toUpperCase()}`]) {
    expect(await codeOf(record(spelling)), spelling).toBe("CONFLICT");
    expect(await codeOf(record(spelling, "Base")), spelling).toBe("CONFLICT");
    expect((await auth.registry.getTransaction("u", spelling)).hash).toBe(hash.toLowerCase());
  }
  // In Base58, as Solana writes signatures, case matters.
  await record("5VERv8NMvzbJMEkV8xnrLkEaWRtSz9Cos");
  expect(await codeOf(record("5verv8nmvzbjmekv8xnrlkeawrtsz9cos"))).toBe("resolved");
});

test("one hash on two chains is two transactions, each read and moved by its chain", async () => {
  const { auth } = await fixture();
  const { registry } = auth;
  const { id } = await registry.createDeployment("u", { name: "d", chains: ["base", "ethereum"] });
  const hash = "0xab";
  for (const chain of ["base", "ethereum"]) {
    await registry.createTransaction("u", { deploymentId: id, chain, hash });
  }
  expect(await codeOf(registry.getTransaction("u", hash))).toBe("CONFLICT");
  expect(await codeOf(registry.moveTransaction("u", hash, "in_progress"))).toBe("CONFLICT");
  await registry.moveTransaction("u", hash, "in_progress", "Ethereum");
  expect((await registry.getTransaction("u", hash, "ethereum")).status).toBe("in_progress");
  expect((await registry.getTransaction("u", hash, "base")).status).toBe("pending");
  expect(await codeOf(registry.getTransaction("u", hash, "optimism"))).toBe("NOT_FOUND");
});

test("a transaction of an older release is found by its hash, and not recorded again on its chain", async () => {
  const { auth, store } = await fixture();
  const { registry } = auth;
  const { id: deploymentId } = await registry.createDeployment("u", {
    name: "d",
    chains: ["base"],
  });
  const older = ["0xABCD", "0xEf01", "0x1234", "5VERv8"].map((hash) => ({
    id: `u:${sha256(hash, "hex")}`,
    userId: "u",
    deploymentId,
    chain: "base",
    hash,
    status: "pending" as const,
    createdAt: 1,
  }));
  await store.transaction(async (tx) => {
    for (const record of older) await tx.insert(transactions, record);
  });
  for (const { hash } of older) {
    expect((await registry.getTransaction("u", hash)).hash).toBe(hash);
    expect((await registry.moveTransaction("u", hash, "in_progress")).hash).toBe(hash);
    const again = { deploymentId, chain: "base", hash };
    expect(await codeOf(registry.createTransaction("u", again))).toBe("CONFLICT");
  }
  expect((await registry.getTransaction("u", "0xabcd")).hash).toBe("0xABCD");
});

test("lists run newest first through their cursors and lose none", async () => {
  const { auth, clock } = await fixture();
  for (let i = 0; i < 45; i++) {
    await auth.registry.createDeployment("u", { name: `d${i}`, chains: ["base"] });
    await clock.advance(1);
  }
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await auth.registry.listDeployments("u", cursor === undefined ? {} : { cursor });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(names).toEqual(Array.from({ length: 45 }, (_, i) => `d${44 - i}`));
});

test("usage counts what is there: keys and sessions now, records of this month", async () => {
  const { auth, clock } = await fixture();
  const { id } = await auth.registry.createDeployment("u", { name: "old", chains: ["base"] });
  await clock.advance(40 * 86_400_000);
  await auth.registry.createDeployment("u", { name: "new", chains: ["base"] });
  await auth.registry.createTransaction("u", { deploymentId: id, chain: "base", hash: "0xab" });
  await auth.keys.create("u", { name: "k", permissions: ["read"] });
  expect(await auth.registry.usage("u", 2)).toEqual({
    period: { from: Date.UTC(2026, 1, 1), to: Date.UTC(2026, 1, 10) },
    apiKeys: 1,
    sessions: 2,
    deployments: 1,
    transactions: 1,
  });
});

test("an account holds as many keys, deployments and transactions as it may, and another its own", async () => {
  const quotas = { keysPerAccount: 2, deploymentsPerAccount: 2, transactionsPerAccount: 2 };
  const { auth } = await fixture(quotas);
  const deploy = (user: string) =>
    auth.registry.createDeployment(user, { name: "d", chains: ["base"] });
  const { id: deploymentId } = await deploy("u");
  await deploy("u");
  const record = (hash: string) =>
    auth.registry.createTransaction("u", { deploymentId, chain: "base", hash });
  await record("0x1");
  await record("0x2");
  const makeKey = () => auth.keys.create("u", { name: "k", permissions: ["read"] });
  const first = await makeKey();
  await makeKey();
  await expect(deploy("u")).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
    details: { what: "deployments", limit: 2 },
  });
  expect(await codeOf(record("0x3"))).toBe("QUOTA_EXCEEDED");
  expect(await codeOf(makeKey())).toBe("QUOTA_EXCEEDED");
  expect(await codeOf(deploy("another"))).toBe("resolved");
  await auth.keys.revoke("u", first.id);
  expect(await codeOf(makeKey())).toBe("resolved");
});

test("twenty keys asked for at once do not outrun the quota", async () => {
  const { auth } = await fixture({ keysPerAccount: 3 });
  const codes = await Promise.all(
    Array.from({ length: 20 }, () =>
      codeOf(auth.keys.create("u", { name: "k", permissions: ["read"] })),
    ),
  );
  expect(codes.filter((code) => code === "resolved")).toHaveLength(3);
  expect(await auth.keys.list("u")).toHaveLength(3);
});
