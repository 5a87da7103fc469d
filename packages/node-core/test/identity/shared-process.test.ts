import { scrypt } from "ethers";
import { expect, onTestFinished, test } from "vitest";

import { openIdentity } from "../../src/index.ts";
import { testFolder } from "../support/folder.ts";

test("opening a keystore replaces no function of ethers for the rest of the process", async () => {
  const mine = `0x${"5a".repeat(32)}`;
  const original = scrypt._;
  onTestFinished(() => scrypt.register(original));
  scrypt.register(() => Promise.resolve(mine));
  const lock = { password: "correct horse", scryptCost: 2 };
  const directory = await testFolder();
  const { address } = await openIdentity({ directory, ...lock });
  expect((await openIdentity({ directory, ...lock })).address).toBe(address);
  expect(await scrypt(new Uint8Array(1), new Uint8Array(1), 2, 8, 1, 32)).toBe(mine);
});
