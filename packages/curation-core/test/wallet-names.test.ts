/** Names of wallets: confirmed in both directions, bounded, and never more than something to read. */
import { createManualClock } from "@bourse/kernel";
import { namehash } from "ethers/hash";
import { Wallet } from "ethers/wallet";
import { describe, expect, test } from "vitest";

import { createEnsNames } from "../src/ens-names.ts";
import { createShownNames, type WalletNames } from "../src/wallet/wallet-names.ts";
import { codeOf, fixture } from "./support/curation.ts";

const wallet = new Wallet(`0x${"44".repeat(32)}`);
const RESOLVER = `0x${"ee".repeat(20)}`;
const word = (hex: string): string => hex.replace(/^0x/, "").toLowerCase().padStart(64, "0");

interface Chain {
  /** Name in the reverse record of the wallet. */
  readonly reverse: string;
  /** Addresses that names lead to. */
  readonly forward: Readonly<Record<string, string>>;
  readonly chainId?: string;
}

/** A node with a name service that holds these records, and the calls that it got. */
function nodeOf({ reverse, forward, chainId = "0x1" }: Chain) {
  const calls: string[] = [];
  const reverseNode = namehash(`${wallet.address.slice(2).toLowerCase()}.addr.reverse`);
  const nodes = new Map(Object.entries(forward).map(([name, to]) => [namehash(name), to]));
  const answer = (method: string, data = ""): string => {
    if (method === "eth_chainId") return chainId;
    const node = `0x${data.slice(10)}`;
    const isKnown = node === reverseNode || nodes.has(node);
    if (data.startsWith("0x0178b8bf")) return `0x${word(isKnown ? RESOLVER : "0x0")}`;
    if (data.startsWith("0x3b3b57de")) return `0x${word(nodes.get(node) ?? "0x0")}`;
    const hex = Buffer.from(reverse, "utf8").toString("hex");
    const padded = hex.padEnd(Math.ceil(hex.length / 64) * 64, "0");
    return `0x${word("0x20")}${word((hex.length / 2).toString(16))}${padded}`;
  };
  const fetchWith: typeof fetch = async (_url, init) => {
    const { method, params } = JSON.parse(init?.body as string) as {
      readonly method: string;
      readonly params: readonly [{ readonly data: string }?];
    };
    calls.push(method);
    return Response.json({ jsonrpc: "2.0", id: 1, result: answer(method, params[0]?.data) });
  };
  return { names: createEnsNames("http://node.example/secret", fetchWith), calls };
}

describe("the name of a wallet in the name service", () => {
  test("is the one of its reverse record that leads back to the address", async () => {
    const { names } = nodeOf({ reverse: "ada.eth", forward: { "ada.eth": wallet.address } });
    expect(await names.nameOf(wallet.address)).toBe("ada.eth");
  });

  test.each([
    ["leads to another address", "ada.eth", { "ada.eth": `0x${"1".repeat(40)}` }],
    ["leads nowhere", "ada.eth", {}],
    ["is not in normal form", "Ada.eth", { "Ada.eth": wallet.address }],
    ["has letters of two scripts", "аda.eth", {}],
    ["turns the text around it", "a\u202Edb.eth", {}],
    ["is no name", "ada", { ada: wallet.address }],
    ["is empty", "", {}],
    ["is too long", `${"a".repeat(300)}.eth`, {}],
  ])("is left out when it %s", async (_fault, reverse, forward) => {
    expect(await nodeOf({ reverse, forward }).names.nameOf(wallet.address)).toBeNull();
  });

  test("is not looked up for a Solana wallet, nor on another chain", async () => {
    const records = { reverse: "ada.eth", forward: { "ada.eth": wallet.address } };
    const { names, calls } = nodeOf(records);
    expect(await names.nameOf("So11111111111111111111111111111111111111112")).toBeNull();
    expect(calls).toEqual([]);
    const other = nodeOf({ ...records, chainId: "0xaa36a7" });
    await expect(other.names.nameOf(wallet.address)).rejects.toThrow("main network");
  });

  test("is refused from an answer that is too long, and no fault names the node's address", async () => {
    const fetchWith: typeof fetch = async () => new Response("x".repeat(20_000));
    const names = createEnsNames("http://node.example/secret", fetchWith);
    const fault = await names.nameOf(wallet.address).catch(String);
    expect(fault).not.toContain("secret");
  });
});

describe("a shown name", () => {
  const clock = createManualClock({ now: 0 });

  test("is kept for ten minutes, and a fault of the node for one", async () => {
    let asked = 0;
    const source: WalletNames = {
      nameOf: async () => {
        asked += 1;
        if (asked === 1) throw new Error("away");
        return "ada.eth";
      },
    };
    const shown = createShownNames(source, clock);
    const read = () => shown.nameOf(wallet.address);
    expect([await read(), await read(), asked]).toEqual([null, null, 1]);
    await clock.advance(60_000);
    expect([await read(), await read(), asked]).toEqual(["ada.eth", "ada.eth", 2]);
    await clock.advance(600_000);
    expect([await read(), asked]).toEqual(["ada.eth", 3]);
  });

  test("is waited for a second, and shown the next time", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const shown = createShownNames({ nameOf: () => promise }, clock);
    const first = shown.nameOf(wallet.address);
    await clock.advance(1000);
    expect(await first).toBeNull();
    resolve("ada.eth");
    expect(await shown.nameOf(wallet.address)).toBe("ada.eth");
  });

  test.each(["vitаlik.eth", "a\u202Eb.eth", "a b.eth", "<b>.eth", "x".repeat(101), "раураl.eth"])(
    "is left out when it could pass for another: %j",
    async (name) => {
      const shown = createShownNames({ nameOf: async () => name }, clock);
      expect(await shown.nameOf(wallet.address)).toBeNull();
    },
  );

  test("is that of a proved wallet alone, and logs nobody in, finds nobody and gives no role", async () => {
    const walletNames: WalletNames = { nameOf: async () => "ada.eth" };
    const { core, admin, author } = await fixture({ walletNames, adminWallets: [] });
    expect(await core.accounts.walletName(author.id), "only claimed").toBeNull();
    const { message } = await core.wallets.issue(wallet.address);
    const signature = await wallet.signMessage(message);
    const proved = { walletAddress: wallet.address, message, signature, username: "ada" };
    const { user } = await core.accounts.register(proved);
    expect(await core.accounts.walletName(user.id)).toBe("ada.eth");
    expect(user.roles).toEqual([]);
    expect(await codeOf(core.accounts.login({ walletAddress: "ada.eth" }))).toBe(
      "WALLET_PROOF_REQUIRED",
    );
    expect(await core.users.find(admin, "ada.eth")).toEqual([]);
    expect((await core.users.list(admin, { search: "ada.eth" })).items).toEqual([]);
  });
});
