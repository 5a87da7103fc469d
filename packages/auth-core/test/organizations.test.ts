/** Organizations: members, roles, invitations, and the keys that they own. */
import { everyDocument } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { authCollections } from "../src/index.ts";
import { codeOf, identifyKey, PASSWORD } from "./support/auth.ts";
import { emailOf, type Groups, groups } from "./support/organizations.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

async function opened(options?: Parameters<typeof groups>[0]) {
  const made = await groups(options);
  const ada = await made.signUp("ada");
  const organization = await made.auth.organizations.create(ada, { name: "Engines" });
  return { ...made, ada, organization, organizations: made.auth.organizations };
}

const keyOf = (id: string) =>
  ({ name: "ci", permissions: ["read", "deploy"], organizationId: id }) as const;

const rolesIn = async ({ auth }: Groups, userId: string, id: string): Promise<object> =>
  Object.fromEntries(
    (await auth.organizations.members(userId, id)).map(({ name, role }) => [name, role]),
  );

describe("a member", () => {
  test("is invited by mail, joins by the link, and is told by mail of changes", async () => {
    const made = await opened();
    const { organizations, organization, ada, mails } = made;
    const grace = await made.signUp("grace");
    await made.join(ada, organization, grace, "admin");
    expect(await rolesIn(made, grace, organization.id)).toEqual({ ada: "owner", grace: "admin" });
    expect((await organizations.list(grace)).map(({ name, role }) => [name, role])).toEqual([
      ["Engines", "admin"],
    ]);
    expect((await made.auth.accounts.emailState(grace)).verifiedAt).not.toBeNull();
    await organizations.changeRole(ada, organization.id, { userId: grace, role: "member" });
    await organizations.removeMember(ada, organization.id, grace);
    await made.auth.mails.deliverDue();
    const told = mails
      .filter(({ text }) => !text.includes("#"))
      .map(({ to }) => to)
      .toSorted();
    expect(told).toEqual([emailOf("ada"), emailOf("grace"), emailOf("grace")]);
    expect(await codeOf(organizations.get(grace, organization.id))).toBe("NOT_FOUND");
    const actions = made.events.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(["member.added", "member.changed", "member.removed"]),
    );
  });

  test("reads; an administrator manages members and keys; an owner everything", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    const { id } = organization;
    const [grace, mary] = [await made.signUp("grace"), await made.signUp("mary")];
    await made.join(ada, organization, grace, "admin");
    await made.join(ada, organization, mary);
    const owner = { userId: grace, role: "owner" } as const;
    const email = emailOf("new");
    const byMember = [
      organizations.rename(mary, id, "Mine"),
      organizations.invite(mary, { organizationId: id, email }),
      organizations.invitations(mary, id),
      organizations.changeRole(mary, id, { userId: mary, role: "admin" }),
      organizations.removeMember(mary, id, grace),
      organizations.remove(mary, id),
      made.auth.keys.create(mary, keyOf(id)),
      made.auth.keys.list(mary, { organizationId: id }),
    ];
    expect(await Promise.all(byMember.map(codeOf))).toEqual(byMember.map(() => "FORBIDDEN"));
    const byAdmin = [
      organizations.changeRole(grace, id, owner),
      organizations.changeRole(grace, id, { userId: ada, role: "member" }),
      organizations.removeMember(grace, id, ada),
      organizations.invite(grace, { organizationId: id, email, role: "owner" }),
      organizations.remove(grace, id),
    ];
    expect(await Promise.all(byAdmin.map(codeOf))).toEqual(byAdmin.map(() => "FORBIDDEN"));
    await organizations.rename(grace, id, "Analytical Engines");
    await organizations.changeRole(grace, id, { userId: mary, role: "admin" });
    await organizations.changeRole(ada, id, owner);
    expect(await rolesIn(made, ada, id)).toEqual({ ada: "owner", grace: "owner", mary: "admin" });
  });

  test("who is the last owner neither leaves nor loses the role, nor may two of them at once", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    const { id } = organization;
    const owners = [ada];
    for (let i = 0; i < 9; i++) {
      owners.push(await made.signUp(`owner${i}`));
      await made.join(ada, organization, owners[i + 1] ?? "", "owner");
    }
    const racing = Array.from({ length: 50 }, async (_, i) => {
      const userId = owners[i % owners.length] ?? "";
      if (i % 3 === 0) return await organizations.removeMember(userId, id, userId);
      return void (await organizations.changeRole(userId, id, { userId, role: "member" }));
    });
    await Promise.allSettled(racing);
    const someone = owners[9] ?? "";
    const all = await Promise.all(
      owners.map((one) => organizations.members(one, id).catch(() => [])),
    );
    const roles = (all.find((one) => one.length > 0) ?? []).map(({ role }) => role);
    expect(
      roles.filter((role) => role === "owner"),
      someone,
    ).toHaveLength(1);
  });

  test("counts as an owner only while the account is active and stays", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    const grace = await made.signUp("grace");
    await made.join(ada, organization, grace, "owner");
    const leave = () => codeOf(organizations.removeMember(ada, organization.id, ada));
    await made.auth.accounts.disable(emailOf("grace"));
    expect(await leave()).toBe("LAST_OWNER");
    await made.auth.accounts.enable(emailOf("grace"));
    const { session } = await made.auth.accounts.login({
      email: emailOf("grace"),
      password: PASSWORD,
    });
    await made.auth.personalData.requestDeletion(grace, session.id, { password: PASSWORD });
    expect(await leave()).toBe("LAST_OWNER");
    await made.auth.personalData.cancelDeletion(grace);
    expect(await leave()).toBe("resolved");
  });
});

