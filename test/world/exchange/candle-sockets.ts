/** The exchanges' public sockets of candles: messages, rules of heartbeats, and the faults that are asked for. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { WebSocketServer, type WebSocket } from "ws";

import { seededRandom, type Random } from "../../../packages/kernel/src/random.ts";
import { candleAt, isHole, type Candle, type Hole } from "./series.ts";
import { BINANCE_SOCKET, BYBIT_SOCKET, type SocketVenue, type Topic } from "./socket-venues.ts";

/** Faults of a closed candle's message. */
export const STREAM_FAULTS = [
  "duplicate",
  /** Told some updates later. */
  "delay",
  /** Told behind the next closed candle. */
  "reorder",
  "drop",
  /** Told with a wrong price first, and then as the history has it. */
  "correct",
  /** The connection is cut before the message. */
  "cut",
  /** Text that is no JSON in the place of the message. */
  "bad-json",
  /** JSON of another shape in the place of the message. */
  "other-shape",
  /** A closed candle between two of the grid, beside the message. */
  "off-grid",
  /** The connection tells nothing any more, and still answers heartbeats. */
  "silent",
] as const;

export type StreamFault = (typeof STREAM_FAULTS)[number];

export interface StreamBehaviour {
  readonly seed: number;
  /** Share of the closed candles that meet a fault, 0–1. */
  readonly streamFailures: number;
  readonly streamFaults: readonly StreamFault[];
  /** Age in milliseconds at which a connection is cut. */
  readonly lifeMilliseconds: number;
  /** Symbols whose subscription is refused. */
  readonly refused: readonly string[];
  /** Times without a candle. */
  readonly holes: readonly Hole[];
}

interface Told extends Topic {
  toldUpTo: number;
}

interface Connection {
  readonly socket: WebSocket;
  readonly venue: SocketVenue;
  readonly openedAt: number;
  readonly topics: Map<string, Told>;
  /** Messages that are told later, with the number of updates until then. */
  readonly held: { text: string; updates: number }[];
  heardAt: number;
  pingedAt: number;
  isSilent: boolean;
}

export class CandleSockets {
  readonly #behaviour: StreamBehaviour;
  readonly #now: () => number;
  readonly #isShut: () => boolean;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #connections = new Set<Connection>();
  readonly #random: Random;
  /** Number of closed candles that met each fault. */
  readonly met: Record<string, number> = {};
  /** Number of connections that were opened. */
  opened = 0;
  /** Faults that the next closed candles meet, before any by chance. */
  readonly next: StreamFault[] = [];

  /** `isShut`: nobody may connect now, and who is connected is cut. */
  constructor(behaviour: StreamBehaviour, now: () => number, isShut: () => boolean) {
    this.#behaviour = behaviour;
    this.#now = now;
    this.#isShut = isShut;
    this.#random = seededRandom(behaviour.seed);
  }

