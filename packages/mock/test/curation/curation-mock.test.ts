import { createCurationClient, memoryTokens } from "@bourse/client/curation";
import { createDraftsClient } from "@bourse/client/curation/drafts";
import { createReviewClient } from "@bourse/client/curation/review";
import { curationAnswers } from "@bourse/client/curation/validation";
import { expect, onTestFinished, test } from "vitest";

import { createCurationMock, type CurationMock } from "../../src/curation/index.ts";

async function started(): Promise<CurationMock> {
  const mock = await createCurationMock({ core: { adminEmails: ["admin@example.com"] } });
  onTestFinished(() => mock.close());
  return mock;
}

const clientOf = ({ baseUrl, fetch, clock }: CurationMock, tokens = memoryTokens()) => {
  const common = { baseUrl, fetch, clock, validateAnswers: curationAnswers };
  const client = createCurationClient({ ...common, tokens });
  const options = { ...common, credentials: client.credentials };
  return { ...client, ...createDraftsClient(options), ...createReviewClient(options) };
};

const draft_data = {
  question_text: "Will the tide gauge read above 5 metres on 28 February 2026 at noon UTC?",
  outcomes: [{ label: "Yes" }, { label: "No" }],
  resolution_sources: [{ source_url: "https://tides.example.com/1", source_type: "api" as const }],
  trigger_condition: "The reading at noon.",
  resolution_deadline: "2026-03-01T00:00:00Z",
};

test("the client and the mock go the whole way from a registration to a market", async () => {
  const mock = await started();
  const [ada, admin, anybody] = [clientOf(mock), clientOf(mock), clientOf(mock)];
  const wallet = (digit: string): string => `0x${digit.repeat(40)}`;
  await ada.register({ body: { wallet_address: wallet("1"), username: "ada" } });
  await admin.register({
    body: {
      wallet_address: wallet("2"),
      username: "chief",
      email: "admin@example.com",
      password: "correct horse battery",
      admin_code: await mock.adminCode("admin@example.com"),
    },
  });
  const { id } = await ada.createDraft({ body: { draft_data } });
  expect((await admin.curatorQueue()).map((item) => item.id)).toEqual([id]);
  const approved = await admin.approveDraft({ params: { id }, body: {} });
  const markets = await anybody.listMarkets();
  expect(markets.map((market) => market.id)).toEqual([approved.market_id]);
});

test("a forgotten password is replaced by the link of a mail, once", async () => {
  const mock = await started();
  const ada = clientOf(mock);
  const login = { email: "ada@example.com", password: "correct horse battery" };
  await ada.register({
    body: { wallet_address: `0x${"1".repeat(40)}`, username: "ada", ...login },
  });
  await ada.requestEmailVerification();
  await ada.forgotPassword({ body: { email: "nobody@example.com" } });
  await ada.forgotPassword({ body: { email: login.email } });
  const mails = await mock.mails();
  expect(mails.map(({ to }) => to)).toEqual([login.email, login.email]);
  const links = mails.map(({ text }) => text).join("\n");
  const proof = /#verify-email=(\S+)/.exec(links)?.[1] ?? "";
  await ada.verifyEmail({ body: { token: proof } });
  expect((await ada.emailState()).verified_at).toMatch(/^2026-01-01T00:00:00/);
  const token = /#reset-password=(\S+)/.exec(links)?.[1] ?? "";
  const chosen = { token, password: "staple correct horse" };
  await ada.resetPassword({ body: chosen });
  const refused = { code: "LINK_INVALID", status: 400 };
  await expect(ada.resetPassword({ body: chosen })).rejects.toMatchObject(refused);
  await ada.login({ body: { email: login.email, password: chosen.password } });
  await mock.reset();
  expect(await mock.mails()).toEqual([]);
});

test("an expired access token is refreshed, and the call sent again", async () => {
  const mock = await started();
  const ada = clientOf(mock);
  await ada.register({ body: { wallet_address: `0x${"1".repeat(40)}`, username: "ada" } });
  await mock.clock.advance(3_600_000);
  expect((await ada.me()).username).toBe("ada");
  await ada.logout();
  await expect(ada.me()).rejects.toMatchObject({ code: "UNAUTHORIZED", status: 401 });
});

const ADA = { body: { wallet_address: `0x${"1".repeat(40)}`, username: "ada" } };

test("a refresh replaces the refresh token, and the old one, used again later, ends the session", async () => {
  const mock = await started();
  const ada = clientOf(mock);
  const { refresh_token: stolen } = await ada.register(ADA);
  await mock.clock.advance(3_600_000);
  await ada.me();
  await ada.refresh();
  expect((await ada.tokens.load())?.refreshToken).not.toBe(stolen);
  await mock.clock.advance(31_000);
  const thief = clientOf(mock).refresh({ body: { refresh_token: stolen } });
  await expect(thief).rejects.toMatchObject({ code: "INVALID_TOKEN", status: 401 });
  await expect(ada.me()).rejects.toMatchObject({ code: "INVALID_TOKEN", status: 401 });
  expect(await ada.tokens.load()).toBeUndefined();
});

