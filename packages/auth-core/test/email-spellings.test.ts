/** An e-mail domain in Unicode and in A-labels is one address (UTS 46). */

import { createMemoryStore } from "@bourse/kernel";
import { expect, test } from "vitest";

import { accounts, type AccountDocument } from "../src/accounts/account.ts";
import { authCollections } from "../src/index.ts";
import { codeOf, fixture, PASSWORD } from "./support/auth.ts";

const SPELLINGS = [
  "ada@bücher.example",
  "ada@xn--bcher-kva.example",
  "Ada@BÜCHER.Example",
  "ada@XN--BCHER-KVA.example",
  "ada@bu\u0308cher.example",
];

test.each(SPELLINGS)(
  "registered as %s it logs in, and is taken, in each spelling",
  async (email) => {
    const { auth } = await fixture();
    const { user } = await auth.accounts.register({ email, password: PASSWORD });
    expect(user.email).toBe(email);
    const other = await auth.accounts.register({ email: "bob@b.co", password: PASSWORD });
    for (const spelling of SPELLINGS) {
      const again = { email: spelling, password: PASSWORD };
      expect((await auth.accounts.login(again)).user.id, spelling).toBe(user.id);
      expect(await codeOf(auth.accounts.register(again)), spelling).toBe("EMAIL_TAKEN");
      const change = { email: spelling, currentPassword: PASSWORD };
      const session = (await auth.sessions.list(other.user.id))[0]?.id ?? "";
      const changed = auth.accounts.changeEmail(other.user.id, session, change);
      expect(await codeOf(changed), spelling).toBe("EMAIL_TAKEN");
      const { items } = await auth.users.list({ email: spelling });
      expect(
        items.map(({ id }) => id),
        spelling,
      ).toEqual([user.id]);
    }
  },
);

test("an account that an earlier version stored under its Unicode domain logs in, and keeps its address", async () => {
  const store = createMemoryStore({ collections: authCollections });
  const { auth } = await fixture({ store });
  const { user } = await auth.accounts.register({
    email: "ada@bücher.example",
    password: PASSWORD,
  });
  const found = await store.get(accounts, user.id);
  const before: AccountDocument = { ...found!.value, emailKey: "ada@bücher.example" };
  await store.replace(accounts, before, found!.version);
  for (const email of SPELLINGS) {
    const again = { email, password: PASSWORD };
    expect((await auth.accounts.login(again)).user.id, email).toBe(user.id);
    expect(await codeOf(auth.accounts.register(again)), email).toBe("EMAIL_TAKEN");
    expect(
      (await auth.users.list({ email })).items.map(({ id }) => id),
      email,
    ).toEqual([user.id]);
  }
});

test("two accounts of an earlier version, one in each spelling, log in each by its own", async () => {
  const store = createMemoryStore({ collections: authCollections });
  const { auth } = await fixture({ store });
  const { user: ascii } = await auth.accounts.register({
    email: SPELLINGS[1]!,
    password: PASSWORD,
  });
  const found = await store.get(accounts, ascii.id);
  const id = "00000000-0000-4000-8000-000000000001";
  const unicode = { ...found!.value, id, email: SPELLINGS[0]!, emailKey: SPELLINGS[0]! };
  await store.insert(accounts, unicode);
  const loggedIn = async (email: string): Promise<string> =>
    (await auth.accounts.login({ email, password: PASSWORD })).user.id;
  expect(await loggedIn(SPELLINGS[0]!)).toBe(id);
  expect(await loggedIn(SPELLINGS[1]!)).toBe(ascii.id);
});
