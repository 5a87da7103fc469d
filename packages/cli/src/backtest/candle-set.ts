/** A folder with the candles of many symbols over one range, and the list of its files with their checksums. */

import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { lockFile, replaceFile } from "@bourse/kernel/files";
import { symbolInFileName } from "@bourse/trading-core/market-data";
import * as z from "zod";

import { UsageError } from "../command/command.ts";

/** Terms that all candles of a set share. */
export interface SetTerms {
  /** Interval as people write it, such as 1h. */
  readonly interval: string;
  /** First time, ISO 8601. */
  readonly from: string;
  /** End of the range, ISO 8601. */
  readonly to: string;
  /** Name of the exchange; null for the default one. */
  readonly exchange: string | null;
  /** Treatment of missing candles: report, refuse or fill. */
  readonly gaps: string;
}

const Member = z.strictObject({
  file: z.string().regex(/^[^/\\]+$/u),
  records: z.int().min(1),
  first: z.string(),
  last: z.string(),
  gaps: z.int().min(0),
  missing: z.int().min(0),
  source: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
});

/** One file of a set. */
export type SetMember = z.infer<typeof Member>;

const List = z.strictObject({
  format: z.literal("bourse candles 1"),
  interval: z.string(),
  from: z.string(),
  to: z.string(),
  exchange: z.string().nullable(),
  gaps: z.string(),
  symbols: z.array(z.string()).min(1),
  files: z.record(z.string(), Member),
});
type List = z.infer<typeof List>;

/** Name of the list in the folder. */
const LIST = "candles.json";

/** A set that this process alone writes. */
export interface OpenSet {
  /** The members so far, by symbol. */
  readonly members: ReadonlyMap<string, SetMember>;
  /** Writes the file of a symbol, and then its line in the list; a cut leaves each of them whole. */
  add(
    symbol: string,
    chunks: Iterable<string>,
    facts: Omit<SetMember, "file" | "sha256">,
  ): Promise<void>;
  close(): void;
}

/** Opens a set to write it: a new one, or one of the same terms, whose symbols become those too. */
export async function openSet(
  folder: string,
  terms: SetTerms,
  symbols: readonly string[],
): Promise<OpenSet> {
  await mkdir(folder, { recursive: true });
  const lock = await lockFile(join(folder, `${LIST}.lock`));
  try {
    const found = await listIn(folder);
    if (found !== undefined) checkTerms(folder, found, terms);
    const members = new Map(Object.entries(found?.files ?? {}));
    const all = [...new Set([...(found?.symbols ?? []), ...symbols])];
    const write = (): Promise<void> => {
      const list: List = {
        format: "bourse candles 1",
        ...terms,
        symbols: all,
        files: Object.fromEntries(members),
      };
      return replaceFile(join(folder, LIST), `${JSON.stringify(list, null, 2)}\n`, { mode: 0o666 });
    };
    await write();
    return {
      members,
      async add(symbol, chunks, facts) {
        const file = `${symbolInFileName(symbol)}-${terms.interval}.csv`;
        const hash = createHash("sha256");
        await replaceFile(join(folder, file), hashed(chunks, hash), { mode: 0o666 });
        members.set(symbol, { file, ...facts, sha256: hash.digest("hex") });
        await write();
      },
      close: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The list of a set. @throws UsageError where there is none, or it is not one */
export async function readSet(folder: string): Promise<List> {
  const found = await listIn(folder);
  if (found !== undefined) return found;
  throw new UsageError(`${folder} holds no candles of data fetch: there is no ${LIST}.`);
}

/** SHA-256 of a file of a set in hex; undefined when it is gone. */
export async function digestOf(folder: string, file: string): Promise<string | undefined> {
  try {
    return createHash("sha256")
      .update(await readFile(join(folder, file)))
      .digest("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function listIn(folder: string): Promise<List | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, LIST), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return List.parse(JSON.parse(text));
  } catch {
    throw new UsageError(
      `${join(folder, LIST)} is not a list of data fetch. Move it away, or use another folder.`,
    );
  }
}

function checkTerms(folder: string, found: List, terms: SetTerms): void {
  for (const [name, value] of Object.entries(terms) as [keyof SetTerms, string | null][]) {
    if (found[name] === value) continue;
    throw new UsageError(
      `${folder} holds candles with --${name} ${found[name] ?? "of the default"}, not ${value ?? "the default"}. Give the same, or another folder.`,
    );
  }
}

function* hashed(
  chunks: Iterable<string>,
  hash: ReturnType<typeof createHash>,
): Generator<string, void, undefined> {
  for (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The file of each symbol in the folder of a flag. @throws UsageError */
export async function filesOf(
  folder: string,
  symbols: readonly string[],
  flag = "csv",
): Promise<Readonly<Record<string, string>>> {
  if (!(await stat(folder)).isDirectory()) {
    throw new UsageError(
      `--${flag} ${folder} is one file; with --symbols it takes the folder of "data fetch --symbols".`,
    );
  }
  const { files } = await readSet(folder);
  return Object.fromEntries(
    symbols.map((symbol) => {
      const member = files[symbol];
      if (member !== undefined) return [symbol, join(folder, member.file)];
      throw new UsageError(
        `${folder} has no candles of ${symbol}; it has those of ${Object.keys(files).join(", ")}.`,
      );
    }),
  );
}
