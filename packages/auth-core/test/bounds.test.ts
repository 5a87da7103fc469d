/** Every numeric option works at its least and its greatest value: accounts register, and their tokens are taken. */
import { expect, test } from "vitest";

import { PASSWORD, fixture, identifyToken } from "./support/auth.ts";

test.each<[string, number, number]>([
  ["accessTokenTtlSeconds", 30, 86_400],
  ["sessionIdleSeconds", 60, 31_536_000],
  ["sessionAbsoluteSeconds", 60, 315_360_000],
  ["keyPublishSeconds", 0, 86_400],
  ["loginFailuresPerAccount", 1, 10_000],
  ["loginFailuresPerAddress", 1, 10_000],
  ["sessionsPerAccount", 1, 1000],
  ["loginWindowSeconds", 1, 604_800],
  ["registrationsPerHour", 1, 10_000],
])("%s holds from %d to %d, and not one beyond", async (name, min, max) => {
  for (const value of [min, max]) {
    const { auth } = await fixture({ [name]: value });
    const { token } = await auth.accounts.register({
      email: "ada@example.org",
      password: PASSWORD,
    });
    await expect(identifyToken(auth, token)).resolves.toMatchObject({ method: "jwt" });
  }
  for (const value of [min - 1, max + 1]) {
    await expect(fixture({ [name]: value }), String(value)).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringContaining(name) as string,
    });
  }
});

test("a token of a whole day outlives the rotation of its key, the skew of clocks included", async () => {
  const { auth, clock } = await fixture({ accessTokenTtlSeconds: 86_400 });
  const { token } = await auth.accounts.register({ email: "ada@example.org", password: PASSWORD });
  await auth.signingKeys.rotate();
  await clock.advance(86_404_999);
  await expect(identifyToken(auth, token)).resolves.toMatchObject({ method: "jwt" });
});
