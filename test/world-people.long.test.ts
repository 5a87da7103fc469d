/** The operator's commands about accounts, where somebody has chosen a name to be taken for somebody else. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { AuthCore } from "../packages/auth-core/src/index.ts";
import { runAuth, runCuration } from "../packages/cli/test/support/run-words.ts";
import { users } from "../packages/curation-core/src/users/user-document.ts";
import { readEnvironment } from "../packages/http/src/environment.ts";
import { createClosingStack } from "../packages/kernel/src/index.ts";
import { authEnvironment } from "../servers/auth/src/environment.ts";
import { openAuthCore } from "../servers/auth/src/open-core.ts";
import { curationEnvironment } from "../servers/curation/src/environment.ts";
import { openCurationCore } from "../servers/curation/src/open-core.ts";
import { ADA, bareNamesOf, DISGUISES, namesOf, WALLET, type Known } from "./world/people/people.ts";

vi.setConfig({ testTimeout: 120_000 });

const password = "correct horse battery";

type Disguise = (typeof DISGUISES)[number];

/** The data of a service with Ada and with Mallory in a disguise. */
async function worldOf(disguise: Disguise) {
  const folder = mkdtempSync(join(tmpdir(), "bourse-people-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const variables = { DATA_DIR: folder, CURATION_STORE_URL: `sqlite:${join(folder, "c.db")}` };
  const opened = createClosingStack();
  const config = readEnvironment(curationEnvironment, variables);
  const { core, store } = await openCurationCore(config, opened, () => undefined);
  const { user: ada } = await core.accounts.register({ ...ADA, password });
  const account = { walletAddress: WALLET, username: "mallory-to-be", email: disguise.email };
  const { user: mallory } = await core.accounts.register({ ...account, password });
  const found = (await store.get(users, mallory.id))!;
  const known: Known = { id: ada.id, walletAddress: ada.walletAddress! };
  const username = disguise.username(known);
  const changed = { ...found.value, username, usernameKey: username.toLowerCase() };
  await store.replace(users, changed, found.version);
  await opened.close();

  const run = async (...words: string[]) => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const code = await runCuration(words, variables, { stdout: write, stderr: write });
    return { code, output: lines.join("\n") };
  };
  const admins = async (): Promise<readonly string[]> =>
    [...(await run("admin", "list")).output.matchAll(/\(id: ([0-9a-f-]{36});/g)].map(
      ([, id = ""]) => id,
    );
  return { folder, ada: known, mallory: mallory.id, run, admins };
}

describe.each(DISGUISES)("beside Mallory with $name", (disguise) => {
  test("each command finds Ada by every word that is hers, and shows her before it asks", async () => {
    const { ada, run, admins } = await worldOf(disguise);
    for (const word of namesOf(ada)) {
      const asked = await run("admin", "grant", word);
      expect(asked, word).toMatchObject({ code: 1 });
      expect(asked.output, word).toContain(`id: ${ada.id}`);
      expect(await admins(), "without an answer").toEqual([]);
    }
    const [first = "", ...others] = namesOf(ada);
    expect(await run("admin", "grant", "--yes", first)).toMatchObject({ code: 0 });
    for (const word of others) {
      const { code, output } = await run("admin", "grant", "--yes", word);
      expect([code, output], word).toEqual([0, expect.stringContaining(`id: ${ada.id}`) as string]);
    }
    expect(await admins()).toEqual([ada.id]);
  });

  test("a word without its kind means Ada or, where it may mean both, nobody", async () => {
    const { ada, mallory, run, admins } = await worldOf(disguise);
    for (const word of bareNamesOf(ada)) {
      const { code, output } = await run("admin", "grant", "--yes", word);
      expect(await admins(), word).not.toContain(mallory);
      if (code !== 0) expect(output, word).toMatch(/names 2 accounts; say which one by id:/);
    }
    expect(await admins()).toEqual([ada.id]);
  });

  test("the role is taken from the one who is named, and the last admin keeps it", async () => {
    const { ada, mallory, run, admins } = await worldOf(disguise);
    for (const id of [ada.id, mallory]) {
      expect(await run("admin", "grant", "--yes", `id:${id}`)).toMatchObject({ code: 0 });
    }
    for (const word of bareNamesOf(ada)) {
      await run("admin", "revoke", "--yes", word);
      expect(await admins(), word).toContain(mallory);
    }
    expect(await admins()).toEqual([mallory]);
  });

  test("an invitation of Ada's address in each spelling is for her account", async () => {
    const { folder, ada, mallory, run } = await worldOf(disguise);
    for (const email of [ADA.email, "ada@xn--bcher-kva.example", "ADA@BÜCHER.EXAMPLE"]) {
      const { code, output } = await run("admin", "invite", email);
      expect([code, output], email).toEqual([0, expect.stringContaining(ada.id) as string]);
      expect(output, email).not.toContain(mallory);
    }
    expect(readFileSync(join(folder, "curation-admin-code"), "utf8")).toMatch(/[0-9a-z]{26}/);
  });
});

describe("access control", () => {
  test("disables and enables the one whose address is named, in each spelling, and no look-alike", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-people-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const variables = { DATA_DIR: folder, AUTH_STORE_URL: `sqlite:${join(folder, "a.db")}` };
    const onCore = async <T>(act: (core: AuthCore) => Promise<T>): Promise<T> => {
      const opened = createClosingStack();
      const config = readEnvironment(authEnvironment, variables);
      try {
        return await act((await openAuthCore(config, opened, () => undefined)).core);
      } finally {
        await opened.close();
      }
    };
    const others = [...new Set(DISGUISES.map(({ email }) => email))];
    await onCore(async ({ accounts }) => {
      for (const email of [ADA.email, ...others]) await accounts.register({ email, password });
    });
    const disabled = (): Promise<readonly string[]> =>
      onCore(async ({ users: directory }) => {
        const { items } = await directory.list({ status: "disabled" });
        return items.map(({ email }) => email);
      });
    const output = { stdout: () => undefined, stderr: () => undefined };
    for (const email of [ADA.email, "ada@xn--bcher-kva.example", "ADA@BÜCHER.EXAMPLE"]) {
      expect(await runAuth(["users", "disable", email], variables, output), email).toBe(0);
      expect(await disabled(), email).toEqual([ADA.email]);
      expect(await runAuth(["users", "enable", email], variables, output), email).toBe(0);
      expect(await disabled(), email).toEqual([]);
    }
  });
});