  /** Takes the handshake of one of the exchanges' addresses; any other is cut. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? "/", "http://exchange");
    const venue = [BYBIT_SOCKET, BINANCE_SOCKET].find((each) => each.owns(url.pathname));
    if (venue === undefined || this.#isShut()) return void socket.destroy();
    this.#server.handleUpgrade(request, socket, head, (opened) => this.#open(venue, url, opened));
  }

  /** Tells everybody what has happened since the last update. */
  update(): void {
    const now = this.#now();
    for (const connection of this.#connections) {
      const { socket, venue, openedAt, heardAt } = connection;
      const isOld = now - openedAt >= this.#behaviour.lifeMilliseconds;
      if (isOld || this.#isShut() || now - heardAt > venue.patienceMilliseconds) socket.terminate();
      else if (now - connection.pingedAt >= venue.pingMilliseconds) {
        connection.pingedAt = now;
        socket.ping("beat");
      }
      this.#release(connection);
      for (const topic of connection.topics.values()) this.#tell(connection, topic, now);
    }
  }

  /** Tells the clients of Binance that their connections will end. */
  shutDown(): void {
    for (const { socket, venue } of this.#connections) {
      if (venue === BINANCE_SOCKET) socket.send(JSON.stringify({ e: "serverShutdown", E: 0 }));
    }
  }

  close(): void {
    for (const { socket } of this.#connections) socket.terminate();
    this.#server.close();
  }

  #open(venue: SocketVenue, url: URL, socket: WebSocket): void {
    const now = this.#now();
    this.opened += 1;
    const connection: Connection = {
      socket,
      venue,
      openedAt: now,
      topics: new Map(),
      held: [],
      heardAt: now,
      pingedAt: now,
      isSilent: false,
    };
    this.#connections.add(connection);
    for (const topic of venue.topicsOf(url)) this.#add(connection, topic);
    socket.on("close", () => this.#connections.delete(connection));
    socket.on("error", () => undefined);
    socket.on("pong", () => (connection.heardAt = this.#now()));
    socket.on("message", (data) => {
      connection.heardAt = this.#now();
      const {
        answer,
        add = [],
        drop = [],
      } = venue.answer(String(data as Buffer), this.#behaviour.refused);
      for (const topic of add) this.#add(connection, topic);
      for (const topic of drop) connection.topics.delete(topic);
      if (answer !== undefined) socket.send(JSON.stringify(answer));
    });
  }

  #add({ topics }: Connection, topic: Topic): void {
    if (!topics.has(topic.name)) topics.set(topic.name, { ...topic, toldUpTo: this.#now() });
  }

  #release({ socket, held, isSilent }: Connection): void {
    for (const each of held) each.updates -= 1;
    while (held[0] !== undefined && held[0].updates <= 0) {
      const { text } = held.shift()!;
      if (!isSilent) socket.send(text);
    }
  }

  #tell(connection: Connection, topic: Told, now: number): void {
    const { symbol, step } = topic;
    const open = Math.floor(now / step) * step;
    for (let end = Math.floor(topic.toldUpTo / step) * step + step; end <= open; end += step) {
      const time = end - step;
      if (!isHole(time, this.#behaviour.holes)) {
        this.#tellClosed(connection, topic, candleAt(symbol, step, time));
      }
    }
    topic.toldUpTo = now;
    if (!isHole(open, this.#behaviour.holes)) {
      this.#send(connection, topic, candleAt(symbol, step, open), false);
    }
  }

  #tellClosed(connection: Connection, topic: Told, candle: Candle): void {
    const { socket, venue, held } = connection;
    const text = (told = candle): string => venue.message(topic, told, true, this.#now());
    const fault = connection.isSilent ? undefined : this.#fault();
    switch (fault) {
      case "drop":
        return;
      case "delay":
        held.push({ text: text(), updates: 3 });
        return;
      case "reorder":
        held.push({ text: text(), updates: Math.ceil(topic.step / 1_000) + 2 });
        return;
      case "cut":
        socket.terminate();
        return;
      case "bad-json":
        socket.send("{not json");
        return;
      case "other-shape":
        socket.send(venue.otherShape(topic));
        return;
      case "silent":
        connection.isSilent = true;
        return;
      case "off-grid":
        socket.send(text({ ...candle, time: candle.time + 7_000 - topic.step }));
        break;
      case "correct":
        socket.send(text({ ...candle, close: candle.open, volume: "0.001" }));
        break;
      case "duplicate":
        socket.send(text());
        break;
      case undefined:
    }
    this.#send(connection, topic, candle, true);
  }

  #send({ socket, venue, isSilent }: Connection, topic: Told, candle: Candle, closed: boolean) {
    if (!isSilent && socket.readyState === socket.OPEN) {
      socket.send(venue.message(topic, candle, closed, this.#now()));
    }
  }

  #fault(): StreamFault | undefined {
    const { streamFailures, streamFaults } = this.#behaviour;
    const asked = this.next.shift();
    const byChance =
      this.#random.next() < streamFailures
        ? streamFaults[this.#random.below(streamFaults.length)]
        : undefined;
    const fault = asked ?? byChance;
    if (fault !== undefined) this.met[fault] = (this.met[fault] ?? 0) + 1;
    return fault;
  }
}
