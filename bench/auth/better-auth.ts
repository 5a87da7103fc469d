/** Claim: checking a key is at least 50 times as fast as better-auth's `verifyApiKey` on its memory adapter. */

import { apiKey } from "@better-auth/api-key";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";

import { EMAIL, fixture, median, PASSWORD, report } from "./fixture.ts";

const ROUNDS = 7;
const LEAST = 50;

export async function measureAgainstBetterAuth(): Promise<void> {
  const tables = { user: [], session: [], account: [], verification: [], apikey: [] };
  const other = betterAuth({
    baseURL: "http://localhost:3000",
    secret: "a secret that is long enough for a benchmark",
    database: memoryAdapter(tables),
    emailAndPassword: { enabled: true },
    // Its limit of ten checks a day would refuse the others.
    plugins: [apiKey({ rateLimit: { enabled: false } })],
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  const body = { email: EMAIL, password: PASSWORD, name: "Ada" };
  const { user } = await other.api.signUpEmail({ body });
  const { key: theirs } = await other.api.createApiKey({ body: { userId: user.id } });
  const { core, key: ours } = await fixture();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await microseconds(5000, async () => core.guard.identify({ apiKey: ours }));
    const their = await microseconds(100, async () => {
      const { valid } = await other.api.verifyApiKey({ body: { key: theirs } });
      if (!valid) throw new Error("expected a valid key");
    });
    if (round > 0) ratios.push(their / own);
  }
  const ratio = median(ratios);
  report(
    "a key's check, × as fast as better-auth's verifyApiKey (≥ 50)",
    ratio.toFixed(0),
    ratio >= LEAST,
  );
}

async function microseconds(times: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < times; i += 1) await work();
  return ((performance.now() - start) * 1000) / times;
}
