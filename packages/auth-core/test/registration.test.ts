/** Registrations that not everybody may make. */
import { describe, expect, test } from "vitest";

import { codeOf, PASSWORD } from "./support/auth.ts";
import { emailOf, type Groups, groups } from "./support/organizations.ts";

async function inviting(registration: "open" | "invite" | "closed") {
  const made = await groups({ registration });
  const { auth, mails } = made;
  const { id: ada } = await auth.accounts.add(emailOf("ada"));
  const organization = await auth.organizations.create(ada, { name: "Engines" });
  const invite = async (name: string): Promise<string> => {
    const email = emailOf(name);
    await auth.organizations.invite(ada, { organizationId: organization.id, email });
    return await made.tokenFor(email);
  };
  return { ...made, ada, organization, invite, mails };
}

const register = ({ auth }: Groups, name: string, invitation?: string) =>
  auth.accounts.register({ email: emailOf(name), password: PASSWORD, name, invitation });

describe("a service by invitation", () => {
  test("registers the holder of a link, who is a member at once and has proved the address", async () => {
    const made = await inviting("invite");
    const token = await made.invite("grace");
    const { user } = await register(made, "grace", token);
    expect(await made.auth.organizations.list(user.id)).toMatchObject([{ role: "member" }]);
    expect((await made.auth.accounts.emailState(user.id)).verifiedAt).not.toBeNull();
    expect(await codeOf(register(made, "mary", token))).toBe("LINK_INVALID");
    expect(made.events.map(({ action }) => action)).toContain("member.added");
  });

  test("refuses everybody else, alike for an address with an account and one without", async () => {
    const made = await inviting("invite");
    const stolen = await made.invite("grace");
    for (const name of ["ada", "nobody"]) {
      expect(await codeOf(register(made, name))).toBe("REGISTRATION_CLOSED");
      expect(await codeOf(register(made, name, stolen))).toBe("LINK_INVALID");
      expect(await codeOf(register(made, name, `iv_${"a".repeat(43)}`))).toBe("LINK_INVALID");
    }
    await register(made, "grace", stolen);
  });

  test("uses one invitation for one account, of 20 that register at once", async () => {
    const made = await inviting("invite");
    const token = await made.invite("grace");
    const racing = Array.from({ length: 20 }, () => register(made, "grace", token));
    const codes = await Promise.all(racing.map(codeOf));
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(await made.auth.organizations.members(made.ada, made.organization.id)).toHaveLength(2);
  });
});

test("a closed service takes no invitation either; its operator adds accounts, and a link sets the password", async () => {
  const made = await inviting("closed");
  const { accounts } = made.auth;
  const token = await made.invite("grace");
  expect(await codeOf(register(made, "grace", token))).toBe("REGISTRATION_CLOSED");
  await accounts.add(emailOf("grace"));
  expect(await codeOf(accounts.add(emailOf("GRACE")))).toBe("EMAIL_TAKEN");
  const link = await accounts.passwordResetLink(emailOf("grace"));
  await accounts.resetPassword({ token: link?.split("=").at(-1) ?? "", password: PASSWORD });
  const { user } = await accounts.login({ email: emailOf("grace"), password: PASSWORD });
  await made.auth.organizations.acceptInvitation(user.id, { token });
});

test("an open service registers anybody, and members by invitation", async () => {
  const made = await inviting("open");
  await register(made, "mary");
  const { user } = await register(made, "grace", await made.invite("grace"));
  expect(await made.auth.organizations.list(user.id)).toHaveLength(1);
});