describe("an invitation", () => {
  test("is used once, and by one of 50 racing calls", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    const grace = await made.signUp("grace");
    await organizations.invite(ada, { organizationId: organization.id, email: emailOf("grace") });
    const token = await made.tokenFor(emailOf("grace"));
    const calls = Array.from({ length: 50 }, () =>
      organizations.acceptInvitation(grace, { token }),
    );
    const codes = await Promise.all(calls.map(codeOf));
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["resolved", "LINK_INVALID"]));
    expect(await organizations.members(ada, organization.id)).toHaveLength(2);
  });

  test("is not opened by a stolen link, nor by an account whose address nobody has proved", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    const [eve, squatter] = [await made.signUp("eve"), await made.signUp("grace")];
    const invited = { organizationId: organization.id, email: "Grace@EXAMPLE.com" };
    const { id } = await organizations.invite(ada, invited);
    const token = await made.tokenFor("Grace@EXAMPLE.com");
    expect(await codeOf(organizations.acceptInvitation(eve, { token }))).toBe("FORBIDDEN");
    for (const one of [eve, squatter]) {
      expect(await organizations.invitations(one)).toEqual([]);
      expect(await codeOf(organizations.acceptInvitation(one, { id }))).toBe("NOT_FOUND");
      expect(await codeOf(organizations.revokeInvitation(one, id))).toBe("NOT_FOUND");
    }
    await organizations.acceptInvitation(squatter, { token });
    expect(await organizations.members(ada, organization.id)).toHaveLength(2);
  });

  test("is accepted or declined by its id where the address was proved before", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    const other = await organizations.create(ada, { name: "Other" });
    const grace = await made.signUp("grace");
    await made.join(ada, other, grace);
    const email = emailOf("grace");
    const { id } = await organizations.invite(ada, { organizationId: organization.id, email });
    expect(await organizations.invitations(grace)).toMatchObject([
      { id, organizationName: "Engines", role: "member" },
    ]);
    await organizations.revokeInvitation(grace, id);
    const again = await organizations.invite(ada, { organizationId: organization.id, email });
    await organizations.acceptInvitation(grace, { id: again.id });
    expect(await organizations.invitations(grace)).toEqual([]);
  });

  test("ends by time, by another one, by its revocation, and with its sender's right to invite", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    const [grace, mary] = [await made.signUp("grace"), await made.signUp("mary")];
    await made.join(ada, organization, grace, "admin");
    const invited = { organizationId: organization.id, email: emailOf("mary") };
    const refused = async (token: string): Promise<string> =>
      codeOf(organizations.acceptInvitation(mary, { token }));
    const send = async (by = grace): Promise<{ id: string; token: string }> => {
      await made.clock.advance(1000);
      const { id } = await organizations.invite(by, invited);
      return { id, token: await made.tokenFor(invited.email) };
    };
    const [first, second] = [await send(), await send()];
    expect(await refused(first.token)).toBe("LINK_INVALID");
    await made.clock.advance(7 * DAY);
    expect(await refused(second.token)).toBe("LINK_INVALID");
    const third = await send();
    await organizations.revokeInvitation(ada, third.id);
    expect(await refused(third.token)).toBe("LINK_INVALID");
    const fourth = await send();
    await organizations.changeRole(ada, organization.id, { userId: grace, role: "member" });
    expect(await refused(fourth.token)).toBe("LINK_INVALID");
    expect(await organizations.invitations(ada, organization.id)).toEqual([]);
  });

  test("is the same for an address with an account and one without, and for a member a conflict", async () => {
    const made = await opened();
    const { organizations, organization, ada } = made;
    await made.signUp("grace");
    const invite = (email: string) =>
      organizations.invite(ada, { organizationId: organization.id, email });
    const known = Object.keys(await invite(emailOf("grace")));
    expect(Object.keys(await invite(emailOf("nobody")))).toEqual(known);
    expect(await codeOf(invite(emailOf("ada")))).toBe("CONFLICT");
  });

  test("needs a mail server", async () => {
    const { auth, ada, organization } = await opened({ mail: { publicUrl: "https://a.example" } });
    const invited = { organizationId: organization.id, email: emailOf("grace") };
    expect(await codeOf(auth.organizations.invite(ada, invited))).toBe("MAIL_UNAVAILABLE");
  });

  test("leaves no token in the store", async () => {
    const { store, organizations, ada, organization, tokenFor } = await opened();
    const email = emailOf("grace");
    await organizations.invite(ada, { organizationId: organization.id, email });
    let text = "";
    for (const collection of authCollections) {
      for await (const { value } of everyDocument(store, collection)) text += JSON.stringify(value);
    }
    expect(text).not.toContain(await tokenFor(email));
  });
});

