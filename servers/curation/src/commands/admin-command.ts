/** `bourse-curation admin …`: the admins of the data, listed, granted, revoked and invited by the operator. */

import type { Actor, CurationCore, User } from "@bourse/curation-core";
import type { CommandOutput, ExitCode } from "@bourse/http";

import { addAdminCode } from "../admin-code-file.ts";

/** Usage of the commands, a line each. */
export const ADMIN_USAGE = `       bourse-curation admin list
       bourse-curation admin grant USER
       bourse-curation admin revoke USER
       bourse-curation admin invite EMAIL`;

/** The operator has no login. */
const OPERATOR: Actor = {
  id: "operator",
  username: "operator",
  walletAddress: null,
  roles: ["admin"],
  sessionId: null,
};

/** True for words that are an admin command of the right form. */
export function isAdminCommand([group, verb, ...rest]: readonly string[]): boolean {
  if (group !== "admin") return false;
  if (verb === "list") return rest.length === 0;
  return ["grant", "revoke", "invite"].includes(verb ?? "") && rest.length === 1;
}

/** Runs an admin command; `codePath` is the operator's file of codes. */
export async function runAdminCommand(
  core: CurationCore,
  [, verb, who = ""]: readonly string[],
  codePath: string,
  output: CommandOutput,
): Promise<ExitCode> {
  if (verb === "list") return await list(core, output);
  if (verb === "invite") return await invite(core, who, codePath, output);
  const user = await findUser(core, who);
  if (user === undefined) {
    output.stderr(`There is no account with the id, username, e-mail or wallet "${who}".`);
    return 1;
  }
  if (verb === "grant") {
    await core.admins.grant(OPERATOR, user.id);
    record(core, "account.admin_granted", user.id);
    output.stdout(`${user.username} is an admin from the next request on.`);
  } else {
    await core.admins.revoke(OPERATOR, user.id);
    record(core, "account.admin_revoked", user.id);
    output.stdout(`${user.username} is no admin from the next request on.`);
  }
  return 0;
}

/** Records a command; it is durable when the core is closed. */
function record({ trail }: CurationCore, action: string, account: string | null): void {
  trail.append({ action, actor: "operator", account, subject: account });
}

async function list(core: CurationCore, output: CommandOutput): Promise<ExitCode> {
  let cursor: string | null = null;
  let count = 0;
  do {
    const page = await core.admins.list(OPERATOR, cursor === null ? {} : { cursor });
    for (const user of page.items) output.stdout(describe(user));
    count += page.items.length;
    cursor = page.next;
  } while (cursor !== null);
  if (count === 0) {
    output.stdout("There is no admin yet: grant one, or name an address in ADMIN_EMAILS.");
  }
  return 0;
}

async function invite(
  core: CurationCore,
  given: string,
  codePath: string,
  output: CommandOutput,
): Promise<ExitCode> {
  const { email, code, expiresAt, user } = await core.admins.invite(OPERATOR, given);
  record(core, "account.admin_invited", user?.id ?? null);
  await addAdminCode(codePath, email, code);
  const until = new Date(expiresAt).toISOString();
  output.stdout(`The one-time code for ${email} is in ${codePath}; it expires at ${until}.`);
  output.stdout(
    user === null
      ? "Send it as admin_code with POST /api/v1/auth/register."
      : `Send it as admin_code with POST /api/v1/auth/admin-code, logged in as ${describe(user)}. Make sure that this account belongs to the owner of the address.`,
  );
  return 0;
}

/** The account with this id, username, e-mail address or wallet address. */
async function findUser(core: CurationCore, who: string): Promise<User | undefined> {
  const page = await core.users.list(OPERATOR, { search: who, limit: 100 });
  const key = who.toLowerCase();
  const found = page.items.find(({ username, email, walletAddress }) =>
    [username, email, walletAddress].some((name) => name?.toLowerCase() === key),
  );
  return found ?? (await core.accounts.get(who).catch(() => undefined));
}

function describe({ id, username, email, walletAddress, walletVerified }: User): string {
  const wallet = walletAddress === null ? "no wallet" : walletAddress;
  const proof = walletVerified ? "proved" : "not proved";
  return `${username} (${id}; ${email ?? "no e-mail"}; ${wallet}, ${proof})`;
}
