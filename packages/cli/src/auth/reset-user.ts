import { readEnvironment } from "@bourse/http/environment";
import { authEnvironment, type AuthCore } from "@bourse/server-auth/parts";

import type { ExitCode, Surroundings } from "../command/command.ts";

/**
 * Sends an account the link to a new password where SMTP_URL is set, and prints it otherwise. Returns 1 when there is
 * no active account, or the mail server does not take the mail.
 */
export async function resetUser(
  { accounts, mails }: AuthCore,
  email: string,
  { variables, stdout, stderr }: Surroundings,
): Promise<ExitCode> {
  const { SMTP_URL } = readEnvironment(authEnvironment, variables);
  const link = await accounts.passwordResetLink(email);
  if (link === undefined) {
    stderr(`There is no active account with the e-mail ${email}.`);
    return 1;
  }
  if (SMTP_URL === undefined) {
    stdout(link);
    stderr(`Hand it to ${email} alone: it sets a new password, once, within 30 minutes.`);
    return 0;
  }
  const before = await mails.measure();
  await accounts.requestPasswordReset(email);
  await mails.deliverDue();
  const { waiting, dead } = await mails.measure();
  if (waiting <= before.waiting && dead <= before.dead) {
    stdout(`A mail with a link to a new password was sent to ${email}.`);
    return 0;
  }
  stderr("The mail server did not take the mail; bourse-auth tries again once it runs.");
  return 1;
}
