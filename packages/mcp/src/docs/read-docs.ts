/** Reading of the documentation: a whole page where it is short, else its headings and one section. */

import { PAGES, readPage, type PageName } from "./pages.ts";

/** Arguments of a reading. */
export interface DocsQuery {
  /** Name of the page. Default: the list of pages. */
  readonly page?: PageName | undefined;
  /** Heading of a section, or words of it, in any case. Default: the whole page, if it is short enough. */
  readonly section?: string | undefined;
}

/** The text that was asked for, or what to ask for; undefined for a section that the page does not have. */
export async function readDocs(
  { page, section }: DocsQuery,
  maxCharacters: number,
): Promise<string | undefined> {
  if (page === undefined) {
    const lines = Object.entries(PAGES).map(([name, [, about]]) => `${name}: ${about}`);
    return lines.join("\n");
  }
  const text = withoutPictures(await readPage(page));
  if (section !== undefined) return sectionOf(text, section);
  if (text.length <= maxCharacters) return text;
  const headings = headingsOf(text.split("\n")).map(({ words }) => words);
  return `${page} has ${text.length} characters. Ask for one of its sections:\n${headings.join("\n")}`;
}

function withoutPictures(markdown: string): string {
  return markdown.replaceAll(/<div>\s*<svg[\s\S]*?<\/svg>\s*<\/div>\n*/g, "");
}

interface Heading {
  readonly line: number;
  readonly depth: number;
  readonly words: string;
}

function headingsOf(lines: readonly string[]): readonly Heading[] {
  let isCode = false;
  return lines.flatMap((text, line) => {
    if (text.startsWith("```")) isCode = !isCode;
    const found = isCode ? null : /^(#{1,4}) +(.+)$/.exec(text);
    return found === null ? [] : [{ line, depth: found[1]!.length, words: found[2]! }];
  });
}

/** The section of that heading, or of the name before its colon, else of the first that has the words. */
function sectionOf(text: string, wanted: string): string | undefined {
  const lines = text.split("\n");
  const headings = headingsOf(lines);
  const plain = (words: string): string => words.replaceAll("`", "").trim().toLowerCase();
  const words = plain(wanted);
  const named = headings.find((one) =>
    [plain(one.words), plain(one.words).split(":")[0]].includes(words),
  );
  const found = named ?? headings.find((one) => plain(one.words).includes(words));
  if (found === undefined) return undefined;
  const next = headings.find((one) => one.line > found.line && one.depth <= found.depth);
  return lines.slice(found.line, next?.line).join("\n").trim();
}
