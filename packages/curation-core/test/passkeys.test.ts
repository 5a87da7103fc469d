/** Passkeys in curation: alone and beside any first proof, and never a squatter's of the owner of a wallet. */
import { Wallet } from "ethers";
import { expect, test } from "vitest";

import {
  type Authenticator,
  createAuthenticator,
} from "../../conformance/src/factors/authenticator.ts";
import type { Actor, CurationCore, SignedIn, WalletProof } from "../src/index.ts";
import { codeOf, fixture, type Fixture, PASSWORD } from "./support/curation.ts";

const ORIGIN = "https://markets.example";
const EMAIL = "ann@example.com";
const signer = new Wallet(`0x${"11".repeat(32)}`);

const world = (): Promise<Fixture> =>
  fixture({ passkeys: { publicUrl: ORIGIN, webauthn: () => import("@simplewebauthn/server") } });

async function prove({ core }: Fixture): Promise<WalletProof> {
  const { message } = await core.wallets.issue(signer.address);
  return { message, signature: await signer.signMessage(message) };
}

async function join(
  { core }: Fixture,
  more: object,
): Promise<{ readonly actor: Actor; readonly device: Authenticator; readonly factorId: string }> {
  const registration = { walletAddress: signer.address, username: "ann", ...more };
  const { token } = await core.accounts.register(registration);
  const actor = await core.guard.identify(`Bearer ${token}`);
  const device = createAuthenticator(ORIGIN);
  const credential = device.create(await core.factors.beginPasskey(actor));
  const { id, recoveryCodes } = await core.factors.addPasskey(actor, {
    credential,
    name: "Laptop",
  });
  expect(recoveryCodes).toHaveLength(10);
  return { actor, device, factorId: id };
}

async function enter(core: CurationCore, device: Authenticator): Promise<SignedIn> {
  const options = await core.accounts.beginPasskeyLogin();
  return await core.accounts.loginWithPasskey({ credential: device.use(options) });
}

async function challengeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => Promise.reject(new Error("not challenged")),
    (error: { readonly details: { readonly challenge: string } }) => error.details.challenge,
  );
}

test("a passkey logs in alone, beside a password or a wallet, and steps a session up", async () => {
  const made = await world();
  const { core } = made;
  const login = { email: EMAIL, password: PASSWORD };
  const { actor, device, factorId } = await join(made, { ...login, ...(await prove(made)) });
  expect((await enter(core, device)).user.id).toBe(actor.id);
  for (const proof of [login, await prove(made)]) {
    const challenge = await challengeOf(core.accounts.login(proof));
    const credential = device.use(await core.accounts.beginPasskeyLogin({ challenge }));
    expect((await core.accounts.loginWithFactor({ challenge, credential })).user.id).toBe(actor.id);
  }
  const challenge = await challengeOf(core.factors.requireStepUp(actor));
  const credential = device.use(await core.accounts.beginPasskeyLogin({ challenge }));
  await core.factors.stepUp(actor, { challenge, credential });
  await core.factors.requireStepUp(actor);
  expect(await core.factors.list(actor)).toMatchObject([
    { id: factorId, kind: "passkey", name: "Laptop", recoveryCodes: 10 },
  ]);
  await core.factors.remove(actor, factorId);
  expect(await codeOf(enter(core, device))).toBe("INVALID_CREDENTIALS");
});

test("a passkey whose counter went back is refused, with a row of its own in the trail", async () => {
  const made = await world();
  const { core } = made;
  const { actor, device, factorId } = await join(made, { email: EMAIL, password: PASSWORD });
  const enterAt = async (counter: number): Promise<SignedIn> => {
    const options = await core.accounts.beginPasskeyLogin();
    const credential = device.use(options, { counter });
    return await core.accounts.loginWithPasskey({ credential }, { ip: "203.0.113.7" });
  };
  await enterAt(9);
  expect(await codeOf(enterAt(8))).toBe("INVALID_CREDENTIALS");
  await core.trail.flush();
  const { items } = await core.trail.find({ action: "factor.cloned" });
  const by = { actor: "anonymous", account: actor.id, address: "203.0.113.7" };
  expect(items).toMatchObject([{ ...by, subject: factorId, outcome: "refused" }]);
});

test("a passkey of whoever registered a wallet's address without a proof opens nothing to them once it is proved", async () => {
  const made = await world();
  const { core } = made;
  const { actor, device } = await join(made, {});
  const { user } = await core.accounts.login(await prove(made));
  expect(user.id).toBe(actor.id);
  expect(await core.factors.list(actor)).toEqual([]);
  expect(await codeOf(enter(core, device))).toBe("INVALID_CREDENTIALS");
});

test("a service without an address or the library says what is missing", async () => {
  const { core, author } = await fixture();
  expect(core.hasPasskeys).toBe(false);
  expect(await codeOf(core.factors.beginPasskey(author))).toBe("PASSKEYS_UNAVAILABLE");
  expect(await codeOf(core.accounts.beginPasskeyLogin())).toBe("PASSKEYS_UNAVAILABLE");
});
