/** Both contenders in one process: our fan-out, and a loop over the clients of `ws`. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { defineApi, errorFormat } from "@bourse/contract";
import { createHttpServer } from "@bourse/http";
import { createEventRing } from "@bourse/kernel";
import { createFanOut, plainDialect, type PlainEvent } from "@bourse/sockets";
import { WebSocketServer } from "ws";

export type Contender = "fanOut" | "loop";

export interface Served {
  readonly ports: Readonly<Record<Contender, number>>;
  /** Payload of one event. */
  readonly frameBytes: number;
}

interface Order {
  readonly contender: Contender;
  readonly events: number;
  /** Told in one turn of the event loop. */
  readonly burst: number;
}

/** Payload of about 330 bytes, as a finished transfer of the node has. */
const DATA = {
  from: "0x52908400098527886E0F7030069857D2E4169EE7",
  to: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  amount: "25000000000000000000",
  token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  tx_hash: "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3",
};
const EVENT = { type: "token.transfer_completed", data: DATA, timestamp: 1_767_225_600.5 };

/** Both frames have four bytes of head. */
const frameBytes = 4 + Buffer.byteLength(JSON.stringify(EVENT));

if (process.send !== undefined) await serve();

async function serve(): Promise<void> {
  const ring = createEventRing<PlainEvent>({ epoch: "bench" });
  const fanOut = createFanOut({
    source: ring,
    dialect: {
      ...plainDialect,
      reply: (type, data) => (type === "connected" ? { type: "ready" } : { type, data }),
    },
    historyOnConnect: 0,
    // The counters answer no ping.
    pingIntervalMilliseconds: 3_600_000,
  });
  const api = defineApi({
    id: "bench",
    title: "Bench",
    version: "1",
    basePath: "",
    wire: errorFormat,
    security: {},
    routes: {},
  });
  const http = createHttpServer({ api, routes: [], sockets: [fanOut.route("/ws")] });
  const { port } = await http.listen();

  const plain = createServer();
  const sockets = new WebSocketServer({ server: plain, perMessageDeflate: false });
  sockets.on("connection", (socket) => socket.send('{"type":"ready"}'));
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));

  const tell: Readonly<Record<Contender, () => void>> = {
    fanOut: () => void ring.record((sequence) => ({ ...EVENT, sequence })),
    loop: () => {
      const text = JSON.stringify(EVENT);
      for (const client of sockets.clients) client.send(text);
    },
  };
  process.on("message", ({ contender, events, burst }: Order) => {
    let left = events;
    let due = fanOut.counters().bytesSent;
    const turn = (): void => {
      if (contender === "fanOut" && fanOut.counters().bytesSent < due) {
        setImmediate(turn);
        return;
      }
      due += Math.min(burst, left) * frameBytes * fanOut.counters().clients;
      for (let count = Math.min(burst, left); count > 0; count -= 1) tell[contender]();
      left -= burst;
      if (left > 0) setImmediate(turn);
    };
    turn();
  });
  process.on("disconnect", () => process.exit(0));
  const ports = { fanOut: port, loop: (plain.address() as AddressInfo).port };
  process.send?.({ ports, frameBytes } satisfies Served);
}
