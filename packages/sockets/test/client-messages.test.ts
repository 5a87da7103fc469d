import { createManualClock } from "@bourse/kernel";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readClientMessage } from "../src/client/client-message.ts";
import { Listener, serve } from "./support.ts";

describe("a client's message", () => {
  test("ping is answered by pong", async () => {
    const { url } = await serve();
    const client = await new Listener(`${url}/ws`).heard(1);
    client.say({ type: "ping" });
    await client.heard(2);
    expect(client.messages[1]).toEqual({ type: "pong" });
  });

  test("get_history is answered with the newest events, 50 where no count is given", async () => {
    const { url, emit } = await serve();
    for (let value = 1; value <= 80; value++) emit(value);
    const client = await new Listener(`${url}/ws`).heard(21);
    client.say({ type: "get_history", count: 2 });
    client.say({ type: "get_history" });
    client.say({ type: "get_history", count: 1000 });
    await client.heard(24);
    expect(client.messages[21]).toEqual({
      type: "history",
      data: {
        events: [
          { type: "tick", data: 79, timestamp: 7.9 },
          { type: "tick", data: 80, timestamp: 8 },
        ],
        count: 2,
      },
    });
    const counts = client.dataOf("history").map((data) => (data as { count: number }).count);
    expect(counts).toEqual([2, 50, 80]);
  });

  test("subscribe narrows what follows to names and to families of names", async () => {
    const { url, emit } = await serve();
    const client = await new Listener(`${url}/ws`).heard(1);
    client.say({ type: "subscribe", data: { events: ["token.*", "system.error"] } });
    await client.heard(2);
    expect(client.messages[1]).toEqual({
      type: "subscribed",
      data: { events: ["token.*", "system.error"] },
    });
    for (const type of ["token.added", "tokens.added", "system.error", "system.errors", "token"]) {
      emit(1, type);
    }
    client.say({ type: "subscribe", data: { events: ["*"] } });
    await client.heard(5);
    emit(1, "end");
    await client.heard(6);
    expect(client.messages.slice(2).map(({ type }) => type)).toEqual([
      "token.added",
      "system.error",
      "subscribed",
      "end",
    ]);
  });

  test.each([
    ["no JSON", "MESSAGE_MALFORMED"],
    ["[1]", "MESSAGE_MALFORMED"],
    ["{}", "MESSAGE_UNKNOWN"],
    ['{"type":"toString"}', "MESSAGE_UNKNOWN"],
    ['{"type":"get_history","count":0}', "MESSAGE_INVALID"],
    ['{"type":"get_history","count":1001}', "MESSAGE_INVALID"],
    ['{"type":"subscribe","data":{"events":["a b"]}}', "MESSAGE_INVALID"],
    ['{"type":"subscribe","data":{}}', "MESSAGE_INVALID"],
  ])("%s is answered with the error %s, and the connection stays", async (text, code) => {
    const { url } = await serve();
    const client = await new Listener(`${url}/ws`).heard(1);
    client.socket.send(text);
    client.say({ type: "ping" });
    await client.heard(3);
    expect(client.messages[1]).toMatchObject({ type: "error", data: { code } });
    expect(client.messages[2]).toEqual({ type: "pong" });
  });

  test("the fifth bad one in 10 s ends the connection with 1008; four and one later do not", async () => {
    const clock = createManualClock();
    const { url, fanOut } = await serve({ fanOut: { clock } });
    const patient = await new Listener(`${url}/ws`).heard(1);
    for (let index = 0; index < 4; index++) patient.say({ type: "?" });
    await patient.heard(5);
    await clock.advance(10_001);
    for (let index = 0; index < 4; index++) patient.say({ type: "?" });
    await patient.heard(9);
    expect(patient.socket.readyState).toBe(patient.socket.OPEN);
    patient.socket.send(Buffer.from([1, 2, 3]));
    expect(await patient.closed).toBe(1008);
    expect(fanOut.counters().badMessages).toBe(9);
  });

  test("of more than 64 KiB ends the connection with 1009", async () => {
    const { url } = await serve();
    const client = await new Listener(`${url}/ws`).heard(1);
    client.socket.send("x".repeat(65_537));
    expect(await client.closed).toBe(1009);
  });

  test("can be anything without an exception", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Object.keys(readClientMessage(text, "data"))).toHaveLength(1);
      }),
    );
  });
});
