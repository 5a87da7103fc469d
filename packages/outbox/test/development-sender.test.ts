import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { createDevelopmentSender } from "../src/mail/index.ts";

const MAIL = {
  to: "ada@example.com",
  subject: "Your \u001B[2Jlink",
  text: "Open http://127.0.0.1/#x\n",
};
const sending = { id: "1", signal: new AbortController().signal };

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-mail-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a mail is shown at the terminal, without control characters", async () => {
  let shown = "";
  const terminal = { isTTY: true, write: (text: string) => (shown += text) };
  const file = join(scratch(), "mails.txt");
  await createDevelopmentSender({ file, terminal }).send(MAIL, sending);
  expect(shown).toBe("\nMail to ada@example.com: Your [2Jlink\n\nOpen http://127.0.0.1/#x\n\n");
  expect(() => statSync(file)).toThrow("ENOENT");
});

test("without a terminal it goes to a file that its owner alone can read", async () => {
  const file = join(scratch(), "deep", "mails.txt");
  const sender = createDevelopmentSender({ file, terminal: { write: () => undefined } });
  await sender.send(MAIL, sending);
  await sender.send(MAIL, sending);
  expect(readFileSync(file, "utf8").match(/Open/g)).toHaveLength(2);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a file that others can read is closed to them", async () => {
  const file = join(scratch(), "mails.txt");
  writeFileSync(file, "", { mode: 0o644 });
  await createDevelopmentSender({ file }).send(MAIL, sending);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
