/** Tokens that log, answer or move other than the standard says: what is told follows from what the chain did. */
import { AbiCoder } from "ethers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import {
  createJsonRpc,
  NodeError,
  proofIntent,
  type Address,
  type ChainRpc,
  type ContractArtifact,
  type Hex,
  type JournalledTransaction,
  type LaneEntry,
} from "../../src/index.ts";
import { ChainFixture, type Contract } from "./chain-fixture.ts";
import * as tokens from "./contracts/awkward-tokens.ts";
import { hasAnvil } from "./temporary-chain.ts";
import { address, walletOf } from "./wallet.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ABI = [
  "function transfer(address to, uint256 amount) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
];
const PAYEE = address(0x1000);

describe.skipIf(!hasAnvil())("a token that is odd", () => {
  let fixture: ChainFixture;

  beforeEach(async () => {
    fixture = await ChainFixture.open();
  });
  afterEach(() => fixture.close());

  /** Deploys and lists a token, and gives the wallet 10,000 of it. */
  const tokenOf = async (artifact: ContractArtifact): Promise<Contract> => {
    const token = await fixture.deploy(artifact);
    await send(token, "mint", fixture.wallet.address, 10_000n);
    await fixture.chain.tokens.add(token.address, ABI);
    return token;
  };
  const send = (token: Contract, method: string, ...args: readonly unknown[]): Promise<boolean> =>
    fixture.sendFrom(
      walletOf(0xdeb),
      token.address,
      token.abi.encodeFunctionData(method, args) as Hex,
    );
  const transfer = (id: string, token: Address, amount = 1000n, to = PAYEE) =>
    fixture.chain.transfers.transfer({ id, from: fixture.wallet.address, to, amount, token });
  const held = ({ address: token }: Contract, of = PAYEE): Promise<bigint> =>
    fixture.chain.tokens.balanceOf(of, token);
  const entryOf = async (id: string): Promise<LaneEntry | undefined> => {
    const { transactions } = await fixture.chain.lane.list();
    return transactions.find((one) => one.id === `transfer:${id}`);
  };

  describe("in a transfer", () => {
    test.each([
      ["logs without indexed parts", tokens.UNINDEXED_TOKEN],
      ["logs two halves", tokens.SPLIT_TOKEN],
      ["answers nothing", tokens.MUTE_TOKEN],
      ["answers false", tokens.DENYING_TOKEN],
      ["keeps its rate", tokens.REBASING_TOKEN],
    ])("that moves the whole amount and %s is told as settled", async (_, artifact) => {
      const token = await tokenOf(artifact);
      expect(await transfer("t", token.address)).toMatchObject({
        status: "settled",
        received: 1000n,
      });
      expect(await held(token)).toBe(1000n);
      expect(await entryOf("t")).toMatchObject({
        state: "confirmed",
        received: "1000",
        cause: null,
      });
    });

    test.each([
      ["keeps a fee", tokens.FEE_TOKEN, 990n],
      ["keeps a fee and logs the whole", tokens.BOASTING_TOKEN, 980n],
      ["loses a unit", tokens.UNIT_SHORT_TOKEN, 999n],
      ["does nothing", tokens.LYING_TOKEN, 0n],
    ])("that %s is refused before anything is sent", async (_, artifact, arriving) => {
      const token = await fixture.deploy(artifact);
      if (artifact !== tokens.LYING_TOKEN) await send(token, "mint", fixture.wallet.address, 5000n);
      await fixture.chain.tokens.add(token.address, ABI);
      await expect(transfer("t", token.address)).rejects.toMatchObject({
        code: "TRANSACTION_REFUSED",
        message: expect.stringContaining(`Only ${arriving} of 1000 would arrive`) as string,
      });
      expect(await fixture.nonceOf(fixture.wallet.address)).toBe(0);
    });

    test("that answers false and moves nothing is refused before anything is sent", async () => {
      const token = await tokenOf(tokens.STUBBORN_TOKEN);
      await send(token, "setRefusing", true);
      await expect(transfer("t", token.address)).rejects.toThrow("Only 0 of 1000 would arrive");
      expect(await fixture.nonceOf(fixture.wallet.address)).toBe(0);
    });

    test("that shrinks every balance is refused, and one that lets them grow is told with the growth", async () => {
      const token = await tokenOf(tokens.REBASING_TOKEN);
      await transfer("first", token.address);
      await send(token, "setRate", 990n);
      await expect(transfer("less", token.address)).rejects.toMatchObject({
        code: "TRANSACTION_REFUSED",
      });
      await send(token, "setRate", 1010n);
      const before = await held(token);
      const { received } = (await transfer("more", token.address)) as { received: bigint };
      expect(received).toBe((await held(token)) - before);
      expect(received).toBeGreaterThanOrEqual(1000n);
    });

    test("that keeps a part in spite of its simulation is told as settled with what arrived", async () => {
      const token = await tokenOf(tokens.TWO_FACED_TOKEN);
      const told = await transfer("t", token.address);
      expect(told).toMatchObject({ status: "settled", received: 980n });
      expect(await held(token)).toBe(980n);
      expect(await entryOf("t")).toMatchObject({
        state: "confirmed",
        received: "980",
        cause: "It succeeded, and 980 of 1000 arrived at the payee.",
      });
      expect(await transfer("t", token.address)).toEqual(told);
      expect(await held(token), "the second call has not paid again").toBe(980n);
    });

    test("that keeps a part, to one payee twice in a block, is told without what arrived", async () => {
      const token = await tokenOf(tokens.TWO_FACED_TOKEN);
      fixture.anvil.pause();
      const both = Promise.all([transfer("a", token.address), transfer("b", token.address)]);
      for (const id of ["a", "b"]) {
        await expect.poll(async () => (await entryOf(id))?.state).toBe("sent");
      }
      await fixture.anvil.resume();
      const told = await both;
      expect(await held(token)).toBe(1960n);
      const blocks = await Promise.all(
        ["a", "b"].map(async (id) => (await entryOf(id))?.blockNumber),
      );
      expect(new Set(blocks).size).toBe(1);
      expect(told).toMatchObject([
        { status: "settled", received: null },
        { status: "settled", received: null },
      ]);
    });

    test("to the wallet itself is settled, and nothing is said about what arrived", async () => {
      const token = await tokenOf(tokens.UNINDEXED_TOKEN);
      expect(await transfer("t", token.address, 1000n, fixture.wallet.address)).toMatchObject({
        status: "settled",
        received: null,
      });
    });
  });

  describe("in the list", () => {
    const NOTHING = "0x" as Hex;
    const label = (symbol: string, name = "Token", decimals = 18): Hex =>
      AbiCoder.defaultAbiCoder().encode(
        ["string", "string", "uint8"],
        [symbol, name, decimals],
      ) as Hex;
    const listed = async (artifact: ContractArtifact, args = NOTHING) => {
      const { address: token } = await fixture.deploy(artifact, args);
      return (await fixture.chain.tokens.add(token, ABI)).token;
    };

    test("that names no decimals has 0, which its entry says", async () => {
      expect(await listed(tokens.NAMELESS_TOKEN)).toMatchObject({
        symbol: "?",
        decimals: 0,
        note: expect.stringContaining("names no decimals, so 0") as string,
      });
    });

    test("that burns all gas for its decimals has 0 too", async () => {
      expect(await listed(tokens.BURNING_TOKEN)).toMatchObject({ decimals: 0 });
    });

    test("that names itself in 32 bytes, and one of 77 decimals, are listed as they are", async () => {
      const fussy = await listed(tokens.FUSSY_TOKEN);
      expect(fussy).toMatchObject({ symbol: "FUSS", decimals: 0 });
      expect(fussy.note).toBeUndefined();
      const fine = await listed(tokens.LABELLED_TOKEN, label("FINE", "Fine", 77));
      expect(fine).toMatchObject({ symbol: "FINE", decimals: 77 });
    });

    test.each([
      ["is the chain's coin", "ETH", "Ether"],
      ["is the chain's coin in disguise", "\u202eE\u200bTH", "Ether"],
      ["hides a direction in its name", "GOOD", "\u202edoog"],
    ])("that says it %s is marked by its address, now and later", async (_, symbol, name) => {
      const token = await listed(tokens.LABELLED_TOKEN, label(symbol, name));
      const short = `${token.address.slice(0, 6)}…${token.address.slice(-4)}`;
      expect(token.symbol.endsWith(` ${short}`)).toBe(true);
      expect(token.note).toContain("shown with its address");
      expect(await fixture.chain.tokens.list()).toContainEqual(token);
    });

    test("that calls itself as a listed one does is marked, and the first is not", async () => {
      const first = await listed(tokens.LABELLED_TOKEN, label("USDC"));
      const second = await listed(tokens.LABELLED_TOKEN, label("usdc"));
      expect(first.symbol).toBe("USDC");
      expect(second.symbol).toMatch(/^usdc 0x/);
    });
  });

  test.each([
    ["a panic", 1n, /failed by a fault of its own \(Solidity's panic code 1\)/],
    ["an error of its own", 2n, /refuses it with an error of its own, 0x[0-9a-f]{8}, which/],
    ["hidden characters", 3n, /: The contract refuses it: no\.$/],
  ])("that refuses a transfer with %s is told in a sentence", async (_, amount, sentence) => {
    const token = await tokenOf(tokens.FUSSY_TOKEN);
    await expect(transfer("t", token.address, amount)).rejects.toMatchObject({
      code: "TRANSACTION_REFUSED",
      message: expect.stringMatching(sentence) as string,
    });
  });

  test.each([1_000_000n, 10n ** 18n])(
    "that brings one unit less than %i is paid, and told with what arrived",
    async (amount) => {
      const token = await fixture.deploy(tokens.UNIT_SHORT_TOKEN);
      await send(token, "mint", fixture.wallet.address, amount);
      await fixture.chain.tokens.add(token.address, ABI);
      expect(await transfer("t", token.address, amount)).toMatchObject({
        status: "settled",
        received: amount - 1n,
      });
      expect(await entryOf("t")).toMatchObject({
        state: "confirmed",
        cause: `It succeeded, and ${amount - 1n} of ${amount} arrived at the payee.`,
      });
    },
  );

  describe("on an endpoint that knows no call with other code, and no old states", () => {
    /** Refuses, as such endpoints do, every call of a batch: their whole answer is an error. */
    const behind = (rpc: ChainRpc): ChainRpc => ({
      request: (...all) => rpc.request(...all),
      batch: async (calls, options) => {
        const isUnknown = calls.some(
          ({ method, params }) =>
            method === "eth_call" && (params.length > 2 || params[1] !== "latest"),
        );
        if (isUnknown) throw new NodeError("CHAIN_UNAVAILABLE", "The endpoint answered 400.");
        return rpc.batch(calls, options);
      },
    });

    test("is paid as the chain does it, and what arrived is not known", async () => {
      const { url, chainId } = fixture.anvil;
      await fixture.reopen({ rpc: behind(createJsonRpc({ urls: [url], chainId })) });
      const token = await tokenOf(tokens.BOASTING_TOKEN);
      expect(await transfer("t", token.address)).toMatchObject({
        status: "settled",
        received: null,
      });
      expect(await entryOf("t")).toMatchObject({ state: "confirmed", received: null, cause: null });
    });
  });

  describe("in the payment of a proof", () => {
    const HASH = "ab".repeat(32);
    const prove = async (id: string, token: Address): Promise<JournalledTransaction> => {
      const contract = await fixture.deployRegistry();
      const sender = fixture.wallet.address;
      const fact = { contract, sender, dataHash: HASH, eventType: "data_share", recipient: PAYEE };
      return fixture.settle(proofIntent({ id, ...fact, payment: { token, amount: 1000n } }));
    };

    test.each([
      ["logs without indexed parts", tokens.UNINDEXED_TOKEN],
      ["logs two halves", tokens.SPLIT_TOKEN],
      ["answers nothing", tokens.MUTE_TOKEN],
    ])("that moves the whole amount and %s is confirmed", async (_, artifact) => {
      const token = await tokenOf(artifact);
      expect(await prove("p", token.address)).toMatchObject({ state: "confirmed", reason: null });
      expect(await held(token)).toBe(1000n);
      await fixture.chain.index.refresh();
      expect(await fixture.chain.index.verify(HASH)).toBeDefined();
    });

    test.each([
      ["keeps a fee and logs the whole", tokens.BOASTING_TOKEN, 980n],
      ["loses a unit", tokens.UNIT_SHORT_TOKEN, 999n],
    ])("that %s is refused by what would arrive", async (_, artifact, arriving) => {
      const token = await tokenOf(artifact);
      expect(await prove("p", token.address)).toMatchObject({
        state: "refused",
        reason: expect.stringContaining(`Only ${arriving} of 1000 would arrive`) as string,
      });
      expect(await held(token)).toBe(0n);
    });

    test("that keeps a part in spite of its simulation fails on the chain and pays nothing", async () => {
      const token = await tokenOf(tokens.TWO_FACED_TOKEN);
      expect(await prove("p", token.address)).toMatchObject({ state: "reverted" });
      expect(await held(token)).toBe(0n);
    });
  });
});
