/** Organizations with members, who come by invitations. */
import type { AuthCoreOptions, Organization, OrganizationRole } from "../../src/index.ts";
import { fixture, type Fixture, PASSWORD } from "./auth.ts";

export interface Groups extends Fixture {
  readonly mails: { readonly to: string; readonly text: string }[];
  /** Registers an account. Resolves to its id. */
  readonly signUp: (name: string) => Promise<string>;
  /** The token of the newest invitation of an address. */
  readonly tokenFor: (email: string) => Promise<string>;
  /** Invites an account, which accepts by the link. */
  readonly join: (
    by: string,
    organization: Organization,
    member: string,
    role?: OrganizationRole,
  ) => Promise<void>;
}

export const emailOf = (name: string): string => `${name}@example.com`;

export async function groups(options: Partial<AuthCoreOptions> = {}): Promise<Groups> {
  const mails: { to: string; text: string }[] = [];
  const names = new Map<string, string>();
  const made = await fixture({
    mail: {
      publicUrl: "https://accounts.example",
      mailRequestsPerAccount: 1000,
      sender: { send: async ({ to, text }) => void mails.push({ to, text }) },
    },
    ...options,
  });
  const { auth } = made;
  const tokenFor = async (email: string): Promise<string> => {
    await auth.mails.deliverDue();
    const mail = mails.findLast(({ to, text }) => to === email && text.includes("#invitation="));
    return /#invitation=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  return {
    ...made,
    mails,
    tokenFor,
    signUp: async (name) => {
      const account = { email: emailOf(name), password: PASSWORD, name };
      const { user } = await auth.accounts.register(account);
      names.set(user.id, user.email);
      return user.id;
    },
    join: async (by, { id: organizationId }, member, role = "member") => {
      const email = names.get(member) ?? "";
      await auth.organizations.invite(by, { organizationId, email, role });
      await auth.organizations.acceptInvitation(member, { token: await tokenFor(email) });
    },
  };
}
