import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

/** Deliveries that are shown of each webhook. */
const SHOWN = 20;

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
  const held = await webhooks.list(user.id);
  if (held.length === 0) stdout(`${email} has no webhooks.`);
  for (const { id, url, events, enabled } of held) {
    stdout(`${id}  ${enabled ? "on " : "off"}  ${url}  ${events.join(" ")}`);
    const page = await webhooks.deliveries(user.id, id, { limit: SHOWN });
    for (const { occurredAt, type, status, attempts, error } of page.items) {
      const time = new Date(occurredAt).toISOString();
      stdout(`  ${time}  ${type}  ${status}  ${attempts} requests${error ? `  ${error}` : ""}`);
    }
  }
  return 0;
}
