import { expect, test } from "vitest";

import { readBounded } from "../src/index.ts";

test("bytes are read in their order up to the bound, and no body has none", async () => {
  const body = new Response("four").body;
  expect(await readBounded(body, 4)).toEqual(new TextEncoder().encode("four"));
  expect(await readBounded(parts(["ab", "", "c"], []), 3)).toEqual(new TextEncoder().encode("abc"));
  expect(await readBounded(null, 0)).toEqual(new Uint8Array());
});

test("of more than the bound nothing is kept, nothing further is read, and the sender is told", async () => {
  const read: string[] = [];
  expect(await readBounded(parts(["ab", "cd", "ef"], read), 3)).toBeUndefined();
  expect(read).toEqual(["ab", "cd", "let go"]);
});

test("a body that breaks off rejects with its own error", async () => {
  const broken = new ReadableStream<Uint8Array>({ start: (to) => to.error(new Error("gone")) });
  await expect(readBounded(broken, 10)).rejects.toThrow("gone");
});

async function* parts(texts: readonly string[], read: string[]): AsyncGenerator<Uint8Array> {
  try {
    for (const text of texts) {
      read.push(text);
      yield new TextEncoder().encode(text);
    }
  } finally {
    read.push("let go");
  }
}
