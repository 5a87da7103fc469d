/** Changes of wallet, e-mail address and password: by the owner only, never by the finder of an access token. */
import { Wallet } from "ethers";
import { describe, expect, test } from "vitest";

import type { Actor, OwnerProof, SignedIn, WalletProof } from "../src/index.ts";
import { PASSWORD, codeOf, fixture, type Fixture } from "./support/curation.ts";

const own = new Wallet(`0x${"11".repeat(32)}`);
const thief = new Wallet(`0x${"22".repeat(32)}`);
const EMAIL = "ann@example.com";
const NEW_PASSWORD = "a staple of horses";

async function prove({ core }: Fixture, signer: Wallet): Promise<WalletProof> {
  const { message } = await core.wallets.issue(signer.address);
  return { message, signature: await signer.signMessage(message) };
}

/** A proof of the wallet as the proof of an owner. */
async function asOwner(world: Fixture, signer: Wallet): Promise<OwnerProof> {
  const { message, signature } = await prove(world, signer);
  return { currentMessage: message, currentSignature: signature };
}

async function join(
  world: Fixture,
  more: object,
): Promise<{ readonly signedIn: SignedIn; readonly actor: Actor }> {
  const walletAddress = `0x${"e".repeat(40)}`;
  const signedIn = await world.core.accounts.register({ walletAddress, username: "ann", ...more });
  return { signedIn, actor: await world.core.guard.identify(`Bearer ${signedIn.token}`) };
}

/** Accounts by what they can log in with. */
const accounts: readonly [string, (world: Fixture) => Promise<object>][] = [
  ["a password", async () => ({ email: EMAIL, password: PASSWORD })],
  [
    "a proven wallet",
    async (world) => ({ walletAddress: own.address, ...(await prove(world, own)) }),
  ],
  ["neither", async () => ({})],
];

describe.each(accounts)("an account with %s", (_, credentials) => {
  test("changes nothing for the finder of its access token", async () => {
    const world = await fixture();
    const { accounts: core } = world.core;
    const { actor, signedIn } = await join(world, await credentials(world));
    const stranger = await core.register({ walletAddress: thief.address, username: "eve" });
    const proofs: OwnerProof[] = [
      {},
      { currentPassword: "a wrong guess" },
      await asOwner(world, thief),
      { refreshToken: stranger.refreshToken },
      { refreshToken: `rt_${actor.sessionId}_${"x".repeat(43)}` },
    ];
    for (const proof of proofs) {
      const wallet = { walletAddress: thief.address, ...(await prove(world, thief)) };
      const changes = [
        core.setWallet(actor, { ...wallet, ...proof }),
        core.setEmail(actor, { email: "eve@example.com", newPassword: NEW_PASSWORD, ...proof }),
        core.setPassword(actor, { newPassword: NEW_PASSWORD, ...proof }),
      ];
      for (const code of await Promise.all(changes.map(codeOf))) {
        expect(code).toMatch(
          /^(REAUTHENTICATION_REQUIRED|INVALID_CREDENTIALS|INVALID_TOKEN|WALLET_PROOF_INVALID)$/,
        );
      }
    }
    const { updatedAt: _updated, ...before } = signedIn.user;
    expect(await core.get(actor.id)).toMatchObject(before);
  });
});

