import { createHash } from "node:crypto";

import { type Mail, type WebhookRequest } from "@bourse/outbox";
import { Wallet } from "ethers/wallet";
import { describe, expect, test } from "vitest";

import { fromBase32 } from "../../credentials/src/factors/base32.ts";
import { hotp, stepAt } from "../../credentials/src/factors/totp.ts";
import type { Actor, CurationCoreOptions, RecoveryProof } from "../src/index.ts";
import { type Fixture, codeOf, DAY, fixture, PASSWORD } from "./support/curation.ts";

const HOUR = 3_600_000;
const ADA = "ada@example.com";

function walletOf(name: string): Wallet {
  return new Wallet(`0x${createHash("sha256").update(name).digest("hex")}`);
}
const [LOST, SECOND, NEW, OTHER] = ["lost", "second", "new", "other"].map(walletOf) as [
  Wallet,
  Wallet,
  Wallet,
  Wallet,
];

interface Losing extends Fixture {
  readonly mails: Mail[];
  readonly ada: Actor;
  readonly signed: (signer: Wallet) => Promise<{ message: string; signature: string }>;
  /** Tokens of the links that were mailed for a purpose, oldest first. */
  readonly links: (prefix: string) => Promise<readonly string[]>;
  /** Asks for a link and takes it from the mail. */
  readonly link: () => Promise<string>;
  readonly identify: (token: string) => Promise<Actor>;
  readonly complete: (recoveryToken: string, signer?: Wallet) => Promise<void>;
  /** Adds the second wallet by a signature of the first. */
  readonly add: (signer?: Wallet, actor?: Actor) => Promise<void>;
}

/** A person with a proved wallet, and an address that is proved unless `isProved` is false. */
async function losing(
  options: Partial<CurationCoreOptions> = {},
  isProved = true,
): Promise<Losing> {
  const mails: Mail[] = [];
  const sender = { send: async (mail: Mail) => void mails.push(mail) };
  const mail = { publicUrl: "https://a.example", sender, mailRequestsPerAccount: 100 };
  const made = await fixture({ mail, ...options });
  const { core } = made;
  const signed: Losing["signed"] = async (signer) => {
    const { message } = await core.wallets.issue(signer.address);
    return { message, signature: await signer.signMessage(message) };
  };
  const links: Losing["links"] = async (prefix) => {
    await core.mails.deliverDue();
    const form = new RegExp(`${prefix}_[\\w-]{43}`);
    return mails.flatMap(({ text }) => form.exec(text)?.[0] ?? []);
  };
  const identify: Losing["identify"] = (token) => core.guard.identify(`Bearer ${token}`);
  const login = { username: "ada", email: ADA, password: PASSWORD };
  const proved = { walletAddress: LOST.address, ...(await signed(LOST)) };
  const ada = await identify((await core.accounts.register({ ...proved, ...login })).token);
  if (isProved) {
    await core.accounts.requestEmailVerification(ada);
    await core.accounts.verifyEmail((await links("ev"))[0] ?? "");
  }
  return {
    ...made,
    mails,
    ada,
    signed,
    links,
    identify,
    link: async () => {
      await core.recovery.request(ADA);
      return (await links("wr")).at(-1) ?? "";
    },
    complete: async (recoveryToken, signer = NEW) =>
      core.recovery.complete({
        recoveryToken,
        walletAddress: signer.address,
        ...(await signed(signer)),
      }),
    add: async (signer = SECOND, actor = ada) => {
      const { message: currentMessage, signature: currentSignature } = await signed(LOST);
      await core.recovery.addWallet(actor, {
        walletAddress: signer.address,
        ...(await signed(signer)),
        currentMessage,
        currentSignature,
      });
    },
  };
}

/** Begins by a proof, waits, and proves it again. */
async function waited(
  { core, clock }: Losing,
  proof: () => Promise<RecoveryProof>,
): Promise<string> {
  await core.recovery.prove(await proof());
  await clock.advance(72 * HOUR);
  return (await core.recovery.prove(await proof())).recoveryToken;
}

