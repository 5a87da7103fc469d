/** Faults of strategies in files, in words with the place in the file. */

import { existsSync } from "node:fs";
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";

import { isBourseError } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { fileName, type StrategySource } from "./strategy-source.ts";

/** The fault of a module that cannot be loaded. `texts`: what was read of it, by URL, the last one last. */
export function loadFault(error: unknown, source: StrategySource, texts: Texts): EngineError {
  const file = fileName(source.url, source);
  const found = placeOf(error, source, texts) ?? syntaxPlace(error, source, texts);
  const place = found === undefined ? file : placeText(found);
  const message = `${place}: ${loadSentence(error, source)}`;
  return new EngineError("STRATEGY_INVALID", message, {
    details: { file, place, faults: [message], ...(found?.column && { column: found.column }) },
    cause: error,
  });
}

/** A file that is read and is no strategy. */
export function exportFault(found: string, source: StrategySource): EngineError {
  const file = fileName(source.url, source);
  const message = `${file}: the default export must be a strategy of defineStrategy or defineTrader, or a class with onCandle(candle, broker); found ${found}.`;
  return new EngineError("STRATEGY_INVALID", message, { details: { file, faults: [message] } });
}

/** The failure of a strategy while it runs; `doing` completes "Strategy x failed". */
export function runFault(
  error: unknown,
  strategy: string,
  doing: string,
  source: StrategySource,
  index?: number,
): EngineError {
  const found = placeOf(error, source, source.texts ?? {});
  const place = found && placeText(found);
  const at = place === undefined ? "" : ` at ${place}`;
  return new EngineError(
    "STRATEGY_FAILED",
    `Strategy ${strategy} failed ${doing}${at}: ${sentenceOf(error)}`,
    {
      details: {
        strategy,
        ...(place !== undefined && { place }),
        ...(index !== undefined && { index }),
      },
      cause: error,
    },
  );
}

function loadSentence(error: unknown, source: StrategySource): string {
  const isSent = source.texts?.[source.url] !== undefined;
  if (!isSent && !existsSync(fileURLToPath(source.url))) return "there is no such file.";
  if (isBourseError(error)) return error.message;
  const { code = "" } = error as NodeJS.ErrnoException;
  const message = withoutFolders(messageOf(error), source);
  switch (code) {
    case "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX":
      return `${message}. Node.js removes types and compiles nothing; write TypeScript whose types can be erased, without enum, namespace and parameter properties.`;
    case "ERR_INVALID_TYPESCRIPT_SYNTAX":
      return `this is not TypeScript: ${message}.`;
    case "ERR_MODULE_NOT_FOUND":
      return `${message.replace(/ imported from .*$/su, "")}. Install the package beside the file, or correct the import.`;
    default:
      return error instanceof SyntaxError
        ? `this is not JavaScript: ${message}.`
        : `the module threw while it was loaded: ${withoutFolders(sentenceOf(error), source)}`;
  }
}

type Texts = Readonly<Record<string, string>>;

/** A place in one of the strategy's own files; lines and columns count from 1. */
interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** The first place in the strategy's own files that an error names. */
function placeOf(error: unknown, source: StrategySource, texts: Texts): Place | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  for (const found of stack.matchAll(/(file:[^\s?]+?)(?:\?[^\s:]*)?:(\d+)(?::(\d+))?/gu)) {
    const [, url = "", line, column = caretColumn(stack.slice(found.index + found[0].length))] =
      found;
    if (!Object.hasOwn(texts, url)) continue;
    const place = { file: fileName(url, source), line: Number(line) };
    return column === undefined ? place : { ...place, column: Number(column) };
  }
  return undefined;
}

/** Column of the mark that parsers draw below the line at fault. */
function caretColumn(after: string): number | undefined {
  const mark = /\n( *)\^+(?:\n|$)/u.exec(after.slice(0, CARET_WITHIN));
  return mark === null ? undefined : mark[1]!.length + 1;
}

/** Characters of a stack within which the mark stands. */
const CARET_WITHIN = 2000;

/** The place of an error in plain JavaScript, which Node.js does not tell: its other parser finds the same one. */
function syntaxPlace(error: unknown, source: StrategySource, texts: Texts): Place | undefined {
  if (!(error instanceof SyntaxError)) return undefined;
  const [url, text] = Object.entries(texts).at(-1) ?? [];
  if (url === undefined || text === undefined) return undefined;
  try {
    nodeModule.stripTypeScriptTypes(text, { sourceUrl: url });
    return { file: fileName(url, source) };
  } catch (again) {
    return placeOf(again, source, texts);
  }
}

/** Messages may reach callers of a server, who need not know its folders. */
function withoutFolders(message: string, { folder }: StrategySource): string {
  return message.replaceAll(folder, "").replaceAll(fileURLToPath(folder), "");
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().replace(/\.$/u, "");
}

function sentenceOf(error: unknown): string {
  if (isBourseError(error)) return error.message;
  return error instanceof Error
    ? `${error.name}: ${messageOf(error)}.`
    : `${String(error)} was thrown.`;
}
