import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import type { ClientProof } from "../src/index.ts";
import { Listener, serve } from "./support.ts";

const SECONDS = 1000;

/** A server whose clients have the proof that `proofs` holds by the name in their header. */
async function proven(proofs: Record<string, ClientProof | "fails">) {
  const clock = createManualClock();
  const asked: string[] = [];
  const { url, fanOut, emit } = await serve({
    fanOut: { clock, pingIntervalMilliseconds: 3_600_000 },
    route: {
      reauthorize: async ({ headers }) => {
        const name = String(headers["x-api-key"]);
        asked.push(name);
        const proof = proofs[name] ?? "ended";
        if (proof === "fails") throw new Error("the judge is broken");
        return await Promise.resolve(proof);
      },
    },
  });
  const open = async (name: string): Promise<Listener> =>
    await new Listener(`${url}/ws`, { headers: { "x-api-key": name } }).heard(1);
  return { clock, asked, fanOut, emit, open };
}

/** The code and the reason with which a client was closed. */
function endOf({ socket }: Listener): Promise<readonly [number, string]> {
  return new Promise((resolve) => {
    socket.on("close", (code, reason) => resolve([code, reason.toString()]));
  });
}

test("a client whose proof has ended is closed with 1008 at the next judgement, and hears no more", async () => {
  const proofs: Record<string, ClientProof> = { ada: "valid", bob: "valid" };
  const { clock, emit, open, fanOut } = await proven(proofs);
  const [ada, bob] = [await open("ada"), await open("bob")];
  await clock.advance(30 * SECONDS);
  proofs["ada"] = "ended";
  const end = endOf(ada);
  await clock.advance(5 * SECONDS);
  emit("afterwards");
  expect(await end).toEqual([
    1008,
    "UNAUTHORIZED: the key or session of this connection has ended",
  ]);
  await bob.until((all) => all.at(-1)?.data === "afterwards");
  expect(ada.dataOf()).toEqual([]);
  await expect.poll(() => fanOut.counters().clients, { interval: 1 }).toBe(1);
});

test("a client stays through two judgements without an answer, and is closed with 1013 at the third", async () => {
  const proofs: Record<string, ClientProof | "fails"> = { ada: "unknown" };
  const { clock, open } = await proven(proofs);
  const ada = await open("ada");
  await clock.advance(10 * SECONDS);
  proofs["ada"] = "valid";
  await clock.advance(5 * SECONDS);
  proofs["ada"] = "fails";
  await clock.advance(10 * SECONDS);
  expect(ada.socket.readyState).toBe(ada.socket.OPEN);
  const end = endOf(ada);
  await clock.advance(5 * SECONDS);
  expect(await end).toEqual([1013, "keys cannot be verified now: connect again"]);
});

test("every client is judged once in five seconds, however many there are", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `client ${at}`);
  const { clock, asked, open } = await proven(
    Object.fromEntries(names.map((name) => [name, "valid"])),
  );
  for (const name of names) await open(name);
  await clock.advance(4 * SECONDS);
  expect(asked).toEqual([]);
  await clock.advance(1 * SECONDS);
  expect([...asked].sort()).toEqual([...names].sort());
});