describe("a change of the owner", () => {
  test("by the current password sets wallet, e-mail and password, and ends every other session", async () => {
    const world = await fixture();
    const { accounts: core, sessions, guard } = world.core;
    const { actor } = await join(world, { email: EMAIL, password: PASSWORD });
    const other = await core.login({ email: EMAIL, password: PASSWORD });
    const wallet = { walletAddress: own.address, ...(await prove(world, own)) };
    const moved = await core.setWallet(actor, { ...wallet, currentPassword: PASSWORD });
    expect(moved).toMatchObject({ walletAddress: own.address, walletVerified: true });
    expect(await codeOf(sessions.refresh(other.refreshToken))).toBe("INVALID_TOKEN");
    expect(await codeOf(guard.identify(`Bearer ${other.token}`))).toBe("INVALID_TOKEN");

    await core.setPassword(actor, { newPassword: NEW_PASSWORD, currentPassword: PASSWORD });
    expect(await codeOf(core.login({ email: EMAIL, password: PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );
    const email = "ann@example.org";
    await core.setEmail(actor, { email, currentPassword: NEW_PASSWORD });
    expect(await codeOf(core.login({ email, password: NEW_PASSWORD }))).toBe("resolved");
    expect(await codeOf(core.login({ email: EMAIL, password: NEW_PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("by the current wallet gives a wallet account its first e-mail address and password", async () => {
    const world = await fixture();
    const { accounts: core } = world.core;
    const proved = { walletAddress: own.address, ...(await prove(world, own)) };
    const { actor } = await join(world, proved);
    const first = { email: EMAIL, ...(await asOwner(world, own)) };
    expect(await codeOf(core.setEmail(actor, first))).toBe("VALIDATION_ERROR");
    const anew = { newPassword: NEW_PASSWORD, ...(await asOwner(world, own)) };
    expect(await codeOf(core.setPassword(actor, anew))).toBe("VALIDATION_ERROR");
    const user = await core.setEmail(actor, { ...first, newPassword: NEW_PASSWORD });
    expect(user.email).toBe(EMAIL);
    expect((await core.login({ email: EMAIL, password: NEW_PASSWORD })).user.id).toBe(actor.id);
    // A forgotten password is replaced by the wallet; the proof is good once.
    const reset = { newPassword: "yet another horse", ...(await asOwner(world, own)) };
    expect(await codeOf(core.setPassword(actor, reset))).toBe("resolved");
    expect(await codeOf(core.setPassword(actor, reset))).toBe("WALLET_PROOF_INVALID");
  });

  test("by the session's refresh token sets the first credential of an account without any", async () => {
    const world = await fixture();
    const { accounts: core } = world.core;
    const { actor, signedIn } = await join(world, {});
    const { refreshToken } = signedIn;
    const email = { email: EMAIL, newPassword: PASSWORD };
    await core.setEmail(actor, { ...email, refreshToken });
    // From now on the password is asked for.
    const again = { newPassword: NEW_PASSWORD, refreshToken };
    expect(await codeOf(core.setPassword(actor, again))).toBe("REAUTHENTICATION_REQUIRED");
  });

  test("proves the address that the account lists by its signature alone", async () => {
    const world = await fixture();
    const { actor } = await join(world, { walletAddress: own.address });
    const proof = { walletAddress: own.address, ...(await prove(world, own)) };
    expect((await world.core.accounts.setWallet(actor, proof)).walletVerified).toBe(true);
  });

  test("to an e-mail address that is taken or reserved changes nothing", async () => {
    const world = await fixture({ adminEmails: ["root@example.com", "boss@example.com"] });
    const { accounts: core, admins } = world.core;
    const { actor } = await join(world, { email: EMAIL, password: PASSWORD });
    await core.register({
      walletAddress: `0x${"f".repeat(40)}`,
      username: "bob",
      email: "bob@example.com",
      password: PASSWORD,
    });
    const set = (email: string, adminCode?: string): Promise<string> => {
      const code = adminCode === undefined ? {} : { adminCode };
      return codeOf(core.setEmail(actor, { email, currentPassword: PASSWORD, ...code }));
    };
    expect(await set("Bob@example.com")).toBe("EMAIL_TAKEN");
    expect(await set("boss@example.com")).toBe("FORBIDDEN");
    expect((await core.get(actor.id)).email).toBe(EMAIL);
    const { codes } = await admins.renewCodes(new Map());
    expect(await set("boss@example.com", codes.get("boss@example.com"))).toBe("resolved");
    expect((await core.get(actor.id)).roles).toEqual(["admin"]);
  });

  test("made at the same time as another is made once", async () => {
    const world = await fixture();
    const { accounts: core } = world.core;
    const { actor } = await join(world, { email: EMAIL, password: PASSWORD });
    const outcomes = await Promise.all(
      ["one fine horse", "two fine horses"].map((newPassword) =>
        codeOf(core.setPassword(actor, { newPassword, currentPassword: PASSWORD })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["INVALID_CREDENTIALS", "resolved"]);
  });
});

test("guesses of the current password are limited by session; strangers' failures do not count", async () => {
  const world = await fixture();
  const { accounts: core, guard } = world.core;
  const { actor } = await join(world, { email: EMAIL, password: PASSWORD });
  const second = await core.login({ email: EMAIL, password: PASSWORD });
  for (let i = 0; i < 10; i++) {
    await codeOf(core.login({ email: EMAIL, password: "not this one" }));
    const guess = core.setPassword(actor, { newPassword: NEW_PASSWORD, currentPassword: "no" });
    expect(await codeOf(guess)).toBe("INVALID_CREDENTIALS");
  }
  const right = { newPassword: NEW_PASSWORD, currentPassword: PASSWORD };
  expect(await codeOf(core.setPassword(actor, right))).toBe("RATE_LIMITED");
  const other = await guard.identify(`Bearer ${second.token}`);
  expect(await codeOf(core.setPassword(other, right))).toBe("resolved");
});

test("a login beyond the maximum ends the session that was unused for longest, on the record", async () => {
  const world = await fixture({ sessionsPerAccount: 2 });
  const { core, clock } = world;
  const { actor, signedIn } = await join(world, { email: EMAIL, password: PASSWORD });
  await clock.advance(1000);
  const second = await core.accounts.login({ email: EMAIL, password: PASSWORD });
  await clock.advance(1000);
  const third = await core.accounts.login({ email: EMAIL, password: PASSWORD });
  const codes = await Promise.all(
    [signedIn, second, third].map(({ token }) => codeOf(core.guard.identify(`Bearer ${token}`))),
  );
  expect(codes).toEqual(["INVALID_TOKEN", "resolved", "resolved"]);
  await core.trail.flush();
  const rows = await core.trail.find({ action: "session.displaced" });
  expect(rows.items).toMatchObject([{ account: actor.id, subject: actor.sessionId }]);
});

test("a password that is a word of its account is refused, at first and at every change", async () => {
  const world = await fixture();
  const { accounts: core } = world.core;
  const name = { walletAddress: own.address, username: "lovelace" };
  const refused = (field: string) => ({
    code: "VALIDATION_ERROR",
    details: { issues: [{ loc: ["body", field], type: "password" }] },
  });
  for (const password of ["Lovelace", "ann@example.com", own.address.toLowerCase(), "aaaaaaaaa"]) {
    const registration = core.register({ ...name, email: EMAIL, password });
    await expect(registration).rejects.toMatchObject(refused("password"));
  }
  const { actor, signedIn } = await join(world, name);
  await core.update(actor, { displayName: "Difference Engine" });
  const proof = { refreshToken: signedIn.refreshToken };
  for (const newPassword of ["lovelace1815", "other@example.com", "difference.engine"]) {
    const both = core.setEmail(actor, { email: "other@example.com", newPassword, ...proof });
    await expect(both).rejects.toMatchObject(refused("newPassword"));
  }
  await core.setEmail(actor, { email: EMAIL, newPassword: PASSWORD, ...proof });
  for (const newPassword of ["ecalevol", "ANN@example.com", "engine 1", "        "]) {
    const change = core.setPassword(actor, { newPassword, currentPassword: PASSWORD });
    await expect(change).rejects.toMatchObject(refused("newPassword"));
  }
});
