/**
 * Claims: over 100,000 markets on SQLite a page of GET /markets by filter and search takes at most 15 ms (95th
 * percentile, 16 connections); by cursor the 500th page costs what the first does. Likewise the queue over 10,000
 * drafts.
 */

import { median, report } from "../auth/fixture.ts";
import { openWire, requestOf, type Wire } from "../auth/load.ts";
import { startServerProcess } from "./server-process.ts";
import { wordOf } from "./world.ts";

const MARKETS = 100_000;
const DRAFTS = 10_000;
const CONNECTIONS = 16;
const WARM_UP = 1000;
const REQUESTS = 1600;
const ROUNDS = 9;
/** Requests of a round that compares pages. */
const FEW = 100;
const LIMIT_MILLISECONDS = 15;
const DEEP_PAGE = 500;
/** The deep page costs at most so much of the first. */
const FLAT = 1.25;

/** Queries for frequent and for rare terms. */
const MARKET_QUERIES: Readonly<Record<string, string>> = {
  "the first page": "",
  "by tag": "tags=tag7&limit=20",
  "by search, ranked": `search=${wordOf(40)}&limit=20`,
  "by the most frequent word, ranked": `search=${wordOf(0)}&limit=20`,
  "by tag, state and search, by deadline": `tags=tag1&state=active&search=${wordOf(2)}&sort_by=resolution_deadline&order=asc&limit=20`,
  "by tag and search, ranked, page 3": `tags=tag1&search=${wordOf(1)}&limit=20&offset=40`,
};

const QUEUE_QUERIES: Readonly<Record<string, string>> = {
  "the first page": "",
  "by tag, best first": "tag=tag1&sort=quality&limit=20",
};

export async function measureLists(): Promise<void> {
  const server = await startServerProcess({ markets: MARKETS, drafts: DRAFTS });
  const wire = await openWire(server.port, CONNECTIONS);
  const headers = { authorization: `Bearer ${server.token}` };
  const list = async (path: string, queries: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, query] of Object.entries(queries)) {
      await measurePercentile(
        `GET ${path} ${name}`,
        wire,
        requestOf("GET", `/api/v1${path}?${query}`, headers),
      );
    }
  };
  await list("/markets", MARKET_QUERIES);
  await list("/curator/queue", QUEUE_QUERIES);
  const base = `http://127.0.0.1:${server.port}/api/v1`;
  const pages = {
    "/markets": "limit=20",
    "/markets by the most frequent word": `limit=20&search=${wordOf(0)}`,
    "/curator/queue": "limit=5",
  };
  for (const [name, query] of Object.entries(pages)) {
    const url = `${base}${name.split(" ")[0]}`;
    const first = `${new URL(url).pathname}?${query}`;
    const deep = await walk(url, query, headers);
    await measureFlatness(
      name,
      wire,
      [first, deep].map((path) => requestOf("GET", path, headers)),
    );
  }
  wire.close();
  await server.end();
}

async function measurePercentile(name: string, wire: Wire, request: Buffer): Promise<void> {
  await wire.run(request, WARM_UP);
  const times = (await wire.run(request, REQUESTS)).toSorted((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  const isKept = p95 <= LIMIT_MILLISECONDS;
  report(
    `${name}: p95 × ${LIMIT_MILLISECONDS} ms (≤ 1)`,
    (p95 / LIMIT_MILLISECONDS).toFixed(2),
    isKept,
  );
}

/** The path of the page that the links lead to. */
async function walk(
  url: string,
  query: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  let next = `${url}?${query}`;
  for (let page = 1; page < DEEP_PAGE; page += 1) {
    const response = await fetch(next, { headers });
    await response.arrayBuffer();
    const link = /<(\?[^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    if (link === undefined) throw new Error(`page ${page} of ${url} has no next one`);
    next = url + link;
  }
  const { pathname, search } = new URL(next);
  return pathname + search;
}

async function measureFlatness(
  name: string,
  wire: Wire,
  requests: readonly Buffer[],
): Promise<void> {
  const ratios: number[] = [];
  for (const request of requests) await wire.run(request, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = [0, 0];
    for (let turn = 0; turn < 2; turn += 1) {
      const which = (round + turn) % 2;
      const start = performance.now();
      await wire.run(requests[which] ?? Buffer.alloc(0), FEW);
      costs[which] = performance.now() - start;
    }
    ratios.push((costs[1] ?? 0) / (costs[0] ?? 0));
  }
  const ratio = median(ratios);
  report(`GET ${name}: page ${DEEP_PAGE} × page 1 (≤ ${FLAT})`, ratio.toFixed(2), ratio <= FLAT);
}
