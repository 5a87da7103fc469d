/** Nodes whose address holds a login: fetch refuses such an address with a message that repeats it. */
import { expect, test } from "vitest";

import { createEnsNames } from "../src/ens-names.ts";
import { createEthCall } from "../src/index.ts";

interface Asked {
  readonly url: string;
  readonly authorization: string | null;
}

/** A fetch that answers `result`, and what it was asked: a real one would refuse an address with a login. */
function nodeWith(result: string) {
  const asked: Asked[] = [];
  const fetchWith: typeof fetch = async (url, init) => {
    const request = new Request(url as string, init);
    asked.push({ url: request.url, authorization: request.headers.get("authorization") });
    return Response.json({ jsonrpc: "2.0", id: 1, result });
  };
  return { asked, fetchWith };
}

const URL = "https://ann:hunter2@rpc.example/v3/key";
const SENT = {
  url: "https://rpc.example/v3/key",
  authorization: `Basic ${Buffer.from("ann:hunter2").toString("base64")}`,
};

test("a call of a contract carries the login in its header", async () => {
  const { asked, fetchWith } = nodeWith("0x01");
  const call = createEthCall(URL, fetchWith);
  expect(await call({ to: `0x${"1".repeat(40)}`, data: "0x" })).toBe("0x01");
  expect(asked).toEqual([SENT]);
});

test("the look-up of a name carries the login in its header", async () => {
  const { asked, fetchWith } = nodeWith("0x2");
  const names = createEnsNames(URL, fetchWith);
  await expect(names.nameOf(`0x${"1".repeat(40)}`)).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("hunter2") as unknown }),
  );
  expect(asked).toEqual([SENT]);
});
