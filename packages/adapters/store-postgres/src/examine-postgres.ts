import { anyText, integerOption, resolveOptions, systemClock } from "@bourse/kernel";

import { askServer } from "./ask-server.ts";
import {
  clockOffset,
  inWords,
  MEND,
  REFUSED_MILLISECONDS,
  WARNED_MILLISECONDS,
} from "./clock-check.ts";
import { readServerConnections, usersOf, type ServerConnections } from "./server-connections.ts";
import { NOW, timeIn } from "./server-time.ts";

/** A fact about the server of a store. */
export interface ServerFinding {
  /** State of the fact: `ok`, `note` for what somebody should know, `problem` for what has to be mended. */
  readonly kind: "ok" | "note" | "problem";
  /** The fact in words, without a password. */
  readonly sentence: string;
}

/** Options of {@link examinePostgres}. */
export interface ExaminePostgresOptions {
  /** Number of connections that one process opens at most. */
  readonly connections: number;
}

/**
 * Asks the server at `url` for its connections and its clock; nothing is made.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID; StoreError STORE_URL_INVALID, STORE_IO
 */
export async function examinePostgres(
  url: string,
  options: ExaminePostgresOptions,
): Promise<readonly ServerFinding[]> {
  anyText("url", url);
  const { connections: wanted } = resolveOptions<ExaminePostgresOptions>(
    "examinePostgres",
    options,
    {
      connections: integerOption({ min: 1 }),
    },
  );
  return await askServer(url, async (client) => {
    const found = await readServerConnections(client);
    const offset = await clockOffset(systemClock, async () => timeIn(await client.query(NOW.text)));
    return [connectionFinding(found, wanted), clockFinding(offset)];
  });
}

function connectionFinding(server: ServerConnections, wanted: number): ServerFinding {
  const { most, bound, used } = server;
  const state =
    `PostgreSQL gives ${most} connections (${bound}; ${usersOf(server)}), and each process of this server uses up to ` +
    `${wanted}`;
  if (wanted > most) {
    return { kind: "problem", sentence: `${state}: use a smaller POOL_SIZE, or raise that limit` };
  }
  return wanted > most - used
    ? { kind: "note", sentence: `${state}, more than are left now` }
    : { kind: "ok", sentence: state };
}

function clockFinding(offset: number): ServerFinding {
  const distance = Math.abs(offset);
  if (distance <= WARNED_MILLISECONDS) {
    return { kind: "ok", sentence: "the clocks of this machine and of PostgreSQL agree" };
  }
  return distance > REFUSED_MILLISECONDS
    ? { kind: "problem", sentence: `${inWords(offset)}, so the server would not start: ${MEND}` }
    : { kind: "note", sentence: `${inWords(offset)}: ${MEND}` };
}