test("two tabs without a lock that refresh at once both stay logged in", async () => {
  const mock = await started();
  const ada = clientOf(mock);
  await ada.register(ADA);
  const tabs = [clientOf(mock, ada.tokens), clientOf(mock, { ...ada.tokens })] as const;
  for (let hour = 0; hour < 3; hour++) {
    await mock.clock.advance(3_600_000);
    await Promise.all(tabs.map((tab) => tab.me()));
  }
  expect(mock.calls("refresh").map(({ status }) => status)).toEqual(Array(6).fill(200));
});

test("a logout needs no live access token", async () => {
  const mock = await started();
  const ada = clientOf(mock);
  const { refresh_token } = await ada.register(ADA);
  await mock.clock.advance(3_600_000);
  expect(await ada.logout()).toEqual({ revoked: true });
  expect(await ada.tokens.load()).toBeUndefined();
  expect(mock.calls("refresh")).toEqual([]);
  const again = clientOf(mock).logout({ body: { refresh_token } });
  expect(await again).toEqual({ revoked: false });
});

test("the examples hand out logins of an author, a curator and an admin", async () => {
  const mock = await started();
  const people = await mock.scenario("examples");
  const get = async (path: string, token: string) => {
    const url = `${mock.baseUrl}${path}`;
    const response = await mock.fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const { author, curator, admin } = people;
  for (const [person, roles] of [
    [author, []],
    [curator, ["curator"]],
    [admin, ["admin"]],
  ] as const) {
    expect(await get("/api/v1/auth/me", person.token)).toMatchObject({
      status: 200,
      body: { id: person.id, username: person.username, email: person.email, roles },
    });
    const client = clientOf(mock);
    await client.login({ body: { email: person.email, password: person.password } });
    expect((await client.me()).id).toBe(person.id);
  }
  expect((await get("/api/v1/curator/queue", author.token)).status).toBe(403);
  expect((await get("/api/v1/curator/queue", curator.token)).status).toBe(200);
  expect((await get("/api/v1/admin/users", curator.token)).status).toBe(403);
  expect((await get("/api/v1/admin/users", admin.token)).status).toBe(200);
  expect(mock.calls("login")).toHaveLength(3);
  expect(await mock.scenario("empty")).toBeUndefined();
});

test("the examples hand out a draft in each status and a market in each state", async () => {
  const mock = await started();
  const { author, drafts, markets } = await mock.scenario("examples");
  const client = clientOf(mock);
  await client.login({ body: { email: author.email, password: author.password } });
  for (const [status, ids] of Object.entries(drafts)) {
    expect(ids.length, status).toBeGreaterThan(0);
    for (const id of ids) {
      expect((await client.getDraft({ params: { id } })).status).toBe(status);
    }
  }
  for (const [state, ids] of Object.entries(markets)) {
    expect(ids.length, state).toBeGreaterThan(0);
    for (const id of ids) {
      expect((await client.getMarket({ params: { id } })).state).toBe(state);
    }
  }
});

test("the examples are in all states; a reset takes everything away", async () => {
  const mock = await started();
  await mock.scenario("examples");
  const client = clientOf(mock);
  expect((await client.listMarkets()).length).toBeGreaterThan(0);
  await mock.reset();
  expect(await client.listMarkets()).toEqual([]);
});

test("deletes an account after a week, and the client tells of it until then", async () => {
  const mock = await started();
  const ada = clientOf(mock);
  const login = { email: "ada@example.com", password: "correct horse battery" };
  const account = { wallet_address: `0x${"1".repeat(40)}`, username: "ada" };
  await ada.register({ body: { ...account, ...login } });
  const { id } = await ada.createDraft({ body: { draft_data } });
  await ada.requestDeletionCode();
  const text = (await mock.mails()).at(-1)?.text ?? "";
  const body = { code: /ad_[\w-]{43}/.exec(text)?.[0] ?? "" };
  const { deletes_at } = await ada.deleteAccount({ body });
  expect(deletes_at).toBe("2026-01-08T00:00:00.000Z");
  const back = await ada.login({ body: login });
  expect(back.user.deletes_at).toBe(deletes_at);
  const copy = await ada.exportAccount();
  expect(copy.drafts.map((one) => one.draft.id)).toEqual([id]);
  await mock.clock.advance(7 * 86_400_000);
  await mock.core().maintain();
  await expect(ada.login({ body: login })).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  expect((await ada.register({ body: account })).user.username).toBe("ada");
});
