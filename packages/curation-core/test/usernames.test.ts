/** A username never passes for another account's id or address, nor for whoever runs the service. */
import { expect, test } from "vitest";

import { users } from "../src/users/user-document.ts";
import { codeOf, fixture, type Fixture } from "./support/curation.ts";

const WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";
const SOLANA = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV";

test.each([
  "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
  "3F2B8A52-6A0F-4A8E-9D7C-0B1F6C3F4E11",
  "3f2b8a52_6a0f_4a8e_9d7c_0b1f6c3f4e11",
  "3f2b8a526a0f4a8e9d7c0b1f6c3f4e11",
  "3f2b8a52-6a0f-4a8e-9d7c-ob1f6c3f4e1l",
  WALLET,
  WALLET.toLowerCase(),
  WALLET.slice(2),
  SOLANA,
  SOLANA.toLowerCase(),
  "...",
  ".-_",
  "id:ada",
  "user:ada",
  "Wallet:ada",
  "email:ada",
  "admin",
  "Admin",
  "a_d-m.in",
  "adm1n",
  "r00t",
  "root",
  "system",
  "support",
  "bourse",
  "curat0r",
])("the username %s is refused at a registration and at a change", async (username) => {
  const { core, author } = await fixture();
  const refusal = {
    code: "VALIDATION_ERROR",
    details: { issues: [{ loc: ["body", "username"], type: "username" }] },
  };
  const registration = core.accounts.register({ walletAddress: WALLET, username });
  await expect(registration).rejects.toMatchObject(refusal);
  await expect(core.accounts.update(author, { username })).rejects.toMatchObject(refusal);
});

test.each([
  "ada",
  "ada-1815",
  "administrative",
  "curator5",
  "rooter",
  "identity",
  "walletless",
  "user1",
  "user-ada",
])("the username %s is taken", async (username) => {
  const { core } = await fixture();
  const { user } = await core.accounts.register({ walletAddress: WALLET, username });
  expect(user.username).toBe(username);
});

/** Gives an account a username that only older releases took. */
async function nameAnyway({ store }: Fixture, id: string, username: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = (await tx.get(users, id))!; // registered before
    const changed = { ...found.value, username, usernameKey: username.toLowerCase() };
    await tx.replace(users, changed, found.version);
  });
}

test("an account with a name of an older release keeps it, and may change the rest of its profile", async () => {
  const world = await fixture();
  const { core, author } = world;
  await nameAnyway(world, author.id, "admin");
  const same = { username: "admin", bio: "As before." };
  expect(await core.accounts.update(author, same)).toMatchObject(same);
  expect(await codeOf(core.accounts.update(author, { username: "Admin" }))).toBe(
    "VALIDATION_ERROR",
  );
});

test("a word finds the account with this id, whoever has it as a username", async () => {
  const world = await fixture();
  const { core, admin, author, other } = world;
  await nameAnyway(world, other.id, author.id);
  const ids = async (word: string) => (await core.users.find(admin, word)).map(({ id }) => id);
  expect(await ids(author.id)).toEqual([author.id]);
  expect(await ids(`id:${author.id}`)).toEqual([author.id]);
  expect(await ids(`user:${author.id}`)).toEqual([other.id]);
  const listed = await core.users.list(admin, { search: author.id });
  expect(
    listed.items.map(({ id }) => id),
    "in the search of admins",
  ).toEqual([author.id]);
});

test("a word that is the wallet of one account and the username of another finds both, and a prefix tells them apart", async () => {
  const world = await fixture();
  const { core, admin, author, other } = world;
  const wallet = author.walletAddress ?? "";
  await nameAnyway(world, other.id, wallet);
  const ids = async (word: string) => (await core.users.find(admin, word)).map(({ id }) => id);
  expect(await ids(wallet)).toEqual([author.id, other.id]);
  expect(await ids(`wallet:${wallet}`)).toEqual([author.id]);
  expect(await ids(`user:${wallet}`)).toEqual([other.id]);
  expect(await ids(`email:${wallet}`)).toEqual([]);
  expect(await ids("email:root@example.com")).toEqual([admin.id]);
  expect(await ids("ROOT@example.com")).toEqual([admin.id]);
  expect(await ids("user:CAROL")).toHaveLength(1);
  expect(await ids("caro"), "the beginning of a name").toEqual([]);
  expect(await codeOf(core.users.find(author, wallet))).toBe("FORBIDDEN");
});
