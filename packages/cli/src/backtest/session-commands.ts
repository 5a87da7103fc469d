/** `bourse backtest trade`: starts trading sessions on the running server, shows them, acts on them, replays them. */

import { SessionState, type Session, type SessionDrift } from "@bourse/contract/backtest";
import { didYouMean } from "@bourse/kernel";

import {
  type Argument,
  type Command,
  type CommandLine,
  type CommandTable,
  type ExitCode,
  type Flags,
  type Surroundings,
  textFlag,
  type Variables,
  UsageError,
} from "../command/command.ts";
import type { ServerAnswer, ServerCall } from "./ask-server.ts";
import { JSON_FLAG } from "./flag-tables.ts";
import { wholeFlag } from "./flag-values.ts";
import { flagOfField, SESSION_FLAGS, sessionRequest } from "./session-flags.ts";
import { driftText, sessionLine, sessionsText, sessionText } from "./session-text.ts";

const WHERE =
  "The server is asked at BACKTEST_URL, else at HOST and BACKTEST_PORT, under the key BACKTEST_API_KEY, else the first of API_KEYS.";
const SESSION: Argument = {
  name: "SESSION",
  description: "number of the session, its id, or the id's first digits",
};

/** Largest page of the server. */
const PAGE = 1000;
/** Time that a replay may take, in milliseconds: it grows with the candles of the session. */
const REPLAY_MILLISECONDS = 600_000;

/** The commands by their words. */
export const sessionCommands: CommandTable = {
  "trade start": {
    summary: "start a session of a strategy on the running server, on paper unless told otherwise",
    details: `${WHERE} The session trades from the next candle on, until it is stopped; with --broker live on the account that EXECUTION_ACCOUNT of the server names.`,
    flags: { ...SESSION_FLAGS, ...JSON_FLAG },
    examples: [
      "--strategy ma_crossover --symbol BTCUSDT --interval 1m",
      "--strategy rsi --set period=10 --symbol ETHUSDT --interval 1h --capital 5000 --fee 0.001",
      "--strategy rsi --symbol ETHUSDT --interval 1h --broker live --account main --risk max_order_value=500",
    ],
    run: ({ flags }, surroundings) => startSession(flags, surroundings),
  },
  "trade list": {
    summary: "list the sessions of the running server, the newest first",
    details: WHERE,
    flags: {
      state: { value: SessionState.options.join("|"), description: "only sessions in this state" },
      limit: { value: "COUNT", description: `newest sessions, 1 to ${PAGE}`, default: "100" },
      ...JSON_FLAG,
    },
    examples: ["", "--state running"],
    run: ({ flags }, surroundings) => listSessions(flags, surroundings),
  },
  "trade show": {
    summary: "show one session: its state, account and last candle",
    details: WHERE,
    takes: [SESSION],
    flags: JSON_FLAG,
    examples: ["3", "3f2b8a52"],
    run: showSession,
  },
  "trade pause": act("pause", "let a session enter no more; what it holds keeps its stops"),
  "trade resume": act("resume", "let a paused or halted session go on with the next candle"),
  "trade flatten": act("flatten", "cancel a session's orders and close what it holds, then pause"),
  "trade stop": act("stop", "end a session for good; what it holds stays in its books"),
  "trade replay": {
    summary: "recompute a session's decisions and compare them; 1 when something differs",
    details: `${WHERE} Every decision is computed anew from the candles that the session was told, and on the candles as they read now; its trades stand beside those of the simulation.`,
    takes: [SESSION],
    flags: JSON_FLAG,
    examples: ["3"],
    run: replaySession,
  },
};

function act(name: "pause" | "resume" | "flatten" | "stop", summary: string): Command {
  return {
    summary,
    details: WHERE,
    takes: [SESSION],
    flags: JSON_FLAG,
    examples: ["3"],
    run: async ({ flags, words: [word = ""] }, surroundings) => {
      const id = await idOf(word, surroundings.variables);
      const path = `/sessions/${id}/${name}`;
      const { body } = await ask(surroundings.variables, { method: "POST", path });
      print(body, sessionLine(body as Session), flags, surroundings);
    },
  };
}

