import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

/** Deletes the account with an e-mail address and its data. Returns 1 when there is none. */
export async function deleteUser(
  { personalData }: AuthCore,
  email: string,
  { stdout, stderr }: CommandOutput,
): Promise<ExitCode> {
  if (await personalData.deleteNow(email)) {
    stdout(`${email} is deleted, with its sessions, keys and records.`);
    return 0;
  }
  stderr(`There is no account with the e-mail ${email}.`);
  return 1;
}
