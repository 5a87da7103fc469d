import { readCursor, writeCursor } from "@bourse/kernel";
import { AbiCoder, Interface } from "ethers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { complianceRows } from "../../src/chain/compliance/compliance-rows.ts";
import {
  DEMO_TOKEN,
  NATIVE_TOKEN,
  proofIntent,
  COMPLIANCE_REGISTRY,
  type Address,
  type ComplianceRecord,
  type Hex,
  type JournalledTransaction,
  type Proof,
} from "../../src/index.ts";
import { ChainFixture, type Contract } from "./chain-fixture.ts";
import { FEE_TOKEN, LYING_TOKEN, REENTRANT, STUBBORN_TOKEN } from "./contracts/awkward-tokens.ts";
import { hasAnvil } from "./temporary-chain.ts";
import { address, ETHER, walletOf } from "./wallet.ts";

const HASH = "ab".repeat(32);
const hash = (number: number): string => number.toString(16).padStart(64, "0");

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe.skipIf(!hasAnvil())("proofs on a real chain", () => {
  let fixture: ChainFixture;
  let contract: Address;
  const recipient = address(0x1000);
  const mallory = walletOf(0x3a11);

  beforeEach(async () => {
    fixture = await ChainFixture.open();
    contract = await fixture.deployRegistry();
  });
  afterEach(() => fixture.close());

  const intent = (proof: Partial<Proof> & { readonly id: string }) =>
    proofIntent({
      contract,
      sender: fixture.wallet.address,
      dataHash: HASH,
      eventType: "data_share",
      recipient,
      ...proof,
    });
  const prove = (proof: Partial<Proof> & { readonly id: string }): Promise<JournalledTransaction> =>
    fixture.settle(intent(proof));
  const balance = (token: Address, of: Address): Promise<bigint> =>
    fixture.chain.tokens.balanceOf(of, token);
  const mint = async (token: Contract, to: Address, amount: bigint): Promise<void> => {
    const data = token.abi.encodeFunctionData("mint", [to, amount]) as Hex;
    await fixture.sendFrom(walletOf(0xdeb), token.address, data);
  };
  const demoToken = async (): Promise<Contract> => {
    const owner = AbiCoder.defaultAbiCoder().encode(["address"], [walletOf(0xdeb).address]);
    const token = await fixture.deploy(DEMO_TOKEN, owner as Hex);
    await mint(token, fixture.wallet.address, 1000n);
    return token;
  };
  const allowance = (token: Contract): Promise<unknown> =>
    fixture.call(token, "allowance", fixture.wallet.address, contract);

  test("a proof is in the contract, in the index, and told once", async () => {
    const told: ComplianceRecord[] = [];
    fixture.chain.index.onRecord((record) => told.push(record));
    const { hash: txHash, blockTimestamp } = await prove({ id: "p" });
    await fixture.chain.index.refresh();
    await fixture.chain.index.refresh();
    const record = {
      eventType: "data_share",
      dataHash: HASH,
      sender: fixture.wallet.address,
      recipient,
      timestamp: blockTimestamp,
      txHash,
      payment: null,
    };
    expect(told).toMatchObject([record]);
    expect(await fixture.chain.index.verify(HASH)).toMatchObject(record);
    expect(await fixture.chain.index.verify(HASH, { sender: recipient })).toBeUndefined();
    expect(await fixture.chain.index.isRecorded(fixture.wallet.address, HASH)).toBe(true);
    expect(await fixture.chain.index.isRecorded(recipient, HASH)).toBe(false);
  });

  test("deploying again is finding the same contract", async () => {
    const before = await fixture.nonceOf(fixture.wallet.address);
    expect(await fixture.deployRegistry()).toBe(contract);
    expect(await fixture.nonceOf(fixture.wallet.address)).toBe(before);
  });

  test("a proof pays in the same transaction, in the native token", async () => {
    const settled = await prove({ id: "p", payment: { token: NATIVE_TOKEN, amount: 77n } });
    expect(settled.state).toBe("confirmed");
    expect(await balance(NATIVE_TOKEN, recipient)).toBe(77n);
    await fixture.chain.index.refresh();
    expect((await fixture.chain.index.verify(HASH))?.payment).toEqual({
      token: NATIVE_TOKEN,
      amount: "77",
    });
  });

  test("forty ERC-20 payments at once need one allowance, and leave none", async () => {
    const token = await demoToken();
    const before = await fixture.nonceOf(fixture.wallet.address);
    const payment = { token: token.address, amount: 20n };
    const proofs = Array.from({ length: 40 }, (_, index) =>
      intent({ id: `p${index}`, dataHash: hash(index + 1), payment }),
    );
    await fixture.enqueue(...proofs);
    const settled = await Promise.all(proofs.map(({ id }) => fixture.chain.lane.settled(id)));
    expect(new Set(settled.map(({ state }) => state))).toEqual(new Set(["confirmed"]));
    expect(await balance(token.address, recipient)).toBe(800n);
    expect(await allowance(token)).toBe(0n);
    expect((await fixture.nonceOf(fixture.wallet.address)) - before).toBe(41);
  });

  test("a payment that fails leaves no proof", async () => {
    const token = await demoToken();
    const settled = await prove({ id: "p", payment: { token: token.address, amount: 1001n } });
    expect(settled.state).toMatch(/refused|reverted/);
    expect(await fixture.chain.index.isRecorded(fixture.wallet.address, HASH)).toBe(false);
    expect(await balance(token.address, recipient)).toBe(0n);
  });

  test("a token that wants its allowance set to zero first gets that", async () => {
    const token = await fixture.deploy(STUBBORN_TOKEN);
    await mint(token, fixture.wallet.address, 100n);
    const approve = token.abi.encodeFunctionData("approve", [contract, 3n]) as Hex;
    await fixture.settle({ id: "x", to: token.address, data: approve, value: 0n });
    const settled = await prove({ id: "p", payment: { token: token.address, amount: 60n } });
    expect(settled.state).toBe("confirmed");
    expect(await balance(token.address, recipient)).toBe(60n);
    expect(await allowance(token)).toBe(0n);
  });

  test("tokens that keep a part, answer false or do nothing pay no proof", async () => {
    const fee = await fixture.deploy(FEE_TOKEN);
    const lying = await fixture.deploy(LYING_TOKEN);
    const stubborn = await fixture.deploy(STUBBORN_TOKEN);
    for (const token of [fee, stubborn]) await mint(token, fixture.wallet.address, 1000n);
    const refuse = stubborn.abi.encodeFunctionData("setRefusing", [true]) as Hex;
    await fixture.sendFrom(walletOf(0xdeb), stubborn.address, refuse);
    for (const [index, { address: token }] of [fee, lying, stubborn].entries()) {
      const settled = await prove({ id: `p${index}`, payment: { token, amount: 500n } });
      expect(settled).toMatchObject({ state: "refused", nonce: null });
    }
    expect(await fixture.chain.index.isRecorded(fixture.wallet.address, HASH)).toBe(false);
  });

  test("the recipient pays only when it has let this sender ask for it", async () => {
    const token = await demoToken();
    const payer = walletOf(0xca11);
    await fixture.anvil.fund(payer.address, ETHER);
    await mint(token, payer.address, 50n);
    const registry = registryOf(contract);
    const approve = token.abi.encodeFunctionData("approve", [contract, 50n]) as Hex;
    await fixture.sendFrom(payer, token.address, approve);
    const payment = { token: token.address, amount: 30n, payer: "recipient" } as const;
    const proof = { recipient: payer.address, payment };
    expect(await prove({ id: "early", ...proof })).toMatchObject({
      state: "refused",
      reason: "The recipient pays, and has let this wallet take 0 of the 30 that this needs.",
    });
    const allow = [fixture.wallet.address, token.address, 30n];
    const data = registry.abi.encodeFunctionData("allowPull", allow) as Hex;
    await fixture.sendFrom(payer, contract, data);
    expect((await prove({ id: "p", ...proof })).state).toBe("confirmed");
    expect(await balance(token.address, fixture.wallet.address)).toBe(1030n);
    expect((await prove({ id: "again", ...proof })).state).toBe("refused");
  });

  test("nobody can draw on an allowance that somebody else gave the contract", async () => {
    const token = await demoToken();
    await fixture.anvil.fund(mallory.address, ETHER);
    const approve = token.abi.encodeFunctionData("approve", [contract, 500n]) as Hex;
    await fixture.settle({ id: "x", to: token.address, data: approve, value: 0n });
    const registry = registryOf(contract);
    const fact = [`0x${HASH}`, "data_share", fixture.wallet.address, token.address, 500n];
    for (const method of ["recordPulled", "recordWithPayment"]) {
      const data = registry.abi.encodeFunctionData(method, fact) as Hex;
      expect(await fixture.sendFrom(mallory, contract, data)).toBe(false);
    }
    expect(await balance(token.address, fixture.wallet.address)).toBe(1000n);
  });

  test("a payee that calls back into the contract is refused", async () => {
    const args = AbiCoder.defaultAbiCoder().encode(["address"], [contract]) as Hex;
    const payee = await fixture.deploy(REENTRANT, args);
    const fact = [`0x${HASH}`, "data_share", recipient, NATIVE_TOKEN, 5n];
    const inner = registryOf(contract).abi.encodeFunctionData("recordWithPayment", fact);
    const prepare = payee.abi.encodeFunctionData("prepare", [inner]) as Hex;
    await fixture.sendFrom(walletOf(0xdeb), payee.address, prepare);
    const settled = await prove({
      id: "p",
      recipient: payee.address,
      payment: { token: NATIVE_TOKEN, amount: 5n },
    });
    expect(settled).toMatchObject({
      state: "refused",
      reason: "The recipient is a contract that does not take the payment.",
    });
  });

  test("the native value must be the amount, and none may be sent beside an ERC-20", async () => {
    const registry = registryOf(contract);
    await fixture.anvil.fund(mallory.address, ETHER);
    const token = await demoToken();
    const fact = [`0x${HASH}`, "data_share", recipient];
    for (const [payment, value] of [
      [[NATIVE_TOKEN, 5n], 4n],
      [[NATIVE_TOKEN, 5n], 6n],
      [[NATIVE_TOKEN, 0n], 0n],
      [[token.address, 5n], 1n],
    ] as const) {
      const data = registry.abi.encodeFunctionData("recordWithPayment", [...fact, ...payment]);
      expect(await fixture.sendFrom(mallory, contract, data as Hex, value)).toBe(false);
    }
  });

  test("the contract takes no hash of zero, no recipient of zero and no odd event type", async () => {
    const registry = registryOf(contract);
    await fixture.anvil.fund(mallory.address, ETHER);
    const faults = [
      [`0x${"00".repeat(32)}`, "data_share", recipient],
      [`0x${HASH}`, "data_share", NATIVE_TOKEN],
      [`0x${HASH}`, "", recipient],
      [`0x${HASH}`, "x".repeat(65), recipient],
      [`0x${HASH}`, "data share", recipient],
    ];
    for (const fact of faults) {
      const data = registry.abi.encodeFunctionData("record", fact) as Hex;
      expect(await fixture.sendFrom(mallory, contract, data)).toBe(false);
    }
    expect(() => intent({ id: "p", eventType: "data share" })).toThrow("eventType");
  });

  test("history pages through all records once, newest first, by types", async () => {
    const types = ["data_share", "audit.log", "other"];
    const proofs = Array.from({ length: 30 }, (_, index) =>
      intent({ id: `p${index}`, dataHash: hash(index + 1), eventType: types[index % 3]! }),
    );
    await fixture.enqueue(...proofs);
    await Promise.all(proofs.map(({ id }) => fixture.chain.lane.settled(id)));
    await fixture.chain.index.refresh();
    const { index } = fixture.chain;
    const seen: ComplianceRecord[] = [];
    const filters = ["data_share", "other"];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await index.history({ filters, limit: 7, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(20);
      seen.push(...page.records);
      cursor = page.next;
    }
    const places = seen.map(({ blockNumber, logIndex }) => blockNumber * 1000 + logIndex);
    expect(places).toEqual(places.toSorted((one, other) => other - one));
    expect(new Set(seen.map(({ dataHash }) => dataHash)).size).toBe(20);
    expect(new Set(seen.map(({ eventType }) => eventType))).toEqual(new Set(filters));
    const { next } = await index.history({ limit: 1 });
    await expect(index.history({ filters, cursor: next! })).rejects.toMatchObject({
      code: "CURSOR_INVALID",
    });
    // With a good check sum, over a place that no row has.
    const list = JSON.stringify([
      "compliance",
      `${fixture.anvil.chainId}:${contract}`,
      [],
      undefined,
    ]);
    expect(next).toBe(writeCursor(readCursor(next!, list), list));
    for (const place of ["", "x", "12.3", "000000000001.000000\n", "\0"]) {
      const forged = index.history({ cursor: writeCursor(place, list) });
      await expect(forged).rejects.toMatchObject({ code: "CURSOR_INVALID" });
    }
    await expect(index.history({ filters: ["a b"] })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field: "filters" },
    });
  });

  test("a reorganisation takes its records out of the index, and the chain of rows stays whole", async () => {
    await prove({ id: "p0", dataHash: hash(1) });
    await fixture.chain.index.refresh();
    await prove({ id: "p1", dataHash: hash(2) });
    await fixture.chain.index.refresh();
    expect((await fixture.chain.index.history()).total).toBe(2);
    await fixture.chain.lane.stop();
    await fixture.anvil.reorg(1);
    await fixture.chain.index.refresh();
    expect((await fixture.chain.index.history()).records.map((one) => one.dataHash)).toEqual([
      hash(1),
    ]);
    // The proof was final for the lane; the nonce that is missing now has it sent again.
    await fixture.reopen({ stuckAfterMilliseconds: 200 });
    await prove({ id: "p2", dataHash: hash(3) });
    await fixture.chain.index.refresh();
    const { records } = await fixture.chain.index.history();
    expect(records.map((one) => one.dataHash)).toEqual([hash(3), hash(2), hash(1)]);
    expect(await fixture.chain.index.audit()).toEqual({ intact: true, records: 3 });
  });

  test("a row that was changed by hand is found", async () => {
    await prove({ id: "p", dataHash: hash(1) });
    await fixture.chain.index.refresh();
    const { items } = await fixture.store.find(complianceRows);
    const [row] = items;
    await fixture.store.replace(
      complianceRows,
      { ...row!.value, recipient: mallory.address },
      row!.version,
    );
    expect(await fixture.chain.index.audit()).toEqual({ intact: false, records: 0 });
  });
});

function registryOf(address_: Address): Contract {
  return { address: address_, abi: new Interface(COMPLIANCE_REGISTRY.abi) };
}