async function startSession(flags: Flags, surroundings: Surroundings): Promise<void> {
  const body = sessionRequest(flags);
  const { callServer } = await import("./ask-server.ts");
  const call = { method: "POST", path: "/sessions", body } as const;
  const answer = await callServer(surroundings.variables, call, flagOfField);
  const session = answer.body as Session;
  const next = `"bourse backtest trade show ${session.number}" shows it.`;
  print(session, `${sessionLine(session)}\n${next}`, flags, surroundings);
}

async function listSessions(flags: Flags, surroundings: Surroundings): Promise<void> {
  const state = stateFlag(flags);
  const limit = wholeFlag(flags, "limit", [1, PAGE]) ?? 100;
  const query = new URLSearchParams({
    limit: String(limit),
    ...(state !== undefined && { state }),
  });
  const path = `/sessions?${query.toString()}`;
  const { body, now, next } = await ask(surroundings.variables, { method: "GET", path });
  const list = body as readonly Session[];
  print(list, sessionsText(list, now), flags, surroundings);
  if (next !== undefined) surroundings.stderr(`There are more; --limit takes up to ${PAGE}.`);
}

function stateFlag(flags: Flags): string | undefined {
  const state = textFlag(flags, "state");
  const states: readonly string[] = SessionState.options;
  if (state === undefined || states.includes(state)) return state;
  throw new UsageError(
    `--state must be one of ${states.join(", ")}, found ${JSON.stringify(state)}.${didYouMean(state, states)}`,
  );
}

async function showSession(
  { flags, words: [word = ""] }: CommandLine,
  surroundings: Surroundings,
): Promise<void> {
  const path = `/sessions/${await idOf(word, surroundings.variables)}`;
  const { body, now } = await ask(surroundings.variables, { method: "GET", path });
  print(body, sessionText(body as Session, now), flags, surroundings);
}

async function replaySession(
  { flags, words: [word = ""] }: CommandLine,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const path = `/sessions/${await idOf(word, surroundings.variables)}/drift`;
  const timeoutMilliseconds = REPLAY_MILLISECONDS;
  const { body } = await ask(surroundings.variables, { method: "GET", path, timeoutMilliseconds });
  const drift = body as SessionDrift;
  print(drift, driftText(drift), flags, surroundings);
  return drift.differences.length + drift.trades.length > 0 ? 1 : 0;
}

/** The id of the session that a word names. @throws UsageError for none, and for digits of several */
async function idOf(word: string, variables: Variables): Promise<string> {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(word)) return word.toLowerCase();
  const sessions = await allSessions(variables);
  const byNumber = sessions.find(({ number }) => String(number) === word);
  if (byNumber !== undefined) return byNumber.id;
  const begun = sessions.filter(({ id }) => word.length >= 4 && id.startsWith(word.toLowerCase()));
  if (begun.length === 1) return begun[0]!.id;
  if (begun.length > 1) {
    throw new UsageError(
      `${begun.length} sessions have an id that begins with ${JSON.stringify(word)}: give more of it, or the number: ${begun.map(({ number }) => number).join(", ")}.`,
    );
  }
  const known = sessions.flatMap(({ id, number }) => [id, id.slice(0, 8), String(number)]);
  throw new UsageError(
    `There is no session ${JSON.stringify(word)}.${didYouMean(word, known)} "bourse backtest trade list" shows all of them.`,
  );
}

async function allSessions(variables: Variables): Promise<readonly Session[]> {
  const all: Session[] = [];
  let cursor: string | undefined = "";
  while (cursor !== undefined) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor !== "" && { cursor }) });
    const path = `/sessions?${query.toString()}`;
    const page: ServerAnswer = await ask(variables, { method: "GET", path });
    all.push(...(page.body as readonly Session[]));
    cursor = page.next;
  }
  return all;
}

async function ask(variables: Variables, call: ServerCall): Promise<ServerAnswer> {
  return (await import("./ask-server.ts")).callServer(variables, call);
}

/** Prints the body as JSON under `--json`, else the text. */
function print(body: object, text: string, flags: Flags, { stdout }: Surroundings): void {
  stdout(flags["json"] === true ? JSON.stringify(body, null, 2) : text);
}