const byMail = (made: Losing) => async () => ({ token: await made.link() });

describe("the recovery of an account whose wallet is lost", () => {
  test("waits 72 hours after the link, tells the address, and gives the account the new wallet", async () => {
    const made = await losing();
    const { core, clock, ada, mails, signed } = made;
    const { recoveryToken, completesAt } = await core.recovery.prove({ token: await made.link() });
    expect(completesAt).toBe(clock.now() + 72 * HOUR);
    await core.mails.deliverDue();
    expect(mails.at(-1)?.subject).toBe("The recovery of your account of Bourse has begun");
    expect((await core.accounts.get(ada.id)).recovery).toMatchObject({ completesAt });
    expect(await codeOf(made.complete(recoveryToken))).toBe("STATE_CONFLICT");

    await clock.advance(72 * HOUR - 1);
    const early = await core.recovery.prove({ token: await made.link() });
    expect(early.completesAt).toBe(completesAt);
    expect(await codeOf(made.complete(early.recoveryToken))).toBe("STATE_CONFLICT");
    expect(await codeOf(made.complete(recoveryToken)), "an older token").toBe("LINK_INVALID");
    await clock.advance(1);
    await made.complete(early.recoveryToken);

    expect(await core.accounts.get(ada.id)).toMatchObject({
      walletAddress: NEW.address,
      walletVerified: true,
    });
    expect((await core.accounts.get(ada.id)).recovery).toBeUndefined();
    expect(await codeOf(core.accounts.login(await signed(LOST)))).toBe("INVALID_CREDENTIALS");
    expect((await core.accounts.login(await signed(NEW))).user.id).toBe(ada.id);
    expect(await codeOf(made.complete(early.recoveryToken))).toBe("LINK_INVALID");
    await core.mails.deliverDue();
    expect(mails.at(-1)?.subject).toBe("Your wallet at Bourse was changed");
    await core.trail.flush();
    const rows = await core.trail.find({ account: ada.id });
    expect(rows.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["account.recovery_started", "account.recovered"]),
    );
  });

  test("ends every session, also that of whoever holds the account meanwhile", async () => {
    const made = await losing();
    const { core, ada } = made;
    await made.complete(await waited(made, byMail(made)));
    expect(await core.sessions.list(ada)).toEqual([]);
  });

  test("is begun by a link that works once, for one purpose", async () => {
    const made = await losing();
    const { core } = made;
    const token = await made.link();
    await core.recovery.prove({ token });
    expect(await codeOf(core.recovery.prove({ token }))).toBe("LINK_INVALID");
    await core.accounts.requestPasswordReset(ADA);
    const reset = (await made.links("pr")).at(-1) ?? "";
    expect(await codeOf(core.recovery.prove({ token: reset }))).toBe("LINK_INVALID");
    const again = await made.link();
    expect(await codeOf(core.accounts.resetPassword({ token: again, password: PASSWORD }))).toBe(
      "LINK_INVALID",
    );
    await made.clock.advance(30 * 60_000);
    expect(await codeOf(core.recovery.prove({ token: again }))).toBe("LINK_INVALID");
  });

  test("sends a link to a proved address of a proved wallet alone, and says so to others", async () => {
    const made = await losing({}, false);
    const { core, mails } = made;
    await core.recovery.request("nobody@example.com");
    expect(await made.link()).toBe("");
    expect(mails.map(({ to }) => to)).toEqual([ADA]);
    expect(mails[0]?.text).toContain("no link is sent");
  });

  test.each(["wallet", "password"] as const)("ends by a login by the %s", async (way) => {
    const made = await losing();
    const { core, ada, mails } = made;
    const { recoveryToken } = await core.recovery.prove({ token: await made.link() });
    const unused = await made.link();
    const login = way === "wallet" ? await made.signed(LOST) : { email: ADA, password: PASSWORD };
    expect((await core.accounts.login(login)).user.recovery).toBeUndefined();
    await core.mails.deliverDue();
    expect(mails.at(-1)?.subject).toBe("The recovery of your account of Bourse has ended");
    await made.clock.advance(72 * HOUR);
    expect(await codeOf(made.complete(recoveryToken))).toBe("LINK_INVALID");
    expect(await codeOf(core.recovery.prove({ token: unused }))).toBe("LINK_INVALID");
    const begun = await core.recovery.prove({ token: await made.link() });
    expect(begun.completesAt, "a new recovery waits anew").toBe(made.clock.now() + 72 * HOUR);
    expect((await core.accounts.get(ada.id)).walletAddress).toBe(LOST.address);
  });

  test("ends when its owner cancels it, once", async () => {
    const made = await losing();
    const { core, ada } = made;
    expect(await codeOf(core.recovery.cancel(ada))).toBe("NOT_FOUND");
    const { recoveryToken } = await core.recovery.prove({ token: await made.link() });
    await core.recovery.cancel(ada);
    expect(await codeOf(core.recovery.cancel(ada))).toBe("NOT_FOUND");
    await made.clock.advance(72 * HOUR);
    expect(await codeOf(made.complete(recoveryToken))).toBe("LINK_INVALID");
  });

  test("ends by a change of a credential and by a reset of the password", async () => {
    for (const end of ["change", "reset"] as const) {
      const made = await losing();
      const { core, ada } = made;
      const { recoveryToken } = await core.recovery.prove({ token: await made.link() });
      if (end === "change") {
        const change = { newPassword: "staple correct horse", currentPassword: PASSWORD };
        await core.accounts.setPassword(ada, change);
      } else {
        await core.accounts.requestPasswordReset(ADA);
        const token = (await made.links("pr")).at(-1) ?? "";
        await core.accounts.resetPassword({ token, password: "staple correct horse" });
      }
      await made.clock.advance(72 * HOUR);
      expect(await codeOf(made.complete(recoveryToken)), end).toBe("LINK_INVALID");
    }
  });

  test("counts for a week after its time", async () => {
    const made = await losing();
    const { core, clock } = made;
    await core.recovery.prove({ token: await made.link() });
    await clock.advance(72 * HOUR + 7 * DAY);
    const late = await core.recovery.prove({ token: await made.link() });
    expect(late.completesAt).toBe(clock.now() + 72 * HOUR);
  });

  test("of 50 completions at the same time one succeeds", async () => {
    const made = await losing();
    const token = await waited(made, byMail(made));
    const signers = Array.from({ length: 50 }, (_, at) => walletOf(`racer ${at}`));
    const codes = await Promise.all(signers.map((signer) => codeOf(made.complete(token, signer))));
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(codes.filter((code) => code === "LINK_INVALID")).toHaveLength(49);
  });

  test("refuses a wallet that another account has proved, and takes over a mere claim", async () => {
    const made = await losing();
    const { core, join } = made;
    const proved = { walletAddress: OTHER.address, ...(await made.signed(OTHER)) };
    await core.accounts.register({ ...proved, username: "owner" });
    const claimed = await core.accounts.register({
      walletAddress: NEW.address,
      username: "claimer",
    });
    await join("bystander");
    const token = await waited(made, byMail(made));
    expect(await codeOf(made.complete(token, OTHER))).toBe("WALLET_TAKEN");
    await made.complete(token);
    expect((await core.accounts.get(claimed.user.id)).walletAddress).toBeNull();
  });

  test("is refused for another wallet than the signer's, and uses the signature up", async () => {
    const made = await losing();
    const { core } = made;
    const recoveryToken = await waited(made, byMail(made));
    const proof = await made.signed(OTHER);
    const wrong = { recoveryToken, walletAddress: NEW.address, ...proof };
    expect(await codeOf(core.recovery.complete(wrong))).toBe("WALLET_PROOF_INVALID");
    await core.recovery.complete({ ...wrong, walletAddress: OTHER.address });
    const login = core.accounts.login(proof);
    expect(await codeOf(login)).toBe("WALLET_PROOF_INVALID");
  });

  test("does not reopen a suspended account, and is completed when the suspension is lifted", async () => {
    const made = await losing();
    const { core, admin, ada } = made;
    await core.moderation.suspend(admin, ada.id, { reason: "It spams the queue." });
    const token = await waited(made, byMail(made));
    expect(await codeOf(made.complete(token))).toBe("ACCOUNT_SUSPENDED");
    await core.moderation.reinstate(admin, ada.id);
    await made.complete(token);
  });

  test("does not stop a deletion, which ends it", async () => {
    const made = await losing({ deletionWaitDays: 2 });
    const { core, clock, ada } = made;
    await core.personalData.requestDeletion(ada, { currentPassword: PASSWORD });
    const { recoveryToken } = await core.recovery.prove({ token: await made.link() });
    await clock.advance(72 * HOUR);
    await core.maintain();
    expect(await codeOf(made.complete(recoveryToken))).toBe("LINK_INVALID");
    await made.link();
    expect(await made.links("wr"), "no other link was sent").toHaveLength(1);
  });

  test("ends with all sessions after a restored backup", async () => {
    const made = await losing();
    const { core, clock } = made;
    await core.recovery.prove({ token: await made.link() });
    const token = await made.link();
    await core.sessions.endEverybody();
    await clock.advance(60_000);
    const anew = await core.recovery.prove({ token });
    expect(anew.completesAt).toBe(clock.now() + 72 * HOUR);
  });
});

