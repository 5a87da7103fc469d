import { createManualClock, seededIds } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import {
  createEventBus,
  type Components,
  type NodeEvent,
  type NodeEventType,
} from "../../src/index.ts";

const COMPONENTS: { -readonly [Name in keyof Components]: Components[Name] } = {
  blockchain: "connected",
  peerNetwork: "running",
  encryption: "initialized",
};
const started = { nodeId: "12D3" } as const;

describe("the event bus", () => {
  test("gives an event its time, its epoch and its place", async () => {
    const clock = createManualClock({ now: 1_767_225_600_500 });
    const bus = createEventBus({ clock, ids: seededIds(1) });
    bus.emit("system.node_started", started);
    await clock.advance(250);
    bus.emit("system.node_stopping", started);
    expect(bus.last(10)).toEqual([
      {
        type: "system.node_started",
        data: started,
        timestamp: 1_767_225_600_500,
        epoch: bus.epoch,
        sequence: 1,
      },
      {
        type: "system.node_stopping",
        data: started,
        timestamp: 1_767_225_600_750,
        epoch: bus.epoch,
        sequence: 2,
      },
    ]);
    expect([bus.newest, bus.size]).toEqual([2, 2]);
    expect(bus.since(1)).toHaveLength(1);
    expect(bus.since(3)).toBe("gap");
  });

  test("has another epoch at every start", () => {
    expect(createEventBus().epoch).not.toBe(createEventBus().epoch);
  });

  test("keeps 100 events unless told otherwise, and says where older ones are gone", () => {
    const bus = createEventBus();
    for (let index = 0; index < 150; index++) bus.emit("system.node_started", started);
    expect(bus.size).toBe(100);
    expect(bus.since(50)).toHaveLength(100);
    expect(bus.since(49)).toBe("gap");
  });

  test("tells what is only told to listeners, and keeps no trace of it", () => {
    const bus = createEventBus();
    const heard: [NodeEventType, boolean][] = [];
    bus.subscribe(({ type }, isRecorded) => heard.push([type, isRecorded]));
    bus.tell("health.update", { status: "healthy", components: COMPONENTS });
    bus.emit("system.node_started", started);
    expect(heard).toEqual([
      ["health.update", false],
      ["system.node_started", true],
    ]);
    expect(bus.last(10)).toHaveLength(1);
  });

  test("calls listeners of one type with that type alone, until they stop", () => {
    const bus = createEventBus();
    const heard: string[] = [];
    const stop = bus.on("data.received", ({ data }) => heard.push(data.dataHash));
    bus.emit("system.node_started", started);
    bus.emit("data.received", { dataHash: "a", sender: "0x" });
    stop();
    bus.emit("data.received", { dataHash: "b", sender: "0x" });
    expect(heard).toEqual(["a"]);
  });

  test("freezes an event in all its depth, whatever becomes of what it was made of", () => {
    const bus = createEventBus();
    const components = { ...COMPONENTS };
    bus.emit("health.update", { status: "healthy", components });
    components.blockchain = "disconnected";
    const event = bus.last(1)[0] as Extract<NodeEvent, { type: "health.update" }>;
    expect(event.data.components).toEqual(COMPONENTS);
    expect([event, event.data, event.data.components].every(Object.isFrozen)).toBe(true);
  });

  test("never throws: neither a broken listener nor data that is no JSON disturbs anybody", () => {
    const errors: [unknown, string][] = [];
    const bus = createEventBus({ onError: (error, type) => errors.push([error, type]) });
    const heard: number[] = [];
    bus.on("system.node_started", () => {
      throw new Error("first");
    });
    bus.subscribe(() => {
      throw new Error("second");
    });
    bus.subscribe(({ sequence }) => heard.push(sequence));
    bus.emit("system.node_started", started);
    bus.emit("system.error", {
      component: "x",
      message: "y",
      code: Number.NaN as unknown as string,
    });
    expect(heard).toEqual([1]);
    expect(errors.map(([error]) => (error as Error).message).slice(0, 2)).toEqual([
      "first",
      "second",
    ]);
    expect(errors[2]).toMatchObject([{ code: "JSON_INVALID" }, "system.error"]);
  });
});
