/** Every numeric option holds from its least to its greatest value, and not one beyond. */
import { createMemoryStore } from "@bourse/kernel";
import { expect, test } from "vitest";

import {
  createAccessTokens,
  createFailureThrottle,
  createPasswordHasher,
  createSessions,
  openSigningKeys,
  sessions,
  signingKeys,
} from "../src/index.ts";

const store = createMemoryStore({ collections: [sessions, signingKeys] });
const masterKey = new Uint8Array(32).fill(7);
const keys = await openSigningKeys({ store, masterKey });

type Numbers = Readonly<Record<string, number>>;
const subjects = {
  openSigningKeys: (option: Numbers) => openSigningKeys({ store, masterKey, ...option }),
  createAccessTokens: (option: Numbers) =>
    createAccessTokens({ keys, issuer: "i", audience: "a", ...option }),
  createSessions: (option: Numbers) => createSessions({ store, ...option }),
  createPasswordHasher: (option: Numbers) => createPasswordHasher(option),
  createFailureThrottle: (option: Numbers) =>
    createFailureThrottle({ maxFailures: 1, windowSeconds: 1, ...option }),
};

test.each<[keyof typeof subjects, string, number, number]>([
  ["openSigningKeys", "acceptSeconds", 1, 86_460],
  ["openSigningKeys", "publishSeconds", 0, 86_400],
  ["openSigningKeys", "rotateAfterSeconds", 60, 31_536_000],
  ["createAccessTokens", "ttlSeconds", 30, 86_400],
  ["createAccessTokens", "skewSeconds", 0, 60],
  ["createAccessTokens", "cacheSize", 0, 1_000_000],
  ["createSessions", "perUser", 1, 1000],
  ["createSessions", "idleSeconds", 60, 31_536_000],
  ["createSessions", "absoluteSeconds", 60, 315_360_000],
  ["createSessions", "rotationGraceSeconds", 0, 3600],
  ["createSessions", "liveCacheMilliseconds", 0, 60_000],
  ["createPasswordHasher", "memoryKibibytes", 8, 4_194_304],
  ["createPasswordHasher", "passes", 1, 64],
  ["createPasswordHasher", "maxInFlight", 1, 256],
  ["createPasswordHasher", "maxQueued", 0, 100_000],
  ["createFailureThrottle", "maxFailures", 1, 10_000],
  ["createFailureThrottle", "windowSeconds", 1, 604_800],
  ["createFailureThrottle", "maxKeys", 1, 10_000_000],
])(
  "%s takes %s from %d to %d, and refuses one less and one more",
  async (subject, name, min, max) => {
    for (const value of [min, max]) {
      await expect(made(subject, name, value), String(value)).resolves.toBeDefined();
    }
    for (const value of [min - 1, max + 1, min + 0.5, NaN, Infinity]) {
      await expect(made(subject, name, value), String(value)).rejects.toMatchObject({
        code: "OPTION_INVALID",
        message: expect.stringContaining(name) as string,
      });
    }
  },
);

async function made(subject: keyof typeof subjects, name: string, value: number): Promise<unknown> {
  return await subjects[subject]({ [name]: value });
}
