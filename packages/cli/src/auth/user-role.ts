import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

/** Shows the role of an account, or gives it one. Returns 1 when there is no such account or role. */
export async function userRole(
  { users, roles, mails }: AuthCore,
  email: string,
  role: string | undefined,
  { stdout, stderr }: CommandOutput,
): Promise<ExitCode> {
  const { items } = await users.list({ email, limit: 100 });
  const user = items.find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (user === undefined) {
    stderr(`There is no account with the e-mail ${email}.`);
    return 1;
  }
  if (role === undefined) {
    stdout(`${email} has the role ${user.role}, of ${roles.names.join(", ")}.`);
    return 0;
  }
  if (!roles.names.includes(role)) {
    stderr(`The role is one of ${roles.names.join(", ")}: the setting ACCOUNT_ROLES defines them.`);
    return 1;
  }
  await users.setRole(user.id, role);
  // The notice; where the mail server is away, the server sends it later.
  await mails.deliverDue();
  stdout(`${email} has the role ${role} from now on.`);
  return 0;
}
