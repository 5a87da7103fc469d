/** Trading sessions as they were last read, and the acts on them. What was not read yet is undefined. */

import { iterate } from "@bourse/client";
import type { Session, SessionRequestInput } from "@bourse/contract/backtest";
import { firstOf, loaded, ONCE, paged } from "@bourse/ui";

import { told } from "./account.ts";
import { clients, createId } from "./session.ts";
import { mayStand, tradeWordsOf } from "./words.ts";

const ROWS = 100;

/** The sessions, newest first. */
export const sessions = paged<readonly Session[]>(
  (limit) =>
    told(() => {
      const query = { query: { limit } };
      return firstOf(limit, iterate(clients.peek().execution.listSessions, query));
    }),
  ROWS,
);

/** One session, read by its id. */
export function sessionOf(id: string) {
  return loaded<Session>(() => told(() => clients.peek().execution.getSession({ params: { id } })));
}

export type SessionAct = "pause" | "resume" | "flatten" | "stop";

/** Acts on a session, once, unless the reader leaves before it is sent. */
export function actOn(id: string, act: SessionAct, until: AbortSignal): Promise<Session> {
  const { execution } = clients.peek();
  const calls = {
    pause: execution.pauseSession,
    resume: execution.resumeSession,
    flatten: execution.flattenSession,
    stop: execution.stopSession,
  };
  const options = { ...ONCE, signal: until };
  return told(() => calls[act]({ params: { id } }, options), tradeWordsOf);
}

/** The request whose answer was lost, with its key: sent again unchanged it is the same session. */
let doubted: { readonly text: string; readonly key: string } | undefined;

/** Starts a session. */
export async function startSession(
  body: SessionRequestInput,
  until: AbortSignal,
): Promise<Session> {
  const text = JSON.stringify(body);
  const key = doubted?.text === text ? doubted.key : createId();
  doubted = undefined;
  const options = { ...ONCE, signal: until, idempotencyKey: key };
  try {
    return await clients.peek().execution.createSession({ body }, options);
  } catch (error) {
    if (mayStand(error)) doubted = { text, key };
    throw error;
  }
}
