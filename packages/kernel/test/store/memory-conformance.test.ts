import { describe, test } from "vitest";

import { storeConformance } from "../../src/conformance/index.ts";
import { createMemoryStore } from "../../src/store/index.ts";

describe("the memory store", () => {
  storeConformance({
    test,
    open: (_place, options) => Promise.resolve(createMemoryStore(options)),
    durable: false,
  });
});
