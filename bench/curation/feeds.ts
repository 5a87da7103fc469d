/**
 * Claim: of 200 curators who listen over HTTP, the last one has an event within 100 ms of the commit that stored it.
 *
 * The server notes when its transaction was durable, this process when the last listener has the event, both by the
 * machine's monotonic clock: so the figure holds the way over the network too.
 */

import { get, type IncomingMessage } from "node:http";

import { median, note, report } from "../auth/fixture.ts";
import { startServerProcess } from "./server-process.ts";

const LISTENERS = 200;
const EVENTS = 30;
const LIMIT_MILLISECONDS = 100;

export async function measureFeeds(): Promise<void> {
  const server = await startServerProcess({ markets: 0, drafts: 0 });
  const headers = { authorization: `Bearer ${server.token}` };
  const url = `http://127.0.0.1:${server.port}/api/v1`;
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, () => listen(`${url}/curator/events`, headers)),
  );
  const delays: number[] = [];
  for (let round = 0; round < EVENTS; round += 1) {
    const heard = Promise.all(listeners.map((listener) => listener.next()));
    await submit(`${url}/drafts`, headers, round);
    const last = (await heard).reduce((latest, at) => (at > latest ? at : latest));
    delays.push(Number(last - (await server.committedAt())) / 1e6);
  }
  for (const listener of listeners) listener.end();
  await server.end();
  const worst = Math.max(...delays);
  report(
    `commit to the last of ${LISTENERS} listeners, worst of ${EVENTS}, × ${LIMIT_MILLISECONDS} ms (≤ 1)`,
    (worst / LIMIT_MILLISECONDS).toFixed(2),
    worst <= LIMIT_MILLISECONDS,
  );
  note("the median of these", (median(delays) / LIMIT_MILLISECONDS).toFixed(2));
}

interface Listener {
  /** Arrival time of the next event, in nanoseconds of the machine's monotonic clock. */
  next(): Promise<bigint>;
  end(): void;
}

/** Resolves once the feed has begun. */
async function listen(url: string, headers: Readonly<Record<string, string>>): Promise<Listener> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).once("error", reject);
  });
  const arrived: bigint[] = [];
  let hear: ((at: bigint) => void) | undefined;
  response.on("error", () => undefined);
  response.on("data", (chunk: Buffer) => {
    // A comment is no event; these events are small enough for one chunk each.
    if (!chunk.includes("data: ")) return;
    const at = process.hrtime.bigint();
    if (hear === undefined) arrived.push(at);
    else hear(at);
    hear = undefined;
  });
  return {
    next: () => {
      const at = arrived.shift();
      return at === undefined ? new Promise((resolve) => (hear = resolve)) : Promise.resolve(at);
    },
    end: () => response.destroy(),
  };
}

async function submit(
  url: string,
  headers: Readonly<Record<string, string>>,
  round: number,
): Promise<void> {
  const draft_data = {
    question_text: `Will listener ${round} hear of this before 31 December 2030?`,
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolution_sources: [{ source_url: "https://api.example.com", source_type: "api" }],
    resolution_deadline: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  };
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ draft_data }),
  });
  if (response.status !== 201) throw new Error(`expected 201, found ${await response.text()}`);
  await response.arrayBuffer();
}
