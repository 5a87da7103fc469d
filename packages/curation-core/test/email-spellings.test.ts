/** An e-mail domain in Unicode and in A-labels is one address (UTS 46). */

import { expect, test } from "vitest";

import { users } from "../src/users/user-document.ts";
import { ADMIN_EMAIL, codeOf, fixture, PASSWORD } from "./support/curation.ts";

const SPELLINGS = ["ada@bücher.example", "ada@xn--bcher-kva.example", "Ada@BÜCHER.Example"];
const wallet = (digit: number): string => `0x${`${digit}`.repeat(40)}`;

test.each([false, true])(
  "each spelling logs in, and is taken; stored as an earlier version did: %s",
  async (isOld) => {
    const { core, store, admin } = await fixture();
    const account = { walletAddress: wallet(7), username: "ada" };
    const [email = ""] = SPELLINGS;
    const { user } = await core.accounts.register({ ...account, email, password: PASSWORD });
    if (isOld) {
      const found = await store.get(users, user.id);
      await store.replace(users, { ...found!.value, emailKey: email }, found!.version);
    }
    for (const [number, spelling] of SPELLINGS.entries()) {
      const login = { email: spelling, password: PASSWORD };
      expect((await core.accounts.login(login)).user.id, spelling).toBe(user.id);
      const other = { walletAddress: wallet(8), username: `other${number}`, ...login };
      expect(await codeOf(core.accounts.register(other)), spelling).toBe("EMAIL_TAKEN");
      const { items } = await core.users.list(admin, { search: spelling });
      expect(
        items.map(({ id }) => id),
        spelling,
      ).toEqual([user.id]);
    }
  },
);

test("an admin's reserved address is reserved in every spelling", async () => {
  const { core } = await fixture({ adminEmails: [ADMIN_EMAIL, "root@bücher.example"] });
  for (const email of ["root@bücher.example", "root@xn--bcher-kva.example"]) {
    const account = { walletAddress: wallet(7), username: "mallory", email, password: PASSWORD };
    expect(await codeOf(core.accounts.register(account)), email).toBe("FORBIDDEN");
  }
});