describe("an API key of an organization", () => {
  test("acts for it, stays when its maker is removed, and ends with the organization", async () => {
    const made = await opened();
    const { auth, organizations, organization, ada } = made;
    const { id } = organization;
    const grace = await made.signUp("grace");
    await made.join(ada, organization, grace, "admin");
    const { key, id: keyId } = await auth.keys.create(grace, keyOf(id));
    const caller = await identifyKey(auth, key);
    expect(caller).toMatchObject({ userId: id, organizationId: id, keyId });
    const input = { name: "bridge", chains: ["base"] };
    await auth.registry.createDeployment(caller.userId, input);
    expect(await auth.keys.list(grace)).toEqual([]);
    expect(await auth.keys.get(ada, keyId)).toMatchObject({ organizationId: id });
    const replica = await made.again();
    expect(await replica.keys.list(grace, { organizationId: id })).toHaveLength(1);
    await organizations.removeMember(ada, id, grace);
    for (const core of [auth, replica]) {
      expect(await codeOf(core.keys.get(grace, keyId))).toBe("NOT_FOUND");
      expect(await codeOf(core.keys.revoke(grace, keyId))).toBe("NOT_FOUND");
      expect(await codeOf(core.keys.rotate(grace, keyId))).toBe("NOT_FOUND");
      expect(await codeOf(core.keys.update(grace, keyId, { name: "x" }))).toBe("NOT_FOUND");
      expect(await codeOf(core.keys.usage(grace, keyId))).toBe("NOT_FOUND");
      expect(await codeOf(core.keys.list(grace, { organizationId: id }))).toBe("NOT_FOUND");
    }
    await identifyKey(auth, key);
    expect(await codeOf(organizations.remove(ada, id))).toBe("CONFLICT");
    await auth.keys.revoke(ada, keyId);
    await organizations.remove(ada, id);
    expect(await codeOf(organizations.get(ada, id))).toBe("NOT_FOUND");
    await made.clock.advance(2 * MINUTE);
    await auth.maintain();
    for (const name of ["organizations", "organization_members", "api_keys", "deployments"]) {
      const collection = authCollections.find((one) => one.name === name);
      expect(collection && (await made.store.count(collection)), name).toBe(0);
    }
  });

  test("creates keys of the organization, and an account's key none for it", async () => {
    const { auth, ada, organization } = await opened();
    const { id } = organization;
    const permissions = ["admin"] as const;
    const parent = await auth.keys.create(ada, { ...keyOf(id), permissions });
    const child = { name: "child", permissions: ["read"], parentId: parent.id } as const;
    const { key } = await auth.keys.create(id, child);
    expect(await identifyKey(auth, key)).toMatchObject({ organizationId: id });
    const own = await auth.keys.create(ada, { name: "own", permissions });
    const asked = { ...child, parentId: own.id, organizationId: id };
    expect(await codeOf(auth.keys.create(ada, asked))).toBe("FORBIDDEN");
  });
});

describe("the end of an account", () => {
  const gone = async (made: Groups & { ada: string }): Promise<string> => {
    const { session } = await made.auth.accounts.login({
      email: emailOf("ada"),
      password: PASSWORD,
    });
    return await codeOf(
      made.auth.personalData.requestDeletion(made.ada, session.id, { password: PASSWORD }),
    );
  };

  test("is refused for the only owner among other members, and takes an organization without others along", async () => {
    const made = await opened();
    const { organizations, organization, auth, ada } = made;
    const alone = await organizations.create(ada, { name: "Alone" });
    const { key } = await auth.keys.create(ada, keyOf(alone.id));
    const grace = await made.signUp("grace");
    await made.join(ada, organization, grace);
    expect(await gone(made)).toBe("LAST_OWNER");
    await organizations.changeRole(ada, organization.id, { userId: grace, role: "owner" });
    const copy = await auth.personalData.export(ada);
    expect(copy.organizations.map(({ name }) => name).toSorted()).toEqual(["Alone", "Engines"]);
    expect(await gone(made)).toBe("resolved");
    await made.clock.advance(8 * DAY);
    await auth.maintain();
    expect(await rolesIn(made, grace, organization.id)).toEqual({ grace: "owner" });
    expect(await codeOf(identifyKey(auth, key))).toBe("INVALID_API_KEY");
  });

  test("by the operator leaves the longest administrator as an owner", async () => {
    const made = await opened();
    const { organization, auth, ada } = made;
    const [grace, mary] = [await made.signUp("grace"), await made.signUp("mary")];
    await made.join(ada, organization, grace);
    await made.join(ada, organization, mary, "admin");
    await auth.personalData.deleteNow(emailOf("ada"));
    expect(await rolesIn(made, grace, organization.id)).toEqual({ grace: "member", mary: "owner" });
  });
});
