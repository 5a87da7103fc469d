/** Claim: an unknown e-mail, a wrong password and a disabled account take times whose medians differ by < 10 %. */

import { createPasswordHasher } from "@bourse/credentials";

import { EMAIL, fixture, median, PASSWORD, report } from "./fixture.ts";

const TRIES = 200;
const LIMIT = 0.1;
const DISABLED = "bob@example.com";

export async function measureEnumeration(): Promise<void> {
  const { core } = await fixture({
    hasher: createPasswordHasher(),
    loginFailuresPerAccount: 10_000,
  });
  await core.accounts.register({ email: DISABLED, password: PASSWORD });
  await core.accounts.disable(DISABLED);
  const logins = [
    { email: "nobody@example.com", password: PASSWORD },
    { email: EMAIL, password: "not the password" },
    { email: DISABLED, password: PASSWORD },
  ];
  const times: number[][] = logins.map(() => []);
  for (let round = 0; round < TRIES; round += 1) {
    for (const [at, login] of logins.entries()) {
      const start = performance.now();
      await core.accounts.login(login).catch((error: { readonly code?: unknown }) => {
        if (error.code !== "INVALID_CREDENTIALS") throw error;
      });
      times[at]?.push(performance.now() - start);
    }
  }
  const medians = times.map(median);
  const spread = Math.max(...medians) / Math.min(...medians) - 1;
  report(
    `medians of ${TRIES} refused logins of each kind differ by (< 10 %)`,
    `${(spread * 100).toFixed(1)} %`,
    spread < LIMIT,
  );
}
