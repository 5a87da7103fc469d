import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";
import { showWebhooks } from "../service/show-webhooks.ts";

/** Shows the webhooks of an account with their newest deliveries. Returns 1 when there is no such account. */
export async function listWebhooks(
  { users, webhooks }: AuthCore,
  email: string,
  { stdout, stderr }: CommandOutput,
): Promise<ExitCode> {
  const { items } = await users.list({ email, limit: 100 });
  const user = items.find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (user === undefined) {
    stderr(`There is no account with the e-mail ${email}.`);
    return 1;
  }
  return await showWebhooks(webhooks, { id: user.id, name: email }, stdout);
}
