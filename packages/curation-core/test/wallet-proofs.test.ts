/** Proof of wallets: single use, five minutes, taken over by their owner. */
import { generateKeyPairSync, sign } from "node:crypto";

import { createMemoryStore } from "@bourse/kernel";
import { Wallet } from "ethers";
import { describe, expect, test } from "vitest";

import { type WalletProof, createCurationCore, curationCollections } from "../src/index.ts";
import { writeSignInMessage } from "../src/wallet/sign-in-message.ts";
import { base58 } from "./support/base58.ts";
import {
  type Fixture,
  PASSWORD,
  START,
  codeOf,
  fixture,
  specification,
} from "./support/curation.ts";

const KEY = `0x${"11".repeat(32)}`;
const wallet = new Wallet(KEY);

async function prove({ core }: Fixture, signer: Wallet = wallet): Promise<WalletProof> {
  const { message } = await core.wallets.issue(signer.address.toLowerCase());
  return { message, signature: await signer.signMessage(message) };
}

describe("a proof of an EVM wallet", () => {
  test("registers an account as verified, with the address checksummed", async () => {
    const world = await fixture();
    const proof = await prove(world);
    const walletAddress = wallet.address.toLowerCase();
    const { user } = await world.core.accounts.register({
      walletAddress,
      username: "owner",
      ...proof,
    });
    expect(user).toMatchObject({ walletAddress: wallet.address, walletVerified: true });
  });

  test("is good once", async () => {
    const world = await fixture();
    const proof = await prove(world);
    const register = (username: string): Promise<unknown> =>
      world.core.accounts.register({ walletAddress: wallet.address, username, ...proof });
    const codes = await Promise.all([codeOf(register("one1")), codeOf(register("two2"))]);
    expect(codes.toSorted()).toEqual(["WALLET_PROOF_INVALID", "resolved"]);
    expect(await codeOf(world.core.accounts.login(proof))).toBe("WALLET_PROOF_INVALID");
  });

  test("is good for five minutes, and outlives a restart", async () => {
    const world = await fixture();
    const proof = await prove(world);
    const input = { walletAddress: wallet.address, username: "owner", ...proof };
    await world.clock.advance(299_999);
    const replica = await world.again();
    expect(await codeOf(replica.accounts.register(input))).toBe("resolved");
    const late = await prove(world);
    await world.clock.advance(300_000);
    expect(await codeOf(world.core.accounts.login(late))).toBe("WALLET_PROOF_INVALID");
  });

  test("names the host at which the page is open, where the service is known by it, and is good for it", async () => {
    const otherOrigins = ["http://127.0.0.1:8123", "http://[::1]:8123"];
    const { core } = await fixture({
      domain: "localhost:8123",
      uri: "http://localhost:8123",
      otherOrigins,
    });
    const sites = [
      ["localhost:8123", "localhost:8123"],
      ["127.0.0.1:8123", "127.0.0.1:8123"],
      ["[::1]:8123", "[::1]:8123"],
      ["127.0.0.1:9999", "localhost:8123"],
      ["evil.example", "localhost:8123"],
      [undefined, "localhost:8123"],
    ] as const;
    for (const [number, [host, named]] of sites.entries()) {
      const signer = new Wallet(`0x${`${number + 1}`.repeat(64)}`);
      const { message } = await core.wallets.issue(signer.address, {}, host);
      expect(message).toMatch(`${named} wants you to sign in`);
      expect(message).toContain(`URI: http://${named}\n`);
      const proof = { message, signature: await signer.signMessage(message) };
      const account = { walletAddress: signer.address, username: `owner${number}`, ...proof };
      expect(await codeOf(core.accounts.register(account)), host).toBe("resolved");
      const foreign = message.replaceAll(named, "127.0.0.1:9999");
      const signature = await signer.signMessage(foreign);
      const code = await codeOf(core.accounts.login({ message: foreign, signature }));
      expect(code, host).toBe("WALLET_PROOF_INVALID");
    }
  });

  test("costs the store nothing until a proof is used", async () => {
    const world = await fixture();
    const before = world.store.revision;
    for (let asked = 0; asked < 50; asked += 1) await world.core.wallets.issue(wallet.address);
    expect(world.store.revision).toBe(before);
  });

  test("is limited in messages per address and minute, an IPv6 network counting as one address", async () => {
    const { core, clock } = await fixture({ noncesPerMinute: 3 });
    const ask = (ip: string): Promise<string> => codeOf(core.wallets.issue(wallet.address, { ip }));
    for (const host of [1, 2, 3]) expect(await ask(`2001:db8::${host}`)).toBe("resolved");
    const refused = core.wallets.issue(wallet.address, { ip: "2001:db8::4" });
    await expect(refused).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 20 },
    });
    expect(await ask("2001:db8:0:1::1"), "another network").toBe("resolved");
    await clock.advance(20_000);
    expect(await ask("2001:db8::4")).toBe("resolved");
  });

  test("for another wallet, or with a nonce that was altered, proves nothing", async () => {
    const world = await fixture();
    const stranger = new Wallet(`0x${"22".repeat(32)}`);
    const { nonce, message } = await world.core.wallets.issue(stranger.address);
    const moved = message.replace(stranger.address, wallet.address);
    const later = message.replace(nonce, `z${nonce.slice(1)}`);
    for (const [text, signer] of [
      [moved, wallet],
      [later, stranger],
    ] as const) {
      const proof = { message: text, signature: await signer.signMessage(text) };
      await expect(world.core.accounts.login(proof)).rejects.toMatchObject({
        details: { reason: "nonce" },
      });
    }
  });

  test("used once stays used after its end, also when the clock steps back", async () => {
    let jump = 0;
    const clock = { now: () => START + jump, monotonic: () => 0, sleep: () => Promise.resolve() };
    const world = await fixture({ clock });
    const proof = await prove(world);
    const input = { walletAddress: wallet.address, username: "owner", ...proof };
    await world.core.accounts.register(input);
    jump = 310_000;
    await world.core.maintain();
    jump = 10_000;
    await expect(world.core.accounts.login(proof)).rejects.toMatchObject({
      details: { reason: "nonce" },
    });
  });

  test("by another key, or over other bytes, proves nothing", async () => {
    const world = await fixture();
    const proof = await prove(world);
    const stranger = new Wallet(`0x${"22".repeat(32)}`);
    const forged = { ...proof, signature: await stranger.signMessage(proof.message) };
    expect(await codeOf(world.core.accounts.login(forged))).toBe("WALLET_PROOF_INVALID");
    const moved = proof.message.replace("localhost:3001 wants", "evil.example wants");
    const phished = { message: moved, signature: await wallet.signMessage(moved) };
    await expect(world.core.accounts.login(phished)).rejects.toMatchObject({
      details: { reason: "domain" },
    });
  });

  test.each([
    ["in lower case", (address: string) => address.toLowerCase()],
    [
      "with a wrong checksum",
      (address: string) => address.replace(/[A-F]/, (c) => c.toLowerCase()),
    ],
  ])("over a message that spells its address %s is refused with the spelling", async (_, spell) => {
    const world = await fixture();
    const { message: issued } = await world.core.wallets.issue(wallet.address);
    const message = issued.replace(wallet.address, spell(wallet.address));
    const signature = await wallet.signMessage(message);
    const login = world.core.accounts.login({ message, signature });
    await expect(login).rejects.toMatchObject({
      code: "WALLET_PROOF_INVALID",
      message: expect.stringContaining(wallet.address) as string,
      details: { reason: "address" },
    });
    const other = world.core.accounts.login({ message: `${message}!`, signature });
    await expect(other, "not its only fault").rejects.toThrow("the grammar of EIP-4361");
  });

  test("may be a message from elsewhere when the nonce is ours", async () => {
    const world = await fixture();
    const { nonce } = await world.core.wallets.issue(wallet.address);
    const message = writeSignInMessage({
      domain: "localhost:3001",
      account: "Ethereum",
      address: wallet.address,
      uri: "http://localhost:3001/login",
      version: "1",
      chainId: "1",
      nonce,
      issuedAt: "2026-01-01T00:00:00Z",
    });
    const signature = await wallet.signMessage(message ?? "");
    const input = { walletAddress: wallet.address, username: "owner" };
    const register = world.core.accounts.register({ ...input, message: message ?? "", signature });
    expect(await codeOf(register)).toBe("resolved");
  });

  test("is the only login by wallet: a bare address is none", async () => {
    const { core, author } = await fixture();
    const login = core.accounts.login({ walletAddress: author.walletAddress ?? "" });
    expect(await codeOf(login)).toBe("WALLET_PROOF_REQUIRED");
  });
});

