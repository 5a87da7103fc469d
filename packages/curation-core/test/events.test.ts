/** Events: in order, each once, and none lost to whoever comes back. */
import { expect, test } from "vitest";

import type { CurationCore, CurationEvent } from "../src/index.ts";
import { fixture, specification } from "./support/curation.ts";

async function take(
  core: CurationCore,
  count: number,
  after?: number,
): Promise<readonly CurationEvent[]> {
  const ending = new AbortController();
  const events: CurationEvent[] = [];
  for await (const event of core.events.subscribe({ after, signal: ending.signal })) {
    events.push(event);
    if (events.length === count) ending.abort();
  }
  return events;
}

test("a listener hears what is committed from then on, in order", async () => {
  const { core, author, curator } = await fixture();
  await core.drafts.create(author, { draftData: specification() });
  const heard = take(core, 5);
  await new Promise(setImmediate);
  const { id } = await core.drafts.create(author, { draftData: specification() });
  await core.review.claim(curator, id);
  await core.review.release(curator, id);
  await core.review.claim(curator, id);
  await core.review.approve(curator, id);
  const events = await heard;
  expect(events.map(({ type }) => type)).toEqual([
    "draft.submitted",
    "draft.claimed",
    "draft.released",
    "draft.claimed",
    "draft.decided",
  ]);
  expect(events.every(({ data }) => data.draftId === id)).toBe(true);
  expect(events.map((event) => event.id)).toEqual(
    events.map((event) => event.id).toSorted((a, b) => a - b),
  );
});

test("a listener that comes back reads on where it stopped, also after a restart", async () => {
  const { core, author, again } = await fixture();
  const create = () => core.drafts.create(author, { draftData: specification() });
  for (let count = 0; count < 10; count++) await create();
  const all = await take(core, 10, 0);
  const replica = await again();
  const rest = await take(replica, 7, all[2]?.id);
  expect(rest).toEqual(all.slice(3));
  const live = take(core, 8, all[2]?.id);
  await create();
  expect((await live).slice(0, 7)).toEqual(rest);
});

test("a listener on one replica hears at once what another replica commits", async () => {
  const { core, author, again } = await fixture();
  const replica = await again();
  const heard = take(replica, 3);
  await core.drafts.create(author, { draftData: specification() });
  await replica.drafts.create(author, { draftData: specification() });
  await core.drafts.create(author, { draftData: specification() });
  const events = await heard;
  expect(events).toHaveLength(3);
  expect(await take(core, 3, 0)).toEqual(events);
});

test("200 listeners each hear 50 events, each once", async () => {
  const { core, author } = await fixture();
  const listeners = Array.from({ length: 200 }, () => take(core, 50, 0));
  const creating = Array.from({ length: 50 }, () =>
    core.drafts.create(author, { draftData: specification() }),
  );
  await Promise.all(creating);
  const heard = await Promise.all(listeners);
  const ids = heard[0]?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(50);
  for (const events of heard) expect(events.map(({ id }) => id)).toEqual(ids);
});

test("what is refused is not told", async () => {
  const { core, author, curator } = await fixture();
  const { id } = await core.drafts.create(author, { draftData: specification() });
  await core.review.claim(author, id).catch(() => undefined);
  await core.review.reject(curator, id, { reason: "Not a question at all." });
  const events = await take(core, 3, 0);
  expect(events.map(({ type }) => type)).toEqual([
    "draft.submitted",
    "draft.claimed",
    "draft.decided",
  ]);
});

test("maintenance keeps the newest events, and closing ends every subscription", async () => {
  const { core, author } = await fixture({ eventsKept: 100 });
  const creating = Array.from({ length: 120 }, () =>
    core.drafts.create(author, { draftData: specification() }),
  );
  await Promise.all(creating);
  await core.maintain();
  const events = await take(core, 100, 0);
  expect(events).toHaveLength(100);
  const listening = take(core, 1);
  await new Promise(setImmediate);
  await core.close();
  expect(await listening).toEqual([]);
});

test("a listener resumes after an event of this feed; any other number is a gap", async () => {
  const { core, author } = await fixture({ eventsKept: 100 });
  expect(await core.events.resume(0), "before the first event").toEqual({ after: 0, gap: false });
  const creating = Array.from({ length: 120 }, () =>
    core.drafts.create(author, { draftData: specification() }),
  );
  await Promise.all(creating);
  const all = (await take(core, 120, 0)).map(({ id }) => id);
  const [first = 0, second = 0, newest = 0] = [all[0], all[1], all[119]];
  expect(await core.events.resume(first)).toEqual({ after: first, gap: false });
  expect(await core.events.resume(newest)).toEqual({ after: newest, gap: false });
  expect(await core.events.resume(newest + 1000)).toEqual({ after: newest, gap: true });
  expect(second - first, "numbers have gaps of their own").toBeGreaterThan(1);
  expect(await core.events.resume(first + 1)).toEqual({ after: newest, gap: true });
  await core.maintain();
  const swept = all[19] ?? 0;
  expect(await core.events.resume(first), "deleted since").toEqual({ after: swept, gap: true });
  expect(await core.events.resume(swept), "none missing").toEqual({ after: swept, gap: false });
  expect((await take(core, 1, swept))[0]?.id).toBe(all[20]);
});
