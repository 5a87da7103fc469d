/** Known states of a curation service, for the tests of its callers. */

import {
  seedCuration,
  type Actor,
  type CurationCore,
  type Registration,
} from "@bourse/curation-core";

/** Initial data: none (`empty`), or 13 drafts in all states, their markets, and three logins (`examples`). */
export type CurationScenario = "empty" | "examples";

/** Names of the known states. */
export const SCENARIOS: Readonly<Record<CurationScenario, true>> = { empty: true, examples: true };

/** A person of the scenario `examples` with a fresh login. */
export interface ScenarioPerson {
  /** UUID of the account. */
  readonly id: string;
  /** Username of the account. */
  readonly username: string;
  /** E-mail address of the account. */
  readonly email: string;
  /** Password of the account. */
  readonly password: string;
  /** Access token of the login. */
  readonly token: string;
  /** Refresh token of the login. */
  readonly refreshToken: string;
}

/** The people of the scenario `examples`. */
export interface ScenarioPeople {
  /** Author of all drafts, without a role. */
  readonly author: ScenarioPerson;
  /** Curator who reviewed the drafts. */
  readonly curator: ScenarioPerson;
  /** Admin, who has done nothing yet. */
  readonly admin: ScenarioPerson;
}

const PASSWORD = "correct horse battery";
const emailOf = (username: string): string => `${username}@example.com`;

/** Adds the examples at the time `now` in milliseconds since the Unix epoch, and logs their people in. */
export async function playExamples(core: CurationCore, now: number): Promise<ScenarioPeople> {
  const register: CurationCore["accounts"]["register"] = (given: Registration, origin) => {
    const login = { email: emailOf(given.username), password: PASSWORD };
    return core.accounts.register({ ...given, ...login }, origin);
  };
  await addAdmin(core, register);
  await seedCuration({ ...core, accounts: { ...core.accounts, register } }, { now });
  return {
    author: await logIn(core, "example-author"),
    curator: await logIn(core, "example-curator"),
    admin: await logIn(core, "example-admin"),
  };
}

async function addAdmin(
  { users }: CurationCore,
  register: CurationCore["accounts"]["register"],
): Promise<void> {
  const walletAddress = `0x${"3".repeat(40)}`;
  const { user } = await register({ walletAddress, username: "example-admin" });
  // The mock stands for the operator, who names the first admin.
  const operator: Actor = { ...user, roles: ["admin"], sessionId: null };
  await users.setRoles(operator, user.id, ["admin"]);
}

async function logIn({ accounts }: CurationCore, username: string): Promise<ScenarioPerson> {
  const login = { email: emailOf(username), password: PASSWORD };
  const { user, token, refreshToken } = await accounts.login(login);
  return { id: user.id, username, ...login, token, refreshToken };
}
