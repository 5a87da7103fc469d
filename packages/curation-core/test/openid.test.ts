/** Sign-in with OpenID providers in curation: a person registers with a wallet, and no address opens an account. */

import type { OpenIdProof } from "@bourse/credentials";
import { openIdFlows, openIdIdentities } from "@bourse/credentials";
import type { Mail } from "@bourse/outbox";
import { Wallet } from "ethers";
import { describe, expect, test } from "vitest";

import { fromBase32 } from "../../credentials/src/factors/base32.ts";
import { hotp, stepAt } from "../../credentials/src/factors/totp.ts";
import {
  begun,
  challengeOf,
  person,
  providers,
  signedIn,
  VERIFIER,
} from "../../credentials/test/support/people.ts";
import type {
  Actor,
  CurationCore,
  CurationCoreOptions,
  Registration,
  SignedIn,
  WalletProof,
} from "../src/index.ts";
import { ADMIN_EMAIL, codeOf, type Fixture, fixture, PASSWORD } from "./support/curation.ts";

const SECOND = 1000;
const HOME = { ip: "198.51.100.4" };
const EMAIL = "ada@example.com";
const signer = new Wallet(`0x${"22".repeat(32)}`);
const ADA = { walletAddress: signer.address, username: "ada" };

interface Open extends Fixture {
  readonly people: Map<string, OpenIdProof>;
  readonly mails: Mail[];
}

async function open(options: Partial<CurationCoreOptions> = {}): Promise<Open> {
  const people = new Map([["ada", person("ada")]]);
  const mails: Mail[] = [];
  const sender = { send: async (mail: Mail) => void mails.push(mail) };
  const mail = { publicUrl: "https://a.example", sender };
  const made = await fixture({ openId: providers(people), mail, ...options });
  return { ...made, people, mails };
}

const login = async (core: CurationCore, subject: string): Promise<string> =>
  (await core.openId.login(await signedIn(core, subject), HOME)).user.id;

/** The code of the registration that a login is refused with. */
async function registration(core: CurationCore, subject: string): Promise<string> {
  return core.openId.login(await signedIn(core, subject)).then(
    () => "logged in",
    (error: { readonly code: string; readonly details: { readonly registration?: string } }) =>
      error.details.registration ?? error.code,
  );
}

async function join(
  core: CurationCore,
  subject: string,
  input: Registration = ADA,
): Promise<SignedIn> {
  const openId = { code: await registration(core, subject), verifier: VERIFIER };
  return await core.accounts.register({ ...input, openId }, HOME);
}

const codeAt = (secret: string, now: number): Promise<string> =>
  hotp(fromBase32(secret), stepAt(now));

const actorOf = async (core: CurationCore, { token }: SignedIn): Promise<Actor> =>
  core.guard.identify(`Bearer ${token}`);

async function prove(core: CurationCore): Promise<WalletProof> {
  const { message } = await core.wallets.issue(signer.address);
  return { message, signature: await signer.signMessage(message) };
}

