/** `bourse node wallet password`: a keystore with a weak password gets one that production takes. */

import { EventEmitter } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createAuditTrail } from "@bourse/kernel";
import { nodeCollections } from "@bourse/node-core";
import { openStore } from "@bourse/store";
import { expect, onTestFinished, test, vi } from "vitest";

import { tempFolder } from "../../../../servers/node/test/support/temp-folder.ts";
import { askSecret } from "../../src/terminal/ask-secret.ts";
import { runNode } from "../support/run-words.ts";

// Keys cost what they cost in earnest.
vi.setConfig({ testTimeout: 60_000 });

const WEAK = "weak";
const STRONG = "four words that nobody says";

type Variables = Readonly<Record<string, string>>;

async function run(
  args: string,
  variables: Variables,
  askSecret?: (question: string) => Promise<string>,
) {
  const lines: string[] = [];
  const code = await runNode(args.split(" "), variables, {
    stdout: (text) => void lines.push(text),
    stderr: (text) => void lines.push(text),
    ...(askSecret === undefined ? {} : { askSecret }),
  });
  return { code, text: lines.join("\n") };
}

/** A node that was made under a weak password; `init` has no need of a chain. */
async function weakNode(more: Variables = { KEYSTORE_PASSWORD: WEAK }): Promise<string> {
  const DATA_DIR = await tempFolder(onTestFinished);
  expect(await run("init", { DATA_DIR, ...more })).toMatchObject({ code: 0 });
  return DATA_DIR;
}

const wallet = (DATA_DIR: string, KEYSTORE_PASSWORD: string) =>
  run("wallet", { DATA_DIR, KEYSTORE_PASSWORD, NODE_ENV: "production" });

test("production refuses the weak password and names the command; after it the new one is taken and the old one is not", async () => {
  const DATA_DIR = await weakNode();
  const refused = await wallet(DATA_DIR, WEAK);
  expect(refused).toMatchObject({
    code: 1,
    text: expect.stringContaining("wallet password") as string,
  });
  const file = join(DATA_DIR, "new-password");
  await writeFile(file, `${STRONG}\n`);
  const changed = await run("wallet password", {
    DATA_DIR,
    NODE_ENV: "production",
    KEYSTORE_PASSWORD: WEAK,
    KEYSTORE_NEW_PASSWORD_FILE: file,
  });
  expect(changed.code, changed.text).toBe(0);
  expect(changed.text).not.toContain(STRONG);
  expect((await wallet(DATA_DIR, STRONG)).code).toBe(0);
  expect(await run("wallet", { DATA_DIR, KEYSTORE_PASSWORD: WEAK })).toMatchObject({
    code: 1,
    text: expect.stringContaining("KEYSTORE_LOCKED") as string,
  });
  const store = await openStore(`sqlite:${join(DATA_DIR, "node", "node.db")}`, {
    collections: nodeCollections,
  });
  onTestFinished(() => store.close());
  const rows = await createAuditTrail({ store }).find({ action: "keystore.password_changed" });
  expect(rows.items).toMatchObject([{ actor: "operator", outcome: "ok" }]);
});

test("a terminal is asked for what the environment does not give; passwords are no arguments", async () => {
  const DATA_DIR = await weakNode();
  const questions: string[] = [];
  const answers = [WEAK, STRONG, STRONG];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return answers.shift() ?? "";
  };
  expect((await run("wallet password", { DATA_DIR }, ask)).code).toBe(0);
  expect(questions).toHaveLength(3);
  expect((await wallet(DATA_DIR, STRONG)).code).toBe(0);
  expect((await run(`wallet password ${STRONG}`, { DATA_DIR })).code).toBe(2);
});

test.each<[string, Variables, string]>([
  ["a weak new password", { KEYSTORE_NEW_PASSWORD: "xyzzy" }, "too weak"],
  ["the old password", { KEYSTORE_PASSWORD: STRONG, KEYSTORE_NEW_PASSWORD: STRONG }, "old one"],
  ["no new password", {}, "KEYSTORE_NEW_PASSWORD_FILE"],
  [
    "a wrong old password",
    { KEYSTORE_PASSWORD: "wrong", KEYSTORE_NEW_PASSWORD: STRONG },
    "KEYSTORE_LOCKED",
  ],
])("%s changes nothing, and the answer says what to do", async (_, variables, expected) => {
  const DATA_DIR = await weakNode();
  const path = join(DATA_DIR, "node", "keystore", "wallet.json");
  const before = await readFile(path, "utf8");
  const { code, text } = await run("wallet password", {
    DATA_DIR,
    KEYSTORE_PASSWORD: WEAK,
    ...variables,
  });
  expect([code, text]).toEqual([1, expect.stringContaining(expected)]);
  expect(await readFile(path, "utf8")).toBe(before);
});

test("a node that runs is refused: its store is locked", async () => {
  const DATA_DIR = await weakNode();
  const store = await openStore(`sqlite:${join(DATA_DIR, "node", "node.db")}`, {
    collections: nodeCollections,
  });
  onTestFinished(() => store.close());
  const { code, text } = await run("wallet password", {
    DATA_DIR,
    KEYSTORE_PASSWORD: WEAK,
    KEYSTORE_NEW_PASSWORD: STRONG,
  });
  expect([code, text]).toEqual([1, expect.stringContaining("STORE_LOCKED")]);
});

test("the password that development has made is read, and its file is gone afterwards", async () => {
  const DATA_DIR = await weakNode({});
  const made = join(DATA_DIR, "node", "development-password");
  expect((await stat(made)).isFile()).toBe(true);
  const changed = await run("wallet password", { DATA_DIR, KEYSTORE_NEW_PASSWORD: STRONG });
  expect(changed.code, changed.text).toBe(0);
  await expect(stat(made)).rejects.toMatchObject({ code: "ENOENT" });
  expect((await wallet(DATA_DIR, STRONG)).code).toBe(0);
});

test("a secret that is typed is not shown, and Ctrl-C stops", async () => {
  const modes: boolean[] = [];
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    resume: () => undefined,
    pause: () => undefined,
  });
  let shown = "";
  const output = { write: (text: string) => (shown += text) };
  const typed = askSecret({ input, output }, "Password: ");
  for (const piece of ["s\u00e9cre", "xy\u007f\u007ft", "\r"])
    input.emit("data", Buffer.from(piece));
  expect(await typed).toBe("s\u00e9cret");
  expect(shown).toBe("Password: \n");
  const stopped = askSecret({ input, output }, "Password: ");
  input.emit("data", Buffer.from("abc\u0003"));
  expect(await stopped).toBeUndefined();
  expect(modes).toEqual([true, false, true, false]);
});
