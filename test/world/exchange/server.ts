/** The exchange's door: limits and faults first, then the answer. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { seededRandom, type Random } from "../../../packages/kernel/src/random.ts";
import type { Behaviour, Fault } from "./behaviour.ts";
import { openBinance } from "./binance.ts";
import { openBybit } from "./bybit.ts";
import { CandleSockets } from "./candle-sockets.ts";
import { isHole } from "./series.ts";
import type { Answer, Venue } from "./venue.ts";
import { WeightLimit } from "./weight.ts";

export interface ExchangeServer {
  readonly url: string;
  /** The sockets of candles. */
  readonly sockets: CandleSockets;
  close(): Promise<void>;
}

/** Time from the last trade before maintenance until the doors shut, and from the first after it until they open. */
const SHUT_BEHIND_MILLISECONDS = 30_000;

/** Starts the exchange on this machine's loopback address, at the time `now`. */
export async function openExchange(
  behaviour: Behaviour,
  localNow: () => number = Date.now,
): Promise<ExchangeServer> {
  const now = (): number => localNow() + behaviour.clockAheadMilliseconds;
  const venues = [await openBybit(behaviour.holes), openBinance(behaviour.holes)];
  const door = new Door(behaviour, now);
  const isShut = (): boolean =>
    behaviour.isMaintained && isHole(now() - SHUT_BEHIND_MILLISECONDS, behaviour.holes);
  const sockets = new CandleSockets(behaviour, now, isShut);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://exchange");
    // No exchange has these routes: a test asks here what its requests have met, and how many were answered.
    if (url.pathname === "/faults") return write(response, { status: 200, body: door.met });
    if (url.pathname === "/answers") return write(response, { status: 200, body: door.answers });
    response.setHeader("date", new Date(now()).toUTCString());
    const venue = venues.find((each) => each.owns(url.pathname));
    if (venue === undefined) return write(response, { status: 404, body: {} });
    if (isShut()) return write(response, { status: 503, body: {} });
    void door.pass(venue, url, request, response);
  });
  server.on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  await new Promise<void>((resolve) => {
    server.listen(behaviour.port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async close() {
      sockets.close();
      await Promise.all([end(server), ...venues.map((venue) => venue.close())]);
    },
  };
}

class Door {
  readonly #behaviour: Behaviour;
  readonly #limit: WeightLimit;
  readonly #random: Random;
  readonly #now: () => number;
  /** Number of the requests that met each fault, a refusal for weight, or the loss of an order's answer. */
  readonly met: Record<string, number> = {};
  /** Number of the requests that were answered, and whether one is held. */
  readonly answers = { given: 0, isOneHeld: false };
  #ordersToLose: number;

  constructor(behaviour: Behaviour, now: () => number) {
    this.#behaviour = behaviour;
    this.#now = now;
    this.#limit = new WeightLimit(behaviour);
    this.#random = seededRandom(behaviour.seed);
    this.#ordersToLose = behaviour.lostOrders;
  }

  async pass(
    venue: Venue,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const now = this.#now();
    const verdict = this.#limit.take(venue.weightOf(url), now);
    if (verdict.kind !== "pass") {
      this.#count(verdict.kind);
      return write(response, venue.refusal(verdict.kind, verdict.waitMilliseconds, now));
    }
    const fault = this.#nextFault();
    switch (fault) {
      case "429":
        return write(response, venue.refusal("refused", 1000, now));
      case "500":
      case "503":
        return write(response, { status: Number(fault), body: {} });
      case "reset":
        return void request.socket.resetAndDestroy();
      case "slow":
        await sleep(this.#behaviour.slowMilliseconds);
        break;
      case "cut":
      case undefined:
    }
    const { answers } = this;
    if (answers.given === this.#behaviour.holdAfter && answers.given > 0 && !answers.isOneHeld) {
      answers.isOneHeld = true;
      return;
    }
    answers.given += 1;
    const answer = venue.publicAnswer(url, now);
    if (answer === undefined) {
      const isLost = this.#losesOrder(venue, url, request);
      await venue.serveAccount(url, request, response, isLost, this.#now());
    } else if (fault === "cut") cut(response, answer);
    else write(response, answer);
  }

  #nextFault(): Fault | undefined {
    const { failures, faults } = this.#behaviour;
    if (this.#random.next() >= failures) return undefined;
    const fault = faults[this.#random.below(faults.length)]!; // one of the list
    this.#count(fault);
    return fault;
  }

  #losesOrder({ orderPath }: Venue, { pathname }: URL, { method }: IncomingMessage): boolean {
    if (method !== "POST" || pathname !== orderPath || this.#ordersToLose === 0) return false;
    this.#ordersToLose -= 1;
    this.#count("lost order");
    return true;
  }

  #count(name: string): void {
    this.met[name] = (this.met[name] ?? 0) + 1;
  }
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Half of the answer, and then a connection that is reset. */
function cut(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-length": Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.socket?.resetAndDestroy());
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