async function resetPassword({ core, mails }: Open, email: string): Promise<void> {
  await core.accounts.requestPasswordReset(email);
  await core.mails.deliverDue();
  const token = /reset-password=(pr_[\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "no link";
  await core.accounts.resetPassword({ token, password: "another horse battery" });
}

describe("a person whom no account knows", () => {
  test("is asked for a name and a wallet, and gets one account, without an address or a role", async () => {
    const { core, people } = await open();
    people.set("ada", person("ada", { email: ADMIN_EMAIL }));
    expect(await codeOf(login(core, "ada"))).toBe("OIDC_REGISTRATION_REQUIRED");
    const { user } = await join(core, "ada");
    expect(user).toMatchObject({ ...ADA, email: null, walletVerified: false, roles: [] });
    expect(await login(core, "ada")).toBe(user.id);
    people.set("ada", person("ada", { email: "eve@example.com" }));
    expect(await login(core, "ada")).toBe(user.id);
    people.set("ada", person("ada", { issuer: "https://evil.example" }));
    expect(await codeOf(login(core, "ada"))).toBe("OIDC_REGISTRATION_REQUIRED");
  });

  test("proves the wallet where registrations need it, and is an admin only by that proof", async () => {
    const { again } = await open();
    const core = await again({ requireWalletProof: true, adminWallets: [signer.address] });
    expect(await codeOf(join(core, "ada"))).toBe("WALLET_PROOF_REQUIRED");
    const { user } = await join(core, "ada", { ...ADA, ...(await prove(core)) });
    expect(user).toMatchObject({ walletVerified: true, roles: ["admin"] });
  });

  test("may set a password too, and needs the operator's code for an admin's address", async () => {
    const { core, people } = await open();
    people.set("ada", person("ada", { email: ADMIN_EMAIL }));
    const reserved = { ...ADA, email: ADMIN_EMAIL, password: PASSWORD };
    expect(await codeOf(join(core, "ada", reserved))).toBe("FORBIDDEN");
    const { user } = await join(core, "ada", { ...ADA, email: EMAIL, password: PASSWORD });
    expect((await core.accounts.login({ email: EMAIL, password: PASSWORD })).user.id).toBe(user.id);
    const actor = await actorOf(core, await core.openId.login(await signedIn(core, "ada")));
    expect(await core.accounts.emailState(actor)).toEqual({ email: EMAIL, verifiedAt: null });
  });

  test("keeps the code when the registration is refused, for half an hour, in this browser only", async () => {
    const { core, clock, author } = await open();
    const code = await registration(core, "ada");
    const openId = { code, verifier: VERIFIER };
    const register = (input: object): Promise<string> =>
      codeOf(core.accounts.register({ ...ADA, openId, ...input }));
    expect(await register({ username: author.username })).toBe("USERNAME_TAKEN");
    expect(await register({ walletAddress: author.walletAddress })).toBe("WALLET_TAKEN");
    const foreign = { code, verifier: "w".repeat(43) };
    expect(await register({ openId: foreign })).toBe("OIDC_CODE_INVALID");
    expect(await codeOf(core.openId.login(openId))).toBe("OIDC_CODE_INVALID");
    expect(await codeOf(core.openId.link(author, openId))).toBe("OIDC_CODE_INVALID");
    const late = { code: await registration(core, "ada"), verifier: VERIFIER };
    expect(await register({})).toBe("resolved");
    expect(await register({ username: "ada2" })).toBe("OIDC_CODE_INVALID");
    await clock.advance(1800 * SECOND);
    expect(await register({ username: "ada2", openId: late })).toBe("OIDC_CODE_INVALID");
    await core.maintain();
  });

  test("registers once, of fifty calls on two cores and with two codes", async () => {
    const { core, again, store } = await open();
    const cores = [core, await again()];
    const codes = [await registration(core, "ada"), await registration(core, "ada")];
    const calls = Array.from({ length: 50 }, (_, i) => {
      const walletAddress = `0x${(0xb000 + i).toString(16).padStart(40, "0")}`;
      const openId = { code: codes[i % 2] ?? "", verifier: VERIFIER };
      const input = { walletAddress, username: `ada-${i}`, openId };
      return codeOf((cores[i % 3 === 0 ? 0 : 1] ?? core).accounts.register(input));
    });
    const ends = await Promise.all(calls);
    expect(ends.filter((one) => one === "resolved")).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(["resolved", "OIDC_CODE_INVALID", "STATE_CONFLICT"]));
    expect(await store.count(openIdIdentities)).toBe(1);
  });

  test("and the code before it are stored as digests, and swept", async () => {
    const { core, store, clock } = await open();
    const secrets = [await begun(core), (await signedIn(core, "ada")).code];
    secrets.push(await registration(core, "ada"), VERIFIER);
    const stored = JSON.stringify(await store.find(openIdFlows));
    for (const secret of secrets) expect(stored).not.toContain(secret);
    await clock.advance(1800 * SECOND);
    await core.maintain();
    expect(await store.count(openIdFlows)).toBe(0);
  });

  test("counts as a registration of the IP address", async () => {
    const { core } = await open({ registrationsPerHour: 1 });
    await join(core, "ada");
    const openId = { code: "or_x", verifier: VERIFIER };
    const other = { ...ADA, username: "bob", openId };
    expect(await codeOf(core.accounts.register(other, HOME))).toBe("RATE_LIMITED");
  });
});

describe("an account that a stranger made before its owner came", () => {
  test("with the owner's wallet is not opened by the wallet, which its owner takes to an own one", async () => {
    const { core, people } = await open();
    people.set("mallory", person("mallory"));
    const { user } = await join(core, "mallory", { ...ADA, username: "mallory" });
    const own = await prove(core);
    await expect(core.accounts.login(own)).rejects.toMatchObject({
      code: "WALLET_TAKEN",
      details: { verified: false },
    });
    const ada = await core.accounts.register({ ...ADA, ...(await prove(core)) });
    expect(ada.user.id).not.toBe(user.id);
    expect((await core.accounts.login(await prove(core))).user.id).toBe(ada.user.id);
    expect(await login(core, "mallory")).toBe(user.id);
    expect((await core.accounts.get(user.id)).walletAddress).toBe(null);
  });

  test("with the owner's address falls to its owner without the stranger's identity", async () => {
    const made = await open();
    const { core, people } = made;
    people.set("mallory", person("mallory", { email: EMAIL, isEmailVerified: false }));
    const { user } = await join(core, "mallory", { ...ADA, email: EMAIL, password: PASSWORD });
    await resetPassword(made, EMAIL);
    expect(await codeOf(login(core, "mallory"))).toBe("OIDC_REGISTRATION_REQUIRED");
    const again = { email: EMAIL, password: "another horse battery" };
    expect((await core.accounts.login(again)).user.id).toBe(user.id);
  });

  test("keeps the identity whose provider has verified that very address", async () => {
    const made = await open();
    const { core } = made;
    const { user } = await join(core, "ada", { ...ADA, email: EMAIL, password: PASSWORD });
    await resetPassword(made, EMAIL);
    expect(await login(core, "ada")).toBe(user.id);
  });
});

describe("the code of a sign-in", () => {
  test("works once, of fifty calls on two cores, with the verifier of the page, for a minute", async () => {
    const { core, again, clock } = await open();
    await join(core, "ada");
    const other = await again();
    const code = await signedIn(core, "ada");
    for (const verifier of ["", "w".repeat(43), challengeOf(VERIFIER)]) {
      expect(await codeOf(core.openId.login({ ...code, verifier }))).toBe("OIDC_CODE_INVALID");
    }
    const calls = Array.from({ length: 50 }, (_, i) => (i % 2 ? core : other).openId.login(code));
    const codes = await Promise.all(calls.map(codeOf));
    expect(codes.filter((one) => one === "resolved")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["resolved", "OIDC_CODE_INVALID"]));
    const late = await signedIn(core, "ada");
    await clock.advance(60 * SECOND);
    expect(await codeOf(core.openId.login(late))).toBe("OIDC_CODE_INVALID");
  });

  test("is made for no answer that another provider was asked for, and the trail has the refusal", async () => {
    const { core } = await open();
    const search = `?state=${await begun(core)}&code=ada`;
    for (const provider of ["other", "google"]) {
      const { url } = await core.openId.finish({ provider, search }, HOME);
      expect(url).toBe("https://a.example/#sign-in-failed=SIGN_IN_EXPIRED");
    }
    const { items } = await core.trail.find({ action: "openid.refused" });
    expect(items[0]).toMatchObject({ actor: "anonymous", address: HOME.ip, outcome: "refused" });
  });

  test("is refused with what is missing where no providers are set up", async () => {
    for (const [options, missing] of [
      [{}, "OIDC_PROVIDERS"],
      [{ openId: { missing: "PUBLIC_URL" } }, "PUBLIC_URL"],
    ] as const) {
      const { core, author } = await fixture(options);
      expect(core.openId.providers()).toEqual([]);
      const code = { code: "oc_x", verifier: VERIFIER };
      const start = { provider: "google", challenge: challengeOf(VERIFIER) };
      for (const call of [
        core.openId.begin(start),
        core.openId.finish({ provider: "google", search: "" }),
        core.openId.login(code),
        core.openId.link(author, code),
        core.accounts.register({ ...ADA, openId: code }),
      ]) {
        await expect(call).rejects.toMatchObject({
          code: "OIDC_UNAVAILABLE",
          message: expect.stringContaining(missing) as string,
        });
      }
    }
  });

  test("begins with a challenge at a known provider", async () => {
    const { core } = await open();
    const challenge = challengeOf(VERIFIER);
    expect(await codeOf(core.openId.begin({ provider: "x", challenge }))).toBe("NOT_FOUND");
    await expect(core.openId.begin({ provider: "google", challenge: "" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [expect.objectContaining({ loc: ["query", "challenge"] })] },
    });
  });
});

