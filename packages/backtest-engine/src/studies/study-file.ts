/** A study's journal in a file: a line for each entry, each with a checksum over itself and all lines before. */

import { open, type FileHandle } from "node:fs/promises";

import { checkText, type CallRules } from "@bourse/kernel";
import { lockFile } from "@bourse/kernel/files";
import { beginSha256 } from "@bourse/kernel/platform";

import { EngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";
import type { StudyEntry, StudyJournal } from "../sweep/study-journal.ts";

const PATH: CallRules = { path: (argument, value) => checkText(argument, value, 4096) };

/** A study's journal in a file. */
export interface StudyFile extends StudyJournal {
  /** Closes the file and gives its lock back. Idempotent. */
  close(): Promise<void>;
}

/**
 * Opens the study file at `path`, or creates it (0666 less the umask; the folder must exist).
 *
 * Entries are appended and flushed, never changed. A last line that a crash cut short is dropped; its trials are run
 * again. One holder at a time: a lock lies beside the file (`<path>.lock`).
 *
 * @throws EngineError OPTIONS_INVALID: a line that is damaged or was changed, or a file that is no study; StoreError
 * STORE_LOCKED: another process has the file; errors of the operating system
 */
export async function openStudyFile(path: string): Promise<StudyFile> {
  requireArguments("openStudyFile", { path }, PATH);
  const lock = await lockFile(`${path}.lock`);
  try {
    const file = await open(path, "a+");
    try {
      return await studyFile(path, file, () => lock.release());
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function studyFile(path: string, file: FileHandle, release: () => void): Promise<StudyFile> {
  const { entries, checksum, bytes } = readLines(path, await file.readFile("utf8"));
  await file.truncate(bytes);
  let last = checksum;
  let isOpen = true;
  return {
    read: async () => [...entries],
    async append(added) {
      const lines = added.map((entry) => {
        const text = JSON.stringify(entry);
        last = checksumOf(last, text);
        return `${last} ${text}\n`;
      });
      await file.appendFile(lines.join(""));
      await file.datasync();
      entries.push(...added);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await file.close();
      release();
    },
  };
}

const LINE = /^([0-9a-f]{16}) (\{.*\})$/u;

/** The entries of a file, the checksum of the last one, and the number of bytes that hold them. */
function readLines(
  path: string,
  text: string,
): { readonly entries: StudyEntry[]; readonly checksum: string; readonly bytes: number } {
  const entries: StudyEntry[] = [];
  let checksum = "";
  let bytes = 0;
  const lines = text.split("\n");
  const rest = lines.pop(); // what follows the last line end: a line that was cut short, or nothing
  for (const [place, line] of lines.entries()) {
    const [, found, json] = LINE.exec(line) ?? [];
    if (found === undefined || json === undefined || found !== checksumOf(checksum, json)) {
      throw damaged(path, place + 1);
    }
    entries.push(JSON.parse(json) as StudyEntry);
    checksum = found;
    bytes += Buffer.byteLength(line) + 1;
  }
  if (entries.length === 0 && rest !== "" && !/^[0-9a-f]{1,16}( |$)/u.test(rest ?? "")) {
    throw damaged(path, 1); // a file of something else, which is not ours to cut
  }
  return { entries, checksum, bytes };
}

/** First half of the SHA-256 over the checksum before and the entry: no line can be changed, left out or moved. */
function checksumOf(before: string, json: string): string {
  return beginSha256().update(`${before}\n`).update(json).digest("hex").slice(0, 16);
}

function damaged(path: string, line: number): EngineError {
  return new EngineError(
    "OPTIONS_INVALID",
    `Line ${line} of the study file ${path} is damaged, or the file is no study. Restore it from a copy, or begin a new study in another file.`,
    { details: { option: "journal" } },
  );
}