describe("an unproved claim", () => {
  test("never blocks the owner, and loses the address with all that shows it", async () => {
    const world = await fixture();
    const { core } = world;
    const walletAddress = wallet.address;
    const claim = { walletAddress, username: "claimer", email: "c@example.com" };
    const claimed = await core.accounts.register({ ...claim, password: PASSWORD });
    const claimer = await core.guard.identify(`Bearer ${claimed.token}`);
    const draft = await core.drafts.create(claimer, { draftData: specification() });
    await core.review.approve(world.curator, draft.id);
    expect((await core.markets.byWallet(null, walletAddress)).total).toBe(1);

    const again = { walletAddress, username: "second" };
    expect(await codeOf(core.accounts.register(again))).toBe("WALLET_TAKEN");
    const intoStrangers = core.accounts.login(await prove(world));
    expect(await codeOf(intoStrangers), "not into an account with a password").toBe("WALLET_TAKEN");

    const owner = await core.accounts.register({ ...again, ...(await prove(world)) });
    expect(owner.user.walletVerified).toBe(true);
    expect(await core.accounts.get(claimer.id)).toMatchObject({
      walletAddress: null,
      walletVerified: false,
    });
    expect((await core.markets.byWallet(null, walletAddress)).total).toBe(0);
    expect((await core.markets.list(null)).items[0]?.creatorWallet).toBeNull();
    expect((await core.drafts.get(claimer, draft.id)).creatorWallet).toBeNull();
  });

  test("without a password is proved by the owner's login, which ends every session before it", async () => {
    const world = await fixture();
    const { core } = world;
    const first = await core.accounts.register({
      walletAddress: wallet.address,
      username: "me-me",
    });
    const proved = await core.accounts.login(await prove(world));
    expect(proved.user).toMatchObject({ id: first.user.id, walletVerified: true });
    const before = core.guard.identify(`Bearer ${first.token}`);
    expect(await codeOf(before)).toBe("INVALID_TOKEN");
  });

  test("is refused where proofs are required", async () => {
    const core = await createCurationCore({
      store: createMemoryStore({ collections: curationCollections }),
      masterKey: new Uint8Array(32),
      requireWalletProof: true,
    });
    const register = core.accounts.register({ walletAddress: wallet.address, username: "own" });
    expect(await codeOf(register)).toBe("WALLET_PROOF_REQUIRED");
  });
});

