/**
 * Imports modules of strategies in a thread: their types are stripped by Node.js itself, each version is a module graph
 * of its own, and the engine is found even where the file's project does not have it.
 *
 * A thread that has stripped the types of a file of some length has moved a buffer, and V8 compiles its loops over
 * columns worse from then on. So the thread that describes a strategy strips it, and those that run it get the result.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
// By its default export: Bun, which runs sweeps on threads, has no such functions for strategies in files to import.
import nodeModule, { type LoadHookSync, type ResolveHookSync } from "node:module";
import { fileURLToPath } from "node:url";

import { checkImport } from "./confine-process.ts";
import { fileName, type StrategySource } from "./strategy-source.ts";

/** One version of a strategy's modules. */
export interface ModuleGraph {
  /** Namespace of the entry module. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Texts of the modules by URL. */
  readonly texts: Readonly<Record<string, string>>;
  /** Texts of the TypeScript modules without their types, by URL. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** Query that marks the URLs of one version. */
const MARK = "bourse-strategy";

interface Session {
  readonly source: StrategySource;
  readonly texts: Record<string, string>;
  readonly scripts: Record<string, string>;
}

const sessions = new Map<string, Session>();
let areHooked = false;

/**
 * Imports the module of a source, and the modules that it imports by paths. Each call reads the files, or takes the
 * texts of the source. `onText` is told of every text before its module is compiled.
 */
export async function importStrategy(
  source: StrategySource,
  onText: (url: string, text: string) => void = () => undefined,
): Promise<ModuleGraph> {
  if (!areHooked) nodeModule.registerHooks({ resolve, load });
  areHooked = true;
  const mark = String(sessions.size + 1);
  const texts: Record<string, string> = new Proxy<Record<string, string>>(
    {},
    {
      set(target, url: string, text: string) {
        target[url] = text;
        onText(url, text);
        return true;
      },
    },
  );
  const scripts: Record<string, string> = {};
  sessions.set(mark, { source, texts, scripts });
  const exports = (await import(`${source.url}?${MARK}=${mark}`)) as Record<string, unknown>;
  return { exports, texts: { ...texts }, scripts };
}

/** SHA-256 of each text by the name of its file. */
export function digestsOf(
  texts: Readonly<Record<string, string>>,
  source: Pick<StrategySource, "folder">,
): Readonly<Record<string, string>> {
  const entries = Object.entries(texts).map(([url, text]): [string, string] => [
    fileName(url, source),
    createHash("sha256").update(text).digest("hex"),
  ]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const resolve: ResolveHookSync = (specifier, context, next) => {
  const [parent, mark] = unmarked(context.parentURL ?? "");
  if (mark === undefined) return sentModule(specifier) ?? next(specifier, context);
  checkImport(specifier);
  const isOwn = /^(?:\.\.?\/|\/|file:)/u.test(specifier);
  const marked = (url: string): string => `${url}?${MARK}=${mark}`;
  const sent = isOwn ? sentModule(marked(new URL(specifier, parent).href)) : undefined;
  if (sent !== undefined) return sent;
  const found = resolveFrom(specifier, { ...context, parentURL: parent }, next);
  const isModule = /^file:.*\.m?[jt]s$/u.test(found.url);
  return isOwn && isModule ? { ...found, url: marked(found.url) } : found;
};

/** A module whose text came with its source: its file may be gone. */
function sentModule(url: string): ReturnType<ResolveHookSync> | undefined {
  const [plain, mark = ""] = unmarked(url);
  const isSent = sessions.get(mark)?.source.texts?.[plain] !== undefined;
  return isSent ? { url, shortCircuit: true } : undefined;
}

/** A package of ours that the file's project does not have is the one that runs. */
const resolveFrom: ResolveHookSync = (specifier, context, next) => {
  try {
    return next(specifier, context);
  } catch (error) {
    const isOurs = specifier.startsWith("@bourse/");
    if (!isOurs || (error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return next(specifier, { ...context, parentURL: import.meta.url });
  }
};

const load: LoadHookSync = (url, context, next) => {
  const [plain, mark] = unmarked(url);
  const session = mark === undefined ? undefined : sessions.get(mark);
  if (session === undefined) return next(url, context);
  const { source, texts, scripts } = session;
  const text = source.texts?.[plain] ?? readFileSync(fileURLToPath(plain), "utf8");
  texts[plain] = text;
  if (plain.endsWith("ts")) {
    scripts[plain] =
      source.scripts?.[plain] ?? nodeModule.stripTypeScriptTypes(text, { sourceUrl: plain });
  }
  return { format: "module", source: scripts[plain] ?? text, shortCircuit: true };
};

function unmarked(url: string): [plain: string, mark: string | undefined] {
  const at = url.lastIndexOf(`?${MARK}=`);
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + MARK.length + 2)];
}