describe("an account with an identity", () => {
  test("that is suspended logs in and links nothing", async () => {
    const { core, admin, people } = await open();
    people.set("work", person("work"));
    const { user } = await join(core, "ada");
    await core.moderation.suspend(admin, user.id, { reason: "It spams the queue." });
    const actor = await actorOf(core, await core.openId.login(await signedIn(core, "ada")));
    const linked = core.openId.link(actor, await signedIn(core, "work"));
    expect(await codeOf(linked)).toBe("ACCOUNT_SUSPENDED");
  });

  test("that waits for its deletion logs in to cancel it, and is closed once it is deleted", async () => {
    const { core, store, clock } = await open();
    const joined = await join(core, "ada");
    const { refreshToken } = joined;
    const actor = await actorOf(core, joined);
    const copy = await core.personalData.export(actor);
    expect(copy.identities).toEqual([expect.objectContaining({ subject: "ada", email: EMAIL })]);
    await core.personalData.requestDeletion(actor, { refreshToken });
    const back = await core.openId.login(await signedIn(core, "ada"));
    expect(back.user.deletesAt).toBeTypeOf("number");
    await clock.advance(7 * 86_400 * SECOND);
    await core.maintain();
    expect(await codeOf(login(core, "ada"))).toBe("INVALID_CREDENTIALS");
    await clock.advance(60 * SECOND);
    await core.maintain();
    expect(await store.count(openIdIdentities)).toBe(0);
    expect(await codeOf(login(core, "ada"))).toBe("OIDC_REGISTRATION_REQUIRED");
  });

  test("and a second factor asks for it, but where the device is remembered", async () => {
    const { core, clock } = await open();
    const joined = await join(core, "ada");
    const actor = await actorOf(core, joined);
    const { id, secret } = await core.factors.addTotp(actor);
    await core.factors.confirmTotp(actor, { id, code: await codeAt(secret, clock.now()) });
    const again = core.openId.login(await signedIn(core, "ada"));
    const challenge = await again.then(
      () => "logged in",
      (error: { readonly details: { readonly challenge?: string } }) => error.details.challenge,
    );
    await clock.advance(30 * SECOND);
    const answer = { challenge: challenge ?? "", code: await codeAt(secret, clock.now()) };
    const login = await core.accounts.loginWithFactor({ ...answer, remember: true });
    expect(login.user.id).toBe(actor.id);
    const code = await signedIn(core, "ada");
    const deviceSecret = login.deviceSecret ?? "none";
    expect((await core.openId.login({ ...code, deviceSecret })).user.id).toBe(actor.id);
    expect(await codeOf(core.openId.login({ ...code, deviceSecret }))).toBe("OIDC_CODE_INVALID");
    const strange = { ...(await signedIn(core, "ada")), deviceSecret: "rd_x" };
    expect(await codeOf(core.openId.login(strange))).toBe("FACTOR_REQUIRED");
  });

  test("is the only one with it, tells its holder, and unlinks it but for the last way in", async () => {
    const { core, people, store, mails } = await open();
    people.set("bob", person("bob")).set("work", person("work"));
    const ada = await actorOf(core, await join(core, "ada"));
    const withPassword = { username: "bob", email: "bob@example.com", password: PASSWORD };
    const walletAddress = `0x${"b".repeat(40)}`;
    const bob = await actorOf(core, await join(core, "bob", { walletAddress, ...withPassword }));
    for (const actor of [ada, bob]) {
      const taken = core.openId.link(actor, await signedIn(core, "ada"));
      expect(await codeOf(taken)).toBe("STATE_CONFLICT");
    }
    const [own] = await core.openId.list(ada);
    const id = own?.id ?? "";
    expect(own).toMatchObject({ provider: "google", subject: "ada", lastUsedAt: null });
    expect(await codeOf(core.openId.unlink(bob, id))).toBe("NOT_FOUND");
    expect(await codeOf(core.openId.unlink(ada, id))).toBe("STATE_CONFLICT");
    const work = await core.openId.link(ada, await signedIn(core, "work"));
    const ends = await Promise.all(
      [id, work.id].map((one) => codeOf(core.openId.unlink(ada, one))),
    );
    expect(ends.toSorted((a, b) => a.localeCompare(b))).toEqual(["resolved", "STATE_CONFLICT"]);
    const [bobs] = await core.openId.list(bob);
    await core.openId.unlink(bob, bobs?.id ?? "");
    await core.mails.deliverDue();
    expect(mails.map(({ text }) => text).join()).toContain("The sign-in with google was unlinked.");
    expect(await store.count(openIdIdentities)).toBe(1);
  });

  test("that has proved its wallet unlinks its only identity", async () => {
    const { core } = await open();
    const joined = await join(core, "ada", { ...ADA, ...(await prove(core)) });
    const actor = await actorOf(core, joined);
    const [own] = await core.openId.list(actor);
    await core.openId.unlink(actor, own?.id ?? "");
    expect(await codeOf(login(core, "ada"))).toBe("OIDC_REGISTRATION_REQUIRED");
    expect((await core.accounts.login(await prove(core))).user.id).toBe(actor.id);
  });
});
