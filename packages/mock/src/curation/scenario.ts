/** Known states of a curation service, for the tests of its callers. */

import {
  DRAFT_STATUSES,
  MARKET_STATES,
  seedCuration,
  type Actor,
  type CurationCore,
  type DraftStatus,
  type MarketState,
  type Registration,
} from "@bourse/curation-core";

/** Initial data: none (`empty`), or 13 drafts in all states, their markets, and three logins (`examples`). */
export type CurationScenario = "empty" | "examples";

/** Names of the scenarios of `createCurationMock`. */
export const CURATION_SCENARIOS: readonly CurationScenario[] = Object.freeze(["empty", "examples"]);

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

/** Value that the scenario `examples` hands out: logins, and the ids of drafts and markets by their state. */
export interface ScenarioExamples extends ScenarioPeople {
  /** Ids of the author's drafts by status; at least one in each. */
  readonly drafts: Readonly<Record<DraftStatus, readonly string[]>>;
  /** Ids of the markets by state; at least one in each. */
  readonly markets: Readonly<Record<MarketState, readonly string[]>>;
}

const PASSWORD = "correct horse battery";
const emailOf = (username: string): string => `${username}@example.com`;

/** Adds the examples at the time `now` in milliseconds since the Unix epoch, and logs their people in. */
export async function playExamples(core: CurationCore, now: number): Promise<ScenarioExamples> {
  const register: CurationCore["accounts"]["register"] = (given: Registration, origin) => {
    const login = { email: emailOf(given.username), password: PASSWORD };
    return core.accounts.register({ ...given, ...login }, origin);
  };
  await addAdmin(core, register);
  await seedCuration({ ...core, accounts: { ...core.accounts, register } }, { now });
  const { actor, ...author } = await logIn(core, "example-author");
  const { actor: _curator, ...curator } = await logIn(core, "example-curator");
  const { actor: _admin, ...admin } = await logIn(core, "example-admin");
  return { author, curator, admin, ...(await madeBy(core, actor)) };
}

/** Ids of an author's drafts and of the markets that were made of them, by their state. */
async function madeBy(
  { drafts, markets }: CurationCore,
  author: Actor,
): Promise<Pick<ScenarioExamples, "drafts" | "markets">> {
  const { items } = await drafts.list(author, { limit: 100 });
  const all = await Promise.all(
    items.flatMap(({ marketId }) => (marketId === null ? [] : [markets.get(author, marketId)])),
  );
  return {
    drafts: idsBy(DRAFT_STATUSES, items, ({ status }) => status),
    markets: idsBy(MARKET_STATES, all, ({ state }) => state),
  };
}

function idsBy<State extends string, Item extends { readonly id: string }>(
  states: readonly State[],
  items: readonly Item[],
  stateOf: (item: Item) => State,
): Readonly<Record<State, readonly string[]>> {
  const idsOf = (state: State): string[] =>
    items.filter((item) => stateOf(item) === state).map(({ id }) => id);
  return Object.fromEntries(states.map((state) => [state, idsOf(state)])) as Record<
    State,
    string[]
  >;
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

async function logIn(
  { accounts }: CurationCore,
  username: string,
): Promise<ScenarioPerson & { readonly actor: Actor }> {
  const login = { email: emailOf(username), password: PASSWORD };
  const { user, token, refreshToken } = await accounts.login(login);
  const actor = { ...user, sessionId: null };
  return { id: user.id, username, ...login, token, refreshToken, actor };
}
