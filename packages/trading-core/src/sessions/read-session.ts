/** Reads of a session and of its lists. */

import type { Collection, Entity, StoreReader, Versioned } from "@bourse/kernel";

import type {
  Session,
  SessionDecision,
  SessionEquityPoint,
  SessionFill,
  SessionOrder,
} from "../session/session.ts";
import {
  sessionFills,
  sessionOrders,
  sessions,
  sessionSteps,
  viewSession,
  type SessionDocument,
} from "./collections.ts";
import type { SessionPage, SessionPageQuery, SessionQuery } from "./port.ts";
import { unknownSession } from "./session-parts.ts";

/** Reads a session as it is stored. @throws SessionError SESSION_UNKNOWN */
export async function findSession(
  reader: StoreReader,
  id: string,
): Promise<Versioned<SessionDocument>> {
  const found = await reader.get(sessions, id);
  if (found === undefined) throw unknownSession(id);
  return found;
}

export async function listSessions(
  reader: StoreReader,
  { state, limit = 100, cursor }: SessionQuery = {},
): Promise<SessionPage<Session>> {
  const { items, next } = await reader.find(sessions, {
    ...(state === undefined ? { index: "newest" } : { index: "by_state", equals: [state] }),
    order: "desc",
    limit,
    ...(cursor !== undefined && { cursor }),
  });
  return { items: items.map(({ value }) => viewSession(value)), next };
}

export function readDecisions(
  reader: StoreReader,
  id: string,
  page?: SessionPageQuery,
): Promise<SessionPage<SessionDecision>> {
  return readList(reader, sessionSteps, id, page, ({ decision }) => decision);
}

export function readOrders(
  reader: StoreReader,
  id: string,
  page?: SessionPageQuery,
): Promise<SessionPage<SessionOrder>> {
  return readList(reader, sessionOrders, id, page, ({ order }) => order);
}

export function readFills(
  reader: StoreReader,
  id: string,
  page?: SessionPageQuery,
): Promise<SessionPage<SessionFill>> {
  return readList(reader, sessionFills, id, page, ({ fill }) => fill);
}

export function readEquity(
  reader: StoreReader,
  id: string,
  page?: SessionPageQuery,
): Promise<SessionPage<SessionEquityPoint>> {
  return readList(reader, sessionSteps, id, page, ({ index, equity, candle: { time } }) => ({
    index,
    time,
    equity,
  }));
}

async function readList<Document extends Entity, Item>(
  reader: StoreReader,
  collection: Collection<Document, "by_session">,
  id: string,
  { limit = 100, cursor }: SessionPageQuery = {},
  view: (document: Document) => Item,
): Promise<SessionPage<Item>> {
  await findSession(reader, id);
  const { items, next } = await reader.find(collection, {
    index: "by_session",
    equals: [id],
    limit,
    ...(cursor !== undefined && { cursor }),
  });
  return { items: items.map(({ value }) => view(value)), next };
}

/** All documents of a session in one collection, oldest first. */
export async function* allOf<Document extends Entity>(
  reader: StoreReader,
  collection: Collection<Document, "by_session">,
  id: string,
): AsyncGenerator<Document> {
  let cursor: string | undefined;
  for (;;) {
    const page = await reader.find(collection, {
      index: "by_session",
      equals: [id],
      limit: 1000,
      ...(cursor !== undefined && { cursor }),
    });
    for (const { value } of page.items) yield value;
    if (page.next === null) return;
    cursor = page.next;
  }
}
