import { AbiCoder } from "ethers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { NATIVE_TOKEN, type Address, type Hex } from "../../src/index.ts";
import { DEMO_TOKEN } from "../../src/index.ts";
import { ChainFixture, type Contract } from "./chain-fixture.ts";
import { STUBBORN_TOKEN } from "./contracts/awkward-tokens.ts";
import { hasAnvil } from "./temporary-chain.ts";
import { address, ETHER, walletOf } from "./wallet.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe.skipIf(!hasAnvil())("transfers on a real chain", () => {
  let fixture: ChainFixture;
  const to = address(0x1000);

  beforeEach(async () => {
    fixture = await ChainFixture.open();
  });
  afterEach(() => fixture.close());

  const transfer = (id: string, amount: bigint, token: Address = NATIVE_TOKEN, to_ = to) =>
    fixture.chain.transfers.transfer({ id, from: fixture.wallet.address, to: to_, amount, token });
  const listed = async (token: Contract): Promise<Address> => {
    await fixture.chain.tokens.add(token.address, ABI);
    return token.address;
  };
  const demoToken = async (): Promise<Contract> => {
    const owner = walletOf(0xdeb);
    const args = AbiCoder.defaultAbiCoder().encode(["address"], [owner.address]) as Hex;
    const token = await fixture.deploy(DEMO_TOKEN, args);
    const mint = token.abi.encodeFunctionData("mint", [fixture.wallet.address, 1000n]) as Hex;
    await fixture.sendFrom(owner, token.address, mint);
    return token;
  };

  test("two hundred at once all land, each once, without a gap", async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        transfer(`t${index}`, BigInt(index + 1), NATIVE_TOKEN, address(0x1000 + index)),
      ),
    );
    expect(results.every(({ status }) => status === "settled")).toBe(true);
    expect(await fixture.nonceOf(fixture.wallet.address)).toBe(200);
    const balances = await Promise.all(
      results.map((_, index) =>
        fixture.chain.tokens.balanceOf(address(0x1000 + index), NATIVE_TOKEN),
      ),
    );
    expect(balances).toEqual(results.map((_, index) => BigInt(index + 1)));
  });

  test("the same id twice is one payment, with the same answer", async () => {
    const [one, other] = await Promise.all([transfer("t", 5n), transfer("t", 5n)]);
    const later = await transfer("t", 5n);
    expect([other, later]).toEqual([one, one]);
    expect(await fixture.chain.tokens.balanceOf(to, NATIVE_TOKEN)).toBe(5n);
  });

  test("what is not the wallet's, not positive, too large or not listed is refused by field", async () => {
    const { transfers } = fixture.chain;
    const good = { id: "t", from: fixture.wallet.address, to, amount: 1n, token: NATIVE_TOKEN };
    const faults = [
      [{ ...good, from: to }, "VALIDATION_ERROR", "from"],
      [{ ...good, to: NATIVE_TOKEN }, "VALIDATION_ERROR", "to"],
      [{ ...good, amount: 0n }, "VALIDATION_ERROR", "amount"],
      [{ ...good, amount: 2n ** 256n }, "VALIDATION_ERROR", "amount"],
      [{ ...good, amount: 2000n * ETHER }, "INSUFFICIENT_FUNDS", "amount"],
      [{ ...good, token: address(0x77) }, "TOKEN_UNSUPPORTED", "token"],
    ] as const;
    for (const [request, code, field] of faults) {
      await expect(transfers.transfer(request)).rejects.toMatchObject({ code, details: { field } });
    }
    expect(await fixture.nonceOf(fixture.wallet.address)).toBe(0);
  });

  test("more than the wallet has in all waits, and is paid as far as the money goes", async () => {
    const results = await Promise.allSettled([
      transfer("a", 600n * ETHER),
      transfer("b", 600n * ETHER, NATIVE_TOKEN, address(0x1001)),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const paid = await Promise.all(
      [to, address(0x1001)].map((one) => fixture.chain.tokens.balanceOf(one, NATIVE_TOKEN)),
    );
    expect(paid[0]! + paid[1]!).toBe(600n * ETHER);
  });

  test("an ERC-20 is paid, and what has arrived is told", async () => {
    const token = await listed(await demoToken());
    expect(await transfer("t", 400n, token)).toMatchObject({ status: "settled", received: 400n });
    expect(await fixture.chain.tokens.balanceOf(to, token)).toBe(400n);
    await expect(transfer("u", 601n, token)).rejects.toMatchObject({
      code: "INSUFFICIENT_FUNDS",
      details: { needed: "601", available: "600" },
    });
  });

  test("what the chain would revert is refused, and no nonce is spent on it", async () => {
    const token = await fixture.deploy(STUBBORN_TOKEN);
    const [first, second] = await Promise.allSettled([
      fixture.settle({ id: "x", to: token.address, data: "0x12345678", value: 0n }),
      transfer("t", 1n),
    ]);
    expect(first).toMatchObject({ value: { state: "refused", nonce: null } });
    expect(second).toMatchObject({ value: { status: "settled" } });
    expect(await fixture.nonceOf(fixture.wallet.address)).toBe(1);
  });

  test("a token is added once, and only where one answers", async () => {
    const token = await demoToken();
    const { tokens } = fixture.chain;
    const first = await tokens.add(token.address, ABI);
    expect(first).toMatchObject({ created: true, token: { symbol: "DEMO", decimals: 18 } });
    expect(await tokens.add(token.address, ABI)).toEqual({ ...first, created: false });
    expect(await tokens.list()).toEqual([
      { address: NATIVE_TOKEN, type: "native", symbol: "ETH", decimals: 18 },
      first.token,
    ]);
    await expect(tokens.add(address(0x99), ABI)).rejects.toMatchObject({
      code: "TOKEN_UNSUPPORTED",
    });
    for (const abi of [[{ type: "function" }], ["nonsense"], [], [ABI[0]]]) {
      await expect(tokens.add(address(0x99), abi)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { field: "abi" },
      });
    }
  });

  test("when the chain is away nothing is sent, and a sent one that takes long is pending", async () => {
    await fixture.reopen({ waitMilliseconds: 300 });
    fixture.anvil.pause();
    const pending = await transfer("slow", 5n);
    expect(pending).toMatchObject({ status: "pending" });
    await fixture.anvil.resume();
    await fixture.chain.lane.settled("transfer:slow");
    expect(await transfer("slow", 5n)).toEqual({ ...pending, status: "settled", received: 5n });
    await fixture.anvil.stop();
    await expect(transfer("away", 5n)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    expect(await fixture.chain.lane.get("transfer:away")).toBeUndefined();
  });

  test("a transaction that is stuck is replaced at the same nonce, and paid once", async () => {
    await fixture.reopen({ stuckAfterMilliseconds: 200, rebroadcastMilliseconds: 100 });
    fixture.anvil.pause();
    await fixture.enqueue({ id: "t", to, data: "0x", value: 7n });
    const first = await fixture.chain.lane.hashed("t");
    const replaced = Promise.withResolvers<Hex | null>();
    fixture.chain.lane.onMove(({ hash, state }) => {
      if (state === "sent" && hash !== first.hash) replaced.resolve(hash);
    });
    const newest = await replaced.promise;
    await fixture.anvil.resume();
    const settled = await fixture.chain.lane.settled("t");
    expect(settled).toMatchObject({ state: "confirmed", nonce: 0 });
    expect(newest).not.toBe(first.hash);
    expect(await fixture.chain.tokens.balanceOf(to, NATIVE_TOKEN)).toBe(7n);
    expect(await fixture.nonceOf(fixture.wallet.address)).toBe(1);
  });

  test("a reorganisation two blocks deep is repaired with the same bytes", async () => {
    await fixture.reopen({ confirmations: 4 });
    const before: (Hex | null)[] = [];
    for (const [id, value] of [
      ["a", 1n],
      ["b", 2n],
    ] as const) {
      const mined = fixture.moves(id, "mined");
      await fixture.enqueue({ id, to, data: "0x", value });
      before.push((await mined).hash);
    }
    const again = [fixture.moves("a", "mined"), fixture.moves("b", "mined")];
    const undone = [fixture.moves("a", "sent"), fixture.moves("b", "sent")];
    await fixture.anvil.reorg(2);
    await Promise.all([...undone, ...again]);
    await fixture.anvil.mine(4);
    const settled = await Promise.all(["a", "b"].map((id) => fixture.chain.lane.settled(id)));
    expect(settled.map(({ state }) => state)).toEqual(["confirmed", "confirmed"]);
    expect(settled.map(({ hash }) => hash)).toEqual(before);
    expect(await fixture.chain.tokens.balanceOf(to, NATIVE_TOKEN)).toBe(3n);
    expect(await fixture.nonceOf(fixture.wallet.address)).toBe(2);
  });

  test("when somebody else uses the wallet's nonce the payment is told as failed, not made twice", async () => {
    await fixture.reopen({ stuckAfterMilliseconds: 200, rebroadcastMilliseconds: 100 });
    await fixture.chain.lane.stop();
    fixture.anvil.pause();
    await fixture.chain.lane.start();
    await fixture.enqueue({ id: "t", to, data: "0x", value: 7n });
    await fixture.chain.lane.hashed("t");
    await fixture.chain.lane.stop();
    const { raw } = await fixture.wallet.signTransaction({
      chainId: fixture.anvil.chainId,
      nonce: 0,
      to: address(0x2000),
      data: "0x",
      value: 1n,
      gasLimit: 21_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 12n,
    });
    await fixture.anvil.request("eth_sendRawTransaction", [raw]);
    await fixture.anvil.resume();
    await fixture.chain.lane.start();
    const settled = await fixture.chain.lane.settled("t");
    expect(settled).toMatchObject({ state: "refused", nonce: 0 });
    expect(await transfer("next", 2n)).toMatchObject({ status: "settled" });
    expect(await fixture.chain.tokens.balanceOf(to, NATIVE_TOKEN)).toBe(2n);
  });
});

const ABI = [
  "function transfer(address to, uint256 amount) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
];