describe("wallets and roles", () => {
  test("a listed wallet is an admin once proved, not before", async () => {
    const world = await fixture({ adminWallets: [wallet.address] });
    const input = { walletAddress: wallet.address, username: "boss" };
    const claimed = await world.core.accounts.register(input);
    expect(claimed.user.roles).toEqual([]);
    const proved = await world.core.accounts.login(await prove(world));
    expect(proved.user.roles).toEqual(["admin"]);
  });

  test("a listed wallet whose admin was revoked does not bring the role back, until it is granted again", async () => {
    const world = await fixture({ adminWallets: [wallet.address] });
    const { core, admin } = world;
    const input = { walletAddress: wallet.address, username: "boss", ...(await prove(world)) };
    const { user } = await core.accounts.register(input);
    expect(user.roles).toEqual(["admin"]);
    const login = async (): Promise<readonly string[]> =>
      (await core.accounts.login(await prove(world))).user.roles;
    await core.admins.revoke(admin, user.id);
    expect(await login()).toEqual([]);
    await core.users.setRoles(admin, user.id, ["admin"]);
    await core.users.setRoles(admin, user.id, ["curator"]);
    expect(await login()).toEqual(["curator"]);
    await core.admins.grant(admin, user.id);
    expect(await login()).toEqual(["curator", "admin"]);
  });

  test("a proved address cannot be taken by another account", async () => {
    const world = await fixture();
    const input = { walletAddress: wallet.address, username: "owner" };
    await world.core.accounts.register({ ...input, ...(await prove(world)) });
    const taker = await world.core.accounts.register({
      walletAddress: `0x${"c".repeat(40)}`,
      username: "taker",
    });
    const actor = await world.core.guard.identify(`Bearer ${taker.token}`);
    const take = world.core.accounts.setWallet(actor, {
      walletAddress: wallet.address,
      refreshToken: taker.refreshToken,
      ...(await prove(world)),
    });
    expect(await codeOf(take)).toBe("WALLET_TAKEN");
  });

  test("an account moves to another proved address, and its markets with it", async () => {
    const world = await fixture();
    const { core } = world;
    const { token, refreshToken } = await core.accounts.register({
      walletAddress: `0x${"c".repeat(40)}`,
      username: "mover",
    });
    const author = await core.guard.identify(`Bearer ${token}`);
    const draft = await core.drafts.create(author, { draftData: specification() });
    await core.review.approve(world.curator, draft.id);
    const user = await core.accounts.setWallet(author, {
      walletAddress: wallet.address,
      refreshToken,
      ...(await prove(world)),
    });
    expect(user).toMatchObject({ walletAddress: wallet.address, walletVerified: true });
    expect((await core.markets.byWallet(null, wallet.address)).total).toBe(1);
  });
});

test("a Solana wallet proves itself by Ed25519 over the CAIP-122 message", async () => {
  const world = await fixture();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const walletAddress = base58(raw);
  const { message } = await world.core.wallets.issue(walletAddress);
  expect(message).toContain(`sign in with your Solana account:\n${walletAddress}\n`);
  const bytes = sign(null, Buffer.from(message), privateKey);
  const bad = Buffer.from(bytes);
  bad[3] = (bad[3] ?? 0) ^ 1;
  const input = { walletAddress, username: "sol", message };
  const refused = world.core.accounts.register({ ...input, signature: base58(bad) });
  expect(await codeOf(refused)).toBe("WALLET_PROOF_INVALID");
  const { user } = await world.core.accounts.register({ ...input, signature: base58(bytes) });
  expect(user).toMatchObject({ walletAddress, walletVerified: true });
});

