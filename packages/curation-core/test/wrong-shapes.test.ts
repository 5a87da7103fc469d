import { createMemoryStore, hasCode } from "@bourse/kernel";
import { beforeAll, expect, test } from "vitest";

import {
  callWithWrongShapes,
  faultsIn,
  functionsOf,
  type GoodCalls,
} from "../../../test/support/wrong-shapes.ts";
import { curationCollections, CurationError, type CurationCore } from "../src/index.ts";
import { DAY, PASSWORD, START, fixture, specification } from "./support/curation.ts";

let core: CurationCore;
let good: GoodCalls;

const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" } as const;
const attestation = {
  ...credential,
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: ["internal"] },
};
const assertion = {
  ...credential,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};

beforeAll(async () => {
  const world = await fixture({ registrationsPerHour: 10_000, openDraftsPerAuthor: 100_000 });
  ({ core } = world);
  const { author, admin, curator } = world;
  const draft = { draftData: specification(), submit: false, aiModelUsed: "none" };
  // A time is a number or text, and a message is any JSON.
  const draftData = specification({ resolutionDeadline: START + 90 * DAY });
  const given = { ...draft, draftData, aiGenerationMetadata: {}, conversationHistory: [] };
  const { id } = await core.drafts.create(author, { draftData: specification() });
  const { marketId } = await core.review.approve(curator, id);
  const market = await core.markets.get(null, marketId ?? "");
  const outcomeId = market.outcomes[0]?.id;
  const waiting = await core.drafts.create(author, { draftData: specification(), submit: false });
  const origin = { ip: "203.0.113.7", userAgent: "test" };
  const page = { limit: 5, cursor: "another list's" };
  const proof = { message: "x", signature: "0x" };
  const owner = {
    currentPassword: "x",
    currentMessage: "x",
    currentSignature: "0x",
    refreshToken: "x",
  };
  const account = { walletAddress: `0x${"e".repeat(40)}`, username: "eve" };
  const login = { email: "eve@example.com", password: PASSWORD };
  const range = { from: 1, to: 2 };
  const reason = "A reason long enough.";
  const seen = { version: 1 };
  const approval = { ...seen, curatorNotes: "Good.", deployImmediately: true };
  const facts = { action: "test", actor: "system" };
  good = {
    "accounts.register": [
      { ...account, ...login, ...proof, adminCode: "x", openId: { code: "x", verifier: "x" } },
      origin,
    ],
    "accounts.login": [{ walletAddress: account.walletAddress, ...login, ...proof }, origin],
    "accounts.loginWithFactor": [{ challenge: "x", code: "123456" }, origin],
    "factors.list": [author],
    "factors.addTotp": [author],
    "factors.confirmTotp": [author, { id: "x", code: "123456" }, origin],
    "factors.beginPasskey": [author],
    "factors.addPasskey": [author, { credential: attestation }],
    "accounts.beginPasskeyLogin": [{}],
    "accounts.loginWithPasskey": [{ credential: assertion }, origin],
    "factors.remove": [author, "no such factor"],
    "factors.removeAll": ["nobody"],
    "factors.devices": [author],
    "factors.forgetDevice": [author, "x"],
    "factors.requireStepUp": [author],
    "factors.stepUp": [author, { challenge: "x", code: "123456" }, origin],
    "accounts.get": [author.id],
    "accounts.walletName": [author.id],
    "accounts.update": [
      author,
      { username: "author", displayName: "Ada", avatarUrl: "https://example.com/a", bio: "Hello." },
    ],
    "accounts.setWallet": [
      author,
      { walletAddress: account.walletAddress, ...proof, ...owner },
      origin,
    ],
    "accounts.setEmail": [
      author,
      { email: login.email, newPassword: PASSWORD, adminCode: "x", ...owner },
      origin,
    ],
    "accounts.setPassword": [author, { newPassword: PASSWORD, ...owner }, origin],
    "accounts.redeemAdminCode": [author, "x"],
    "accounts.requestPasswordReset": ["nobody@example.com", origin],
    "accounts.resetPassword": [{ token: "x", password: "y" }, origin],
    "accounts.passwordResetLink": ["nobody@example.com"],
    "accounts.emailState": [author],
    "accounts.requestEmailVerification": [author, origin],
    "accounts.verifyEmail": ["x", origin],
    "recovery.request": ["nobody@example.com", origin],
    "recovery.prove": [{ ...proof, challenge: "x", code: "123456" }, origin],
    "recovery.complete": [
      { recoveryToken: "x", walletAddress: account.walletAddress, ...proof },
      origin,
    ],
    "recovery.cancel": [author, origin],
    "recovery.wallets": [author],
    "recovery.addWallet": [
      author,
      { walletAddress: account.walletAddress, ...proof, ...owner },
      origin,
    ],
    "recovery.removeWallet": [author, account.walletAddress],
    "mails.start": [],
    "mails.deliverDue": [],
    "mails.measure": [],
    "webhooks.create": [author.id, { url: "https://hooks.example", events: ["*"] }],
    "webhooks.list": [author.id],
    "webhooks.get": [author.id, "x"],
    "webhooks.change": [author.id, "x", { url: "https://a.example", events: ["*"], enabled: true }],
    "webhooks.rotate": [author.id, "x", 1],
    "webhooks.remove": [author.id, "x"],
    "webhooks.deliveries": [author.id, "x", page],
    "webhooks.replay": [author.id, "x", "y"],
    "webhooks.start": [],
    "webhooks.deliverDue": [],
    "webhooks.measure": [],
    "moderation.suspend": [curator, "nobody", { reason, until: 1 }],
    "moderation.reinstate": [curator, "nobody"],
    "moderation.hideComment": [curator, id, { commentId: "x", reason }],
    "moderation.showComment": [curator, id, { commentId: "x" }],
    "personalData.export": [author],
    "personalData.requestDeletionCode": [author, origin],
    "personalData.requestDeletion": [author, { code: "x", ...owner }, origin],
    "personalData.cancelDeletion": [author, origin],
    "personalData.deleteNow": ["user:nobody"],
    "users.list": [admin, { search: "ada", ...page }],
    "users.find": [admin, "user:ada"],
    "users.setRoles": [admin, "nobody", ["curator"]],
    "admins.list": [admin, page],
    "admins.grant": [admin, "nobody"],
    "admins.revoke": [admin, "nobody"],
    "admins.invite": [admin, "new@example.com"],
    "admins.renewCodes": [new Map()],
    "openId.providers": [],
    "openId.begin": [{ provider: "google", challenge: "x" }, origin],
    "openId.finish": [{ provider: "google", search: "" }, origin],
    "openId.login": [{ code: "x", verifier: "x" }, origin],
    "openId.list": [author],
    "openId.link": [author, { code: "x", verifier: "x" }],
    "openId.unlink": [author, "no such identity"],
    "sessions.refresh": ["not a token", { rotate: true }, origin],
    "sessions.logout": ["not a token", origin],
    "sessions.list": [author],
    "sessions.end": [author, "no such session"],
    "sessions.endEverybody": [],
    "guard.identify": ["Bearer x"],
    "guard.identifyOrNobody": ["Bearer x"],
    "wallets.issue": [account.walletAddress, origin],
    "drafts.create": [author, given],
    "drafts.list": [author, { status: "draft", ...page }],
    "drafts.get": [author, id],
    "drafts.edit": [author, waiting.id, { ...seen, draftData, curatorResponse: "Done." }],
    "drafts.submit": [author, id],
    "drafts.withdraw": [author, id],
    "drafts.comment": [author, id, "Hello."],
    "drafts.comments": [author, id],
    "drafts.history": [author, id],
    "drafts.diff": [author, id, { from: 1, to: 1 }],
    "drafts.actions": [author, id],
    "review.queue": [
      curator,
      { status: "pending", assignedToMe: true, tag: "x", minQuality: 0.5, sort: "oldest", ...page },
    ],
    "review.claim": [curator, id],
    "review.release": [curator, id],
    "review.approve": [curator, id, approval],
    "review.reject": [curator, id, { ...seen, reason }],
    "review.requestChanges": [
      curator,
      id,
      { ...seen, requestedChanges: { summary: "More." }, curatorNotes: reason },
    ],
    "review.bulkClaim": [curator, [id]],
    "review.bulkApprove": [curator, [id], approval],
    "review.bulkReject": [curator, [id], { ...seen, reason }],
    "review.stats": [curator, range],
    "markets.list": [
      author,
      {
        state: "active",
        tags: ["x"],
        search: "bitcoin",
        creator: account.walletAddress,
        sortBy: "created_at",
        order: "desc",
        offset: 1,
        ...page,
      },
    ],
    "markets.byWallet": [author, account.walletAddress, page],
    "markets.get": [author, market.id],
    "markets.actions": [author, market.id],
    "markets.resolve": [curator, market.id, { outcomeId, evidenceUrl: "https://example.com/e" }],
    "markets.invalidate": [curator, market.id, reason],
    "markets.launch": [curator, market.id],
    "markets.lock": [curator, market.id],
    "markets.dispute": [author, market.id, reason],
    "events.newest": [],
    "events.resume": [1],
    "events.subscribe": [{ after: 1, signal: AbortSignal.abort() }],
    "signingKeys.signer": [],
    "signingKeys.verifier": ["no such key"],
    "signingKeys.jwks": [],
    "signingKeys.rotate": [],
    "signingKeys.maintain": [],
    "trail.append": [facts],
    "trail.appendIn": [createMemoryStore({ collections: curationCollections }), facts],
    "trail.flush": [],
    "trail.find": [{ action: "x", actor: "x", account: "x", outcome: "ok", ...range, ...page }],
    "trail.verify": [{ sequence: 1, hash: "x" }],
    maintain: [],
  };
});

test("every call is tried", () => {
  expect(functionsOf(core).toSorted()).toEqual([...Object.keys(good), "close"].toSorted());
});

test("a part of an argument that has the wrong shape is VALIDATION_ERROR, in every call", async () => {
  const made = await callWithWrongShapes(core, good);
  expect(made.length).toBeGreaterThan(5000);
  const isOwn = (error: unknown): boolean =>
    error instanceof CurationError || hasCode(error, "STORE_CURSOR_INVALID");
  expect(faultsIn(made, isOwn, ["VALIDATION_ERROR"], ["signingKeys."])).toEqual([]);
});
