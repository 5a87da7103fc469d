import { expect, test } from "vitest";

import { openNatsBus } from "../src/index.ts";

test.each([
  "x",
  "memory:",
  "redis://user:hunter2@one",
  "nats://ann:hunter2@one,nats://ann:other@two",
])("a bus at %o is not opened", async (url) => {
  await expect(openNatsBus({ url })).rejects.toMatchObject({ code: "OPTION_INVALID" });
});

test("a namespace that would leave its place among the subjects is refused", async () => {
  for (const namespace of ["a.b", "*", ">", "a b", ""]) {
    await expect(openNatsBus({ url: "nats://127.0.0.1:1", namespace })).rejects.toMatchObject({
      code: "OPTION_INVALID",
    });
  }
});
