import { storeConformance } from "@bourse/conformance/store";
import { createMemoryStore } from "@bourse/kernel";
import { describe, test } from "vitest";

describe("the memory store", () => {
  storeConformance({
    test,
    open: (_place, options) => Promise.resolve(createMemoryStore(options)),
    durable: false,
  });
});
