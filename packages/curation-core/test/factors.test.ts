/** Second factors: asked after the first proof, whichever it is, and never a squatter's of the owner of a wallet. */
import { Wallet } from "ethers";
import { expect, test } from "vitest";

import { fromBase32 } from "../../credentials/src/factors/base32.ts";
import { hotp, stepAt } from "../../credentials/src/factors/totp.ts";
import type { Actor, FactorChallenge, SignedIn, WalletProof } from "../src/index.ts";
import { PASSWORD, codeOf, fixture, type Fixture } from "./support/curation.ts";

const signer = new Wallet(`0x${"11".repeat(32)}`);
const EMAIL = "ann@example.com";

async function prove({ core }: Fixture): Promise<WalletProof> {
  const { message } = await core.wallets.issue(signer.address);
  return { message, signature: await signer.signMessage(message) };
}

interface Joined {
  readonly actor: Actor;
  readonly signedIn: SignedIn;
  readonly recoveryCodes: readonly string[];
  readonly factorId: string;
}

async function joinWithTotp(world: Fixture, more: object): Promise<Joined> {
  const { core, clock } = world;
  const signedIn = await core.accounts.register({
    walletAddress: signer.address,
    username: "ann",
    ...more,
  });
  const actor = await core.guard.identify(`Bearer ${signedIn.token}`);
  const { id, secret } = await core.factors.addTotp(actor);
  const code = await hotp(fromBase32(secret), stepAt(clock.now()));
  const recoveryCodes = await core.factors.confirmTotp(actor, { id, code });
  return { actor, signedIn, recoveryCodes, factorId: id };
}

async function challengeOf(work: Promise<unknown>): Promise<FactorChallenge> {
  return work.then(
    () => Promise.reject(new Error("not challenged")),
    (error: { readonly details: FactorChallenge }) => error.details,
  );
}

test("a login by password is answered by a code, and the challenge ends with a credential", async () => {
  const world = await fixture();
  const { core } = world;
  const login = { email: EMAIL, password: PASSWORD };
  const { actor, recoveryCodes } = await joinWithTotp(world, login);
  const [first = "", second = ""] = recoveryCodes;
  expect(await codeOf(core.accounts.login(login))).toBe("FACTOR_REQUIRED");
  const { challenge, factors } = await challengeOf(core.accounts.login(login));
  expect(factors).toEqual(["totp", "recovery_code"]);
  const { user } = await core.accounts.loginWithFactor({ challenge, code: first });
  expect(user.id).toBe(actor.id);
  const late = await challengeOf(core.accounts.login(login));
  const change = { currentPassword: PASSWORD, newPassword: "a staple of horses" };
  await core.accounts.setPassword(actor, change);
  const answer = { challenge: late.challenge, code: second };
  expect(await codeOf(core.accounts.loginWithFactor(answer))).toBe("INVALID_CREDENTIALS");
});

test("a login by wallet uses its proof up and is answered by a code", async () => {
  const world = await fixture();
  const { core } = world;
  const { actor, recoveryCodes } = await joinWithTotp(world, await prove(world));
  const proof = await prove(world);
  const { challenge } = await challengeOf(core.accounts.login(proof));
  expect(await codeOf(core.accounts.login(proof))).toBe("WALLET_PROOF_INVALID");
  const answer = { challenge, code: recoveryCodes[0] ?? "" };
  const { user } = await core.accounts.loginWithFactor(answer);
  expect(user.id).toBe(actor.id);
});

test("a factor of whoever registered the address without a proof does not keep its owner out", async () => {
  const world = await fixture();
  const { core } = world;
  const { actor, signedIn } = await joinWithTotp(world, {});
  const { user } = await core.accounts.login(await prove(world));
  expect([user.id, user.walletVerified]).toEqual([actor.id, true]);
  expect(await core.factors.list(actor)).toEqual([]);
  expect(await codeOf(core.guard.identify(`Bearer ${signedIn.token}`))).toBe("INVALID_TOKEN");
});

test("a step-up is good for ten minutes in its session, and for no program without a login", async () => {
  const world = await fixture();
  const { core, clock, author } = world;
  const { actor, recoveryCodes } = await joinWithTotp(world, {});
  await core.factors.requireStepUp(author);
  await core.factors.requireStepUp({ ...actor, sessionId: null });
  expect(await codeOf(core.factors.requireStepUp(actor))).toBe("STEP_UP_REQUIRED");
  const { challenge } = await challengeOf(core.factors.requireStepUp(actor));
  const answer = { challenge, code: recoveryCodes[0] ?? "" };
  expect(await codeOf(core.factors.stepUp(author, answer))).toBe("CHALLENGE_INVALID");
  await core.factors.stepUp(actor, answer);
  await core.factors.requireStepUp(actor);
  await clock.advance(10 * 60_000);
  expect(await codeOf(core.factors.requireStepUp(actor))).toBe("STEP_UP_REQUIRED");
});

test("a factor is removed by its owner, or by the operator with a row in the trail", async () => {
  const world = await fixture();
  const { core, author } = world;
  const { actor, factorId } = await joinWithTotp(world, {});
  expect(await codeOf(core.factors.remove(author, factorId))).toBe("NOT_FOUND");
  expect(await core.factors.removeAll(actor.id)).toBe(1);
  expect(await core.factors.removeAll(actor.id)).toBe(0);
  await core.trail.flush();
  const { items } = await core.trail.find({ action: "factor.removed" });
  expect(items).toMatchObject([{ actor: "operator", account: actor.id, subject: factorId }]);
});
