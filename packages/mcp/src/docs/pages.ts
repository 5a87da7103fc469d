/** The pages of the documentation that assistants can read. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Name of a page. */
export type PageName =
  | "first-ten-minutes"
  | "write-a-strategy"
  | "from-a-csv-to-a-tear-sheet"
  | "from-python"
  | "call-a-server"
  | "options"
  | "indicators";

/** The pages that this package brings: name, path below `docs` of the repository, and what a page is about. */
export const PAGES: Readonly<Record<PageName, readonly [path: string, about: string]>> = {
  "first-ten-minutes": ["guides/first-ten-minutes.md", "Start the servers and call them"],
  "write-a-strategy": ["guides/write-a-strategy.md", "Write a strategy of one's own"],
  "from-a-csv-to-a-tear-sheet": [
    "guides/from-a-csv-to-a-tear-sheet.md",
    "Candles of a CSV file, a backtest, its tear sheet",
  ],
  "from-python": ["guides/from-python.md", "The names of pandas-based backtesters here"],
  "call-a-server": ["guides/call-a-server.md", "Call a server: keys, errors, retries"],
  options: ["options.md", "Every option of a backtest"],
  indicators: ["indicators.md", "Every indicator with its parameters"],
};

/** Built files have the pages beside them; sources read those of the repository. */
const BESIDE = new URL("docs/", import.meta.url);
const FOLDER = existsSync(BESIDE) ? BESIDE : new URL("../../../../docs/", import.meta.url);

/** Text of a page in Markdown. */
export function readPage(name: PageName): Promise<string> {
  return readFile(new URL(PAGES[name][0], FOLDER), "utf8");
}
