/** Connections that a server has for a user, and who uses them. */

import type { QueryResult } from "pg";

/** Connections of a server as one user may have them. */
export interface ServerConnections {
  /** Number of connections that the user may have in this database, all of its programs together. */
  readonly most: number;
  /** Setting of the server that bounds them, in words. */
  readonly bound: string;
  /** Number of them that are open, besides the one that asks. */
  readonly used: number;
  /** Names of the programs that have them, with the number of each, the largest first. */
  readonly users: readonly { readonly name: string; readonly connections: number }[];
}

interface Limits {
  readonly maximum: number;
  readonly reserved: number;
  readonly role: string;
  readonly superuser: boolean;
  readonly role_limit: number;
  readonly database: string;
  readonly database_limit: number;
}

interface Session {
  readonly name: string;
  readonly in_database: boolean;
  readonly of_role: boolean;
  readonly connections: number;
}

const LIMITS =
  "SELECT current_setting('max_connections')::int AS maximum, " +
  "current_setting('superuser_reserved_connections')::int + " +
  // PostgreSQL 16 and newer.
  "coalesce(current_setting('reserved_connections', true), '0')::int AS reserved, " +
  "rolname AS role, rolsuper AS superuser, rolconnlimit AS role_limit, " +
  "datname AS database, datconnlimit AS database_limit " +
  "FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()";

const SESSIONS =
  "SELECT coalesce(nullif(application_name, ''), usename, 'unknown') AS name, " +
  "datname = current_database() AS in_database, coalesce(usename = current_user, false) AS of_role, " +
  "count(*)::int AS connections FROM pg_stat_activity " +
  "WHERE datid IS NOT NULL AND pid <> pg_backend_pid() GROUP BY 1, 2, 3";

/** Reads what the server has for the user of `client`. */
export async function readServerConnections(client: {
  readonly query: (text: string) => Promise<QueryResult>;
}): Promise<ServerConnections> {
  const limits = (await client.query(LIMITS)).rows[0] as Limits;
  const sessions = (await client.query(SESSIONS)).rows as Session[];
  const { maximum, role, database } = limits;
  // Superusers may use what is kept for them, and no limit but the first binds them.
  const reserved = limits.superuser ? 0 : limits.reserved;
  const kept = reserved === 0 ? "" : ` less ${reserved} that are reserved`;
  const whole = boundBy(`max_connections = ${maximum}${kept}`, maximum - reserved, sessions);
  const narrower = [
    {
      limit: limits.role_limit,
      of: `the user "${role}"`,
      counted: sessions.filter((session) => session.of_role),
    },
    {
      limit: limits.database_limit,
      of: `the database "${database}"`,
      counted: sessions.filter((session) => session.in_database),
    },
  ]
    .filter(({ limit }) => limit >= 0 && !limits.superuser)
    .map(({ limit, of, counted }) =>
      boundBy(`the connection limit of ${of} = ${limit}`, limit, counted),
    );
  return [whole, ...narrower].reduce((one, other) => (leftOf(other) < leftOf(one) ? other : one));
}

/** A sentence about connections that a process cannot have, of the number that it may ask for; undefined for none. */
export function shortage(server: ServerConnections, wanted: number): string | undefined {
  const left = Math.max(0, leftOf(server));
  if (wanted <= left) return undefined;
  return (
    `this process uses up to ${wanted} connections to PostgreSQL, which has ${left} left (${server.bound}; ` +
    `${usersOf(server)}): it waits for its own where it gets no more; use a smaller POOL_SIZE, or raise that limit`
  );
}

/** The programs that have connections, in words. */
export function usersOf({ used, users }: ServerConnections): string {
  if (used === 0) return "none is used";
  const named = users.slice(0, NAMED).map(({ name, connections }) => `${name} ${connections}`);
  const others = users.length > NAMED ? ", others" : "";
  return `${used} used: ${named.join(", ")}${others}`;
}

/** Number of programs that a sentence names. */
const NAMED = 8;

function boundBy(bound: string, most: number, sessions: readonly Session[]): ServerConnections {
  const users = new Map<string, number>();
  for (const { name, connections } of sessions) {
    users.set(name, (users.get(name) ?? 0) + connections);
  }
  const sorted = [...users]
    .map(([name, connections]) => ({ name, connections }))
    .toSorted((one, other) => other.connections - one.connections);
  const used = sorted.reduce((sum, { connections }) => sum + connections, 0);
  return { most, bound, used, users: sorted };
}

function leftOf({ most, used }: ServerConnections): number {
  return most - used;
}
