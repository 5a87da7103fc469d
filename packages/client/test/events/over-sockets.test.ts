import type { Socket } from "node:net";

import { defineApi, errorFormat } from "@bourse/contract";
import { createHttpServer } from "@bourse/http";
import { createEventRing, seededRandom } from "@bourse/kernel";
import { createFanOut, plainDialect, type PlainEvent } from "@bourse/sockets";
import { expect, onTestFinished, test } from "vitest";

import { createEventsClient, type AnyEvent } from "../../src/events/index.ts";

interface Tick extends AnyEvent {
  readonly data: number;
}

const api = defineApi({
  id: "sample",
  title: "Sample",
  version: "1",
  basePath: "",
  wire: errorFormat,
  security: {},
  routes: {},
});

/**
 * Events 1, 2, 3, … over real connections that are cut again and again; `unheard` more come with each cut, which no
 * connection brings.
 */
async function storm(capacity: number, cuts: number, unheard: number): Promise<(number | "gap")[]> {
  const ring = createEventRing<PlainEvent>({ epoch: "e", capacity });
  const fanOut = createFanOut({ source: ring, dialect: plainDialect });
  const http = createHttpServer({ api, routes: [], sockets: [fanOut.route("/ws")] });
  const open = new Set<Socket>();
  http.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const { url } = await http.listen();
  let told = 0;
  const emit = (): void => {
    ring.record((sequence) => ({ type: "tick", data: ++told, timestamp: 0, sequence }));
  };
  const telling = setInterval(() => {
    for (let index = 0; index < 5; index++) emit();
  }, 1);
  onTestFinished(async () => {
    clearInterval(telling);
    await fanOut.close();
    await http.close();
  });
  const random = seededRandom(7);
  const client = createEventsClient<Tick>({
    url: `${url}/ws`,
    baseMilliseconds: 4,
    maxMilliseconds: 4,
    bufferSize: 100_000,
  });
  const heard: (number | "gap")[] = [];
  let nextCut = 10;
  for await (const event of client) {
    heard.push(event.type === "gap" ? "gap" : (event as Tick).data);
    if (heard.length < nextCut) continue;
    if (cuts-- === 0) break;
    nextCut = heard.length + 1 + random.below(30);
    for (const socket of open) socket.destroy();
    for (let index = random.below(unheard + 1); index > 0; index--) emit();
  }
  return heard;
}

test("over 300 cuts nothing is lost and nothing comes twice", async () => {
  const heard = await storm(1_000_000, 300, 30);
  const first = heard[0] as number;
  expect(heard).toEqual(heard.map((_, at) => first + at));
}, 60_000);

test("what a short memory has lost is told exactly where it is missing", async () => {
  const heard = await storm(20, 100, 60);
  const jumps = heard.flatMap((value, at) => {
    const before = heard[at - 1];
    if (value === "gap" || before === undefined) return [];
    if (before !== "gap") return value === before + 1 ? [] : [`${before} then ${value}`];
    const last = heard[at - 2];
    return typeof last === "number" && value <= last ? [`${last}, gap, ${value}`] : [];
  });
  expect(jumps).toEqual([]);
  expect(heard).toContain("gap");
}, 60_000);
