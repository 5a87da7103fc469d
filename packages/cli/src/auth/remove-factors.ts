import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

/** Removes all second factors of the account with an e-mail address. Returns 1 when there is no such account. */
export async function removeFactors(
  { factors, mails }: AuthCore,
  email: string,
  { stdout, stderr }: CommandOutput,
): Promise<ExitCode> {
  const removed = await factors.removeAll(email);
  if (removed === undefined) {
    stderr(`There is no account with the e-mail ${email}.`);
    return 1;
  }
  // The notice; where the mail server is away, the server sends it later.
  await mails.deliverDue();
  stdout(`Second factors of ${email} that were removed: ${removed}.`);
  return 0;
}