describe("an account with a second factor", () => {
  test("is asked for it before its recovery waits, in a challenge that logs in to nothing", async () => {
    const made = await losing();
    const { core, ada } = made;
    const { id, secret } = await core.factors.addTotp(ada);
    const first = await hotp(fromBase32(secret), stepAt(made.clock.now()));
    const codes = await core.factors.confirmTotp(ada, { id, code: first });
    const token = await made.link();
    const asked = await core.recovery.prove({ token }).catch((error: unknown) => error);
    expect(asked).toMatchObject({ code: "FACTOR_REQUIRED" });
    const { challenge } = (asked as { details: { challenge: string } }).details;
    const [code = ""] = codes;
    expect(await codeOf(core.accounts.loginWithFactor({ challenge, code }))).toBe(
      "CHALLENGE_INVALID",
    );
    expect(await codeOf(core.recovery.prove({ token, challenge, code: "000000" }))).toBe(
      "INVALID_CREDENTIALS",
    );
    await core.recovery.prove({ token, challenge, code });
  });
});

describe("an account with a role", () => {
  test("is not recovered by a mail alone, and is by a second wallet", async () => {
    const made = await losing();
    const { core, admin, ada } = made;
    await made.add();
    await core.users.setRoles(admin, ada.id, ["curator"]);
    expect(await codeOf(core.recovery.prove({ token: await made.link() }))).toBe("FORBIDDEN");
    await made.complete(await waited(made, () => made.signed(SECOND)));
    expect((await core.accounts.get(ada.id)).roles).toEqual(["curator"]);
  });

  test("that it gets while a recovery waits ends the way by mail", async () => {
    const made = await losing();
    const { core, admin, ada } = made;
    const token = await waited(made, byMail(made));
    await core.users.setRoles(admin, ada.id, ["admin"]);
    expect(await codeOf(made.complete(token))).toBe("LINK_INVALID");
  });
});

