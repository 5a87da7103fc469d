import { stripVTControlCharacters } from "node:util";

import { fittedLines } from "./fitted-lines.ts";

const WIDTH = 80;

/**
 * Turns a log line for people that warns into a note above the first screen, without time and level and in lines of 80
 * columns: `! auth: master key created`. Other lines stay as they are.
 */
export function startNote(line: string): string {
  const plain = stripVTControlCharacters(line);
  const [, name, text = ""] = /^\S+ WARN\w* +(?:bourse-)?(\S+) (.*)$/s.exec(plain) ?? [];
  if (name === undefined) return line;
  return `! ${fittedLines(`${name}: ${text}`, WIDTH - 2).join("\n  ")}\n`;
}