test("a Solana wallet's own message without a statement is accepted in both forms, and a broken one named as such", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const walletAddress = base58(
    Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"),
  );
  const world = await fixture();
  const signIn = async (form: (issued: string) => string): Promise<unknown> => {
    const { message: issued } = await world.core.wallets.issue(walletAddress);
    const message = form(issued);
    const signature = sign(null, Buffer.from(message), privateKey).toString("hex");
    return await world.core.accounts.login({ message, signature });
  };
  const { message } = await world.core.wallets.issue(walletAddress);
  const signature = sign(null, Buffer.from(message), privateKey).toString("base64");
  await world.core.accounts.register({ walletAddress, username: "sol", message, signature });
  // Sign-In with Solana has one empty line before the fields, CAIP-122 two.
  const without = (lines: string) => (issued: string) =>
    issued.replace(/\n\nSign in .*\n\n/, lines);
  expect(await codeOf(signIn(without("\n\n")))).toBe("resolved");
  expect(await codeOf(signIn(without("\n\n\n")))).toBe("resolved");
  const broken = signIn(without("\n"));
  await expect(broken).rejects.toThrow("the grammar of Sign-In with Solana");
  await expect(signIn((issued) => issued.replace("Nonce: ", "Nonse: "))).rejects.toThrow(
    "the grammar of Sign-In with Solana",
  );
});

describe("a contract wallet", () => {
  const contract = `0x${"c0".repeat(20)}`;
  const MAGIC = `0x1626ba7e${"0".repeat(56)}`;

  test("is asked once for a nonce, however many signatures come with it", async () => {
    let calls = 0;
    const ethCall = async (): Promise<string> => {
      calls++;
      return "0x";
    };
    const { core } = await fixture({ ethCall });
    const { message } = await core.wallets.issue(contract);
    const login = (at: number): Promise<string> =>
      codeOf(
        core.accounts.login(
          { message, signature: `0x${at.toString(16).padStart(4, "0")}` },
          { ip: `192.0.${at >> 8}.${at & 255}` },
        ),
      );
    const flood = await Promise.all(Array.from({ length: 600 }, (_, at) => login(at)));
    for (const code of flood) expect(code).toMatch(/^(WALLET_PROOF_INVALID|RATE_LIMITED)$/);
    expect(calls).toBe(1);
    // Other bytes with the same nonce are no new nonce.
    const other = message.replace("Sign in", "Log in");
    expect(await codeOf(core.accounts.login({ message: other, signature: "0x01" }))).not.toBe(
      "resolved",
    );
    expect(calls).toBe(1);
  });

  test("is asked once when a registration with its proof is repeated under another name", async () => {
    let calls = 0;
    const ethCall = async (): Promise<string> => {
      calls++;
      return MAGIC;
    };
    const { core } = await fixture({ ethCall });
    const { message } = await core.wallets.issue(contract);
    const proof = { walletAddress: contract, message, signature: "0x01" };
    const taken = core.accounts.register({ ...proof, username: "author" });
    expect(await codeOf(taken)).toBe("USERNAME_TAKEN");
    const { user } = await core.accounts.register({ ...proof, username: "safe" });
    expect([user.walletVerified, calls]).toEqual([true, 1]);
  });

  test("may be tried again when its node did not answer, three times in all", async () => {
    let calls = 0;
    const ethCall = (): Promise<string> => {
      calls++;
      return Promise.reject(new Error("no answer"));
    };
    const { core } = await fixture({ ethCall });
    const { message } = await core.wallets.issue(contract);
    const codes: string[] = [];
    for (let i = 0; i < 5; i++) {
      codes.push(await codeOf(core.accounts.login({ message, signature: "0x01" })));
    }
    const unavailable = Array<string>(3).fill("WALLET_NODE_UNAVAILABLE");
    expect(codes).toEqual([...unavailable, "WALLET_PROOF_INVALID", "WALLET_PROOF_INVALID"]);
    expect(calls).toBe(3);
  });

  test("whose signatures fail from one address is refused there after the tenth", async () => {
    const ethCall = async (): Promise<string> => "0x";
    const { core } = await fixture({ ethCall });
    const codes: string[] = [];
    for (let i = 0; i < 11; i++) {
      const { message } = await core.wallets.issue(contract);
      codes.push(
        await codeOf(core.accounts.login({ message, signature: "0x01" }, { ip: "203.0.113.9" })),
      );
    }
    expect(codes).toEqual([...Array<string>(10).fill("WALLET_PROOF_INVALID"), "RATE_LIMITED"]);
  });
});
