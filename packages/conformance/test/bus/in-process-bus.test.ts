import { busConformance } from "@bourse/conformance/bus";
import { createInProcessBus, createManualClock } from "@bourse/kernel";
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
