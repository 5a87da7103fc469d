/** Every numeric option works at its least and its greatest value: people register, and their tokens are taken. */
import { expect, test } from "vitest";

import { fixture } from "./support/curation.ts";

test.each<[string, number, number]>([
  ["chainId", 1, Number.MAX_SAFE_INTEGER],
  ["claimMinutes", 1, 1440],
  ["resolutionRounds", 1, 10],
  ["nonceSeconds", 10, 3600],
  ["eventsKept", 100, 1_000_000],
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
    // The fixture itself registers, identifies and gives out roles.
    const { author } = await fixture({ [name]: value });
    expect(author.roles).toEqual([]);
  }
  for (const value of [min - 1, max + 1]) {
    await expect(fixture({ [name]: value }), String(value)).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringContaining(name) as string,
    });
  }
});

test.each([
  ["domain", "two words"],
  ["domain", "https://markets.example"],
  ["uri", "markets.example"],
  ["uri", "https://a b"],
  ["solanaChain", "main net"],
  ["adminWallets", ["0x52908400098527886E0F7030069857D2E4169Ee7"]],
])("%s is refused as %j, with which no wallet could sign in", async (name, value) => {
  await expect(fixture({ [name]: value })).rejects.toMatchObject({
    code: "OPTION_INVALID",
    message: expect.stringContaining(name) as string,
  });
});
