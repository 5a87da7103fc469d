/** Remembered devices: one secret for each login by password or wallet, until a credential or factor changes. */
import { rememberedDevices } from "@bourse/credentials";
import { Wallet } from "ethers";
import { expect, test } from "vitest";

import { fromBase32 } from "../../credentials/src/factors/base32.ts";
import { hotp, stepAt } from "../../credentials/src/factors/totp.ts";
import type { Actor, FactorChallenge, SignedIn, WalletProof } from "../src/index.ts";
import { PASSWORD, codeOf, fixture, type Fixture } from "./support/curation.ts";

const signer = new Wallet(`0x${"11".repeat(32)}`);
const LOGIN = { email: "ann@example.com", password: PASSWORD };

async function prove({ core }: Fixture): Promise<WalletProof> {
  const { message } = await core.wallets.issue(signer.address);
  return { message, signature: await signer.signMessage(message) };
}

interface World extends Fixture {
  readonly ann: Actor;
  readonly recoveryCodes: string[];
}

async function world(): Promise<World> {
  const made = await fixture();
  const { core, clock } = made;
  const registration = { walletAddress: signer.address, username: "ann", ...LOGIN };
  const { token } = await core.accounts.register({ ...registration, ...(await prove(made)) });
  const ann = await core.guard.identify(`Bearer ${token}`);
  const { id, secret } = await core.factors.addTotp(ann);
  const code = await hotp(fromBase32(secret), stepAt(clock.now()));
  const recoveryCodes = await core.factors.confirmTotp(ann, { id, code });
  return { ...made, ann, recoveryCodes: [...recoveryCodes] };
}

async function remember({ core, recoveryCodes }: World): Promise<string> {
  const { challenge } = await core.accounts.login(LOGIN).then(
    () => Promise.reject(new Error("not challenged")),
    (error: { readonly details: FactorChallenge }) => error.details,
  );
  const answer = { challenge, code: recoveryCodes.pop() ?? "", remember: true };
  return (await core.accounts.loginWithFactor(answer)).deviceSecret ?? "none";
}

test("a login from it needs the first proof alone, by password or by wallet, and answers the next secret", async () => {
  const made = await world();
  const { core, clock, ann } = made;
  const first = await remember(made);
  const byPassword = await core.accounts.login({ ...LOGIN, deviceSecret: first });
  const second = byPassword.deviceSecret ?? "none";
  const proof = await prove(made);
  const byWallet = await core.accounts.login({ ...proof, deviceSecret: second });
  expect([byPassword.user.id, byWallet.user.id]).toEqual([ann.id, ann.id]);
  expect(new Set([first, second, byWallet.deviceSecret]).size).toBe(3);
  const used = core.accounts.login({ ...proof, deviceSecret: byWallet.deviceSecret ?? "" });
  expect(await codeOf(used)).toBe("WALLET_PROOF_INVALID");
  await clock.advance(60_000);
  expect(await core.factors.devices(ann)).toHaveLength(1);
  const actor = await core.guard.identify(`Bearer ${byWallet.token}`);
  expect(await codeOf(core.factors.requireStepUp(actor))).toBe("STEP_UP_REQUIRED");
});

test("a copy of its secret forgets it, ends the sessions that it opened, and leaves a row", async () => {
  const made = await world();
  const { core, clock, ann } = made;
  const stolen = await remember(made);
  const thief: SignedIn = await core.accounts.login({ ...LOGIN, deviceSecret: stolen });
  await clock.advance(30_000);
  const owner = core.accounts.login({ ...LOGIN, deviceSecret: stolen });
  expect(await codeOf(owner)).toBe("FACTOR_REQUIRED");
  expect(await codeOf(core.guard.identify(`Bearer ${thief.token}`))).toBe("INVALID_TOKEN");
  expect(await core.factors.devices(ann)).toEqual([]);
  await core.trail.flush();
  const { items } = await core.trail.find({ account: ann.id });
  const actions = items.map(({ action, actor }) => `${action} by ${actor}`);
  expect(actions).toEqual(
    expect.arrayContaining([`device.remembered by user:${ann.id}`, "device.copied by anonymous"]),
  );
});

test("it is exported, forgotten by its owner alone, and unknown to other accounts", async () => {
  const made = await world();
  const { core, ann, author } = made;
  const secret = await remember(made);
  const devices = await core.factors.devices(ann);
  expect((await core.personalData.export(ann)).rememberedDevices).toEqual(devices);
  const id = devices[0]?.id ?? "";
  expect(await codeOf(core.factors.forgetDevice(author, id))).toBe("NOT_FOUND");
  await core.factors.forgetDevice(ann, id);
  const login = core.accounts.login({ ...LOGIN, deviceSecret: secret });
  expect(await codeOf(login)).toBe("FACTOR_REQUIRED");
});

const acts: Readonly<Record<string, (made: World) => Promise<unknown>>> = {
  "a changed password": ({ core, ann }) =>
    core.accounts.setPassword(ann, {
      currentPassword: PASSWORD,
      newPassword: "a staple of horses",
    }),
  "removed factors": ({ core, ann }) => core.factors.removeAll(ann.id),
  "a suspension": ({ core, curator, ann }) =>
    core.moderation.suspend(curator, ann.id, { reason: "Writes the same draft again and again." }),
  "the deletion of the account": ({ core, ann }) => core.personalData.deleteNow(ann.id),
};

test.each(Object.entries(acts))("all are forgotten by %s", async (_name, act) => {
  const made = await world();
  await remember(made);
  expect(await made.store.count(rememberedDevices)).toBe(1);
  await act(made);
  expect(await made.store.count(rememberedDevices)).toBe(0);
});
