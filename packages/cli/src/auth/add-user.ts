import { hasCode } from "@bourse/kernel";
import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

/** Creates an account and prints a link that sets its password. Returns 1 where the address cannot have one. */
export async function addUser(
  { accounts }: AuthCore,
  email: string,
  { stdout, stderr }: CommandOutput,
): Promise<ExitCode> {
  try {
    await accounts.add(email);
  } catch (error) {
    if (!hasCode(error, "EMAIL_TAKEN", "VALIDATION_ERROR")) throw error;
    stderr(error.message);
    return 1;
  }
  const link = await accounts.passwordResetLink(email);
  stdout(
    `The account ${email} is there. Who has this link sets its password, once, within 30 minutes:\n${link}`,
  );
  return 0;
}