describe("a second wallet", () => {
  test("recovers its account after the waiting time, also in the place of the lost one", async () => {
    const made = await losing();
    const { core, ada, signed } = made;
    await made.add();
    expect(await core.recovery.wallets(ada)).toEqual([
      { walletAddress: SECOND.address, addedAt: made.clock.now() },
    ]);
    expect(await codeOf(core.accounts.login(await signed(SECOND)))).toBe("INVALID_CREDENTIALS");
    expect(await codeOf(core.recovery.prove(await signed(NEW)))).toBe("INVALID_CREDENTIALS");
    expect(await codeOf(core.recovery.prove(await signed(LOST)))).toBe("INVALID_CREDENTIALS");
    await made.complete(await waited(made, () => signed(SECOND)), SECOND);
    expect((await core.accounts.login(await signed(SECOND))).user.id).toBe(ada.id);
    expect(await core.recovery.wallets(ada)).toEqual([]);
  });

  test("waits for itself: the time of a recovery by mail does not count for it", async () => {
    const made = await losing();
    const { core, clock } = made;
    await made.add();
    await core.recovery.prove({ token: await made.link() });
    await clock.advance(72 * HOUR);
    const begun = await core.recovery.prove(await made.signed(SECOND));
    expect(begun.completesAt).toBe(clock.now() + 72 * HOUR);
  });

  test("is added by its signature and a proof of the owner, five at most", async () => {
    const made = await losing();
    const { core, ada } = made;
    const bare = { walletAddress: SECOND.address, ...(await made.signed(SECOND)) };
    expect(await codeOf(core.recovery.addWallet(ada, bare))).toBe("REAUTHENTICATION_REQUIRED");
    expect(await codeOf(made.add(LOST))).toBe("VALIDATION_ERROR");
    for (let at = 0; at < 5; at += 1) await made.add(walletOf(`second ${at}`));
    expect(await codeOf(made.add())).toBe("QUOTA_EXCEEDED");
    await core.mails.deliverDue();
    expect(made.mails.at(-1)?.subject).toBe("The wallets of your account of Bourse were changed");
  });

  test("belongs to one account: nobody else adds, registers or claims it", async () => {
    const made = await losing();
    const { core, join } = made;
    await made.add();
    const proof = { walletAddress: SECOND.address, ...(await made.signed(SECOND)) };
    expect(await codeOf(core.accounts.register({ ...proof, username: "eve" }))).toBe(
      "WALLET_TAKEN",
    );
    const claim = core.accounts.register({ walletAddress: SECOND.address, username: "eva" });
    expect(await codeOf(claim)).toBe("WALLET_TAKEN");
    const other = await join("bert");
    expect(await codeOf(made.add(SECOND, other))).toBe("INVALID_CREDENTIALS");
  });

  test("takes over an address that another account only claims", async () => {
    const made = await losing();
    const { core } = made;
    const { user } = await core.accounts.register({
      walletAddress: SECOND.address,
      username: "claimer",
    });
    await made.add();
    expect((await core.accounts.get(user.id)).walletAddress).toBeNull();
  });

  test("that is removed recovers nothing, also in a recovery that waits", async () => {
    const made = await losing();
    const { core, ada } = made;
    await made.add();
    const token = await waited(made, () => made.signed(SECOND));
    await core.recovery.removeWallet(ada, SECOND.address);
    expect(await codeOf(core.recovery.removeWallet(ada, SECOND.address))).toBe("NOT_FOUND");
    expect(await codeOf(made.complete(token))).toBe("LINK_INVALID");
    expect(await codeOf(core.recovery.prove(await made.signed(SECOND)))).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("of whoever registered an address first ends when its reader resets the password", async () => {
    const made = await losing();
    const { core } = made;
    const thief = await core.accounts.register({
      walletAddress: `0x${"9".repeat(40)}`,
      username: "thief",
      email: "eve@example.com",
      password: PASSWORD,
    });
    const actor = await made.identify(thief.token);
    await core.recovery.addWallet(actor, {
      walletAddress: OTHER.address,
      ...(await made.signed(OTHER)),
      currentPassword: PASSWORD,
    });
    await core.accounts.requestPasswordReset("eve@example.com");
    const token = (await made.links("pr")).at(-1) ?? "";
    await core.accounts.resetPassword({ token, password: "staple correct horse" });
    expect(await core.recovery.wallets(actor)).toEqual([]);
  });
});

describe("a password that a link has reset", () => {
  test("replaces a proved wallet no sooner than a recovery does, and adds no second one", async () => {
    const made = await losing();
    const { core, clock } = made;
    await core.accounts.requestPasswordReset(ADA);
    const token = (await made.links("pr")).at(-1) ?? "";
    const currentPassword = "staple correct horse";
    await core.accounts.resetPassword({ token, password: currentPassword });
    const login = { email: ADA, password: currentPassword };
    const actor = await made.identify((await core.accounts.login(login)).token);
    const change = async () => ({
      walletAddress: NEW.address,
      ...(await made.signed(NEW)),
      currentPassword,
    });
    const [set, add] = [
      core.accounts.setWallet(actor, await change()),
      core.recovery.addWallet(actor, await change()),
    ];
    expect(await codeOf(set)).toBe("REAUTHENTICATION_REQUIRED");
    expect(await codeOf(add)).toBe("REAUTHENTICATION_REQUIRED");
    await made.add();
    await clock.advance(72 * HOUR);
    const later = await made.identify((await core.accounts.login(login)).token);
    expect((await core.accounts.setWallet(later, await change())).walletAddress).toBe(NEW.address);
  });
});

describe("an account that lists a wallet without a proof", () => {
  test.each(["register", "change", "second", "recovery"] as const)(
    "is told by its proved address when the owner proves it by a %s",
    async (way) => {
      const made = await losing();
      const { core, links, mails, identify, signed } = made;
      const email = "bert@example.com";
      const claim = { walletAddress: NEW.address, username: "bert", email, password: PASSWORD };
      const bert = await identify((await core.accounts.register(claim)).token);
      await core.accounts.requestEmailVerification(bert);
      await core.accounts.verifyEmail((await links("ev")).at(-1) ?? "");
      const proof = async () => ({ walletAddress: NEW.address, ...(await signed(NEW)) });
      if (way === "register")
        await core.accounts.register({ ...(await proof()), username: "cleo" });
      else if (way === "change") {
        const change = { ...(await proof()), currentPassword: PASSWORD };
        await core.accounts.setWallet(made.ada, change);
      } else if (way === "second") await made.add(NEW);
      else await made.complete(await waited(made, byMail(made)));
      await core.mails.deliverDue();
      const told = mails.filter(({ subject }) => subject.endsWith("lists a wallet no more"));
      expect(told.map(({ to }) => to)).toEqual([email]);
      expect(await core.accounts.get(bert.id)).toMatchObject({
        walletAddress: null,
        walletVerified: false,
      });
    },
  );

  test("is told nothing at an address that nobody has proved", async () => {
    const made = await losing();
    const { core, mails } = made;
    const claim = { walletAddress: NEW.address, username: "bert" };
    await core.accounts.register({ ...claim, email: "bert@example.com", password: PASSWORD });
    await core.accounts.register({
      walletAddress: NEW.address,
      ...(await made.signed(NEW)),
      username: "cleo",
    });
    await core.mails.deliverDue();
    expect(mails.map(({ to }) => to)).not.toContain("bert@example.com");
  });
});

test("the webhooks of an account hear of its recovery", async () => {
  const sent: WebhookRequest[] = [];
  const made = await losing({
    webhooks: { sender: { refusal: () => undefined, send: async (one) => (sent.push(one), 204) } },
  });
  const { core, ada } = made;
  await core.webhooks.create(ada.id, { url: "https://hooks.example/in", events: ["*"] });
  await core.recovery.prove({ token: await made.link() });
  await core.recovery.cancel(ada);
  await core.webhooks.deliverDue();
  const told = sent.map(({ body }) => JSON.parse(body) as { type: string; data: unknown });
  expect(told.map(({ type }) => type).toSorted()).toEqual([
    "account.recovery_ended",
    "account.recovery_started",
  ]);
  expect(told[0]?.data).toMatchObject({ account_id: ada.id });
});
