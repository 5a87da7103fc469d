import { busConformance } from "@bourse/conformance/bus";
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  deadLetterCollection,
} from "@bourse/kernel";
import { describe, test } from "vitest";

describe("the in-process bus", () => {
  busConformance({
    test,
    open: async (settings) => {
      const clock = createManualClock();
      const bus = createInProcessBus({ ...settings, clock });
      return { bus, pass: (milliseconds) => clock.advance(milliseconds) };
    },
  });
});

describe("the in-process bus whose dead letters are in a store", () => {
  busConformance({
    test,
    open: async (settings) => {
      const clock = createManualClock();
      const deadLetterStore = createMemoryStore({ collections: [deadLetterCollection] });
      const bus = createInProcessBus({ ...settings, clock, deadLetterStore });
      return { bus, pass: (milliseconds) => clock.advance(milliseconds) };
    },
  });
});
