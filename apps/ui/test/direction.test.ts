/** Texts of people take the direction that they are written in, wherever a page shows them or has them written. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const APPS = join(import.meta.dirname, "../..");

/** Members whose values people have written, in any language. */
const OF_PEOPLE =
  /(?:\.|\b)(?:display_name|username|question|bio|body|curator_notes|comment|reason|note|wallet_name|\w+_name|(?<!KINDS|one|column)\??\.(?:title|name|label))$/u;

/** Texts that the page itself has. */
const OWN = new Set([
  "curation-desk/page/pages/queue/decision-panel.tsx: {reason}",
  "backtest-studio/page/chart/indicator-bar.tsx: {kind.title}",
  "access-console/page/pages/keys/key-usage.tsx: {span.title}",
  "ui/src/shell/toaster.tsx: {action.label}",
]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** The places of a source that show a text of people in an element without a direction. */
function undirected(file: string): readonly string[] {
  const source = readFileSync(join(APPS, file), "utf8");
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const found: string[] = [];
  const visit = (node: Node, isDirected: boolean): void => {
    const opening = (node as { readonly openingElement?: Node & { readonly name: Node } })
      .openingElement;
    const own =
      opening === undefined
        ? isDirected
        : isDirected || textOf(opening.name) === "bdi" || /\sdir=/u.test(textOf(opening));
    if (opening !== undefined) visit(opening, true);
    for (const child of childrenOf(node)) {
      if (child === opening) continue;
      const { expression } = child as { readonly expression?: Node };
      if (child.type === "JSXExpressionContainer" && expression !== undefined && !own) {
        if (shown(expression).some((one) => OF_PEOPLE.test(textOf(one)))) {
          found.push(`${file}: ${textOf(child)}`);
        }
      }
      visit(child, own);
    }
  };
  visit(parseSync(file, source).program as unknown as Node, false);
  return found;
}

/** The expressions whose value is shown: both sides of a choice. */
function shown(node: Node): readonly Node[] {
  const { left, right, consequent, alternate } = node as unknown as Readonly<Record<string, Node>>;
  if (node.type === "ConditionalExpression") return [consequent!, alternate!].flatMap(shown);
  if (node.type === "LogicalExpression") return [left!, right!].flatMap(shown);
  return [node];
}

const FILES = globSync(["ui/src/**/*.tsx", "*/page/**/*.tsx"], { cwd: APPS });

test("every text of people is shown in an element with its own direction", () => {
  expect(FILES.length).toBeGreaterThan(100);
  const found = FILES.flatMap(undirected);
  expect(found.filter((one) => !OWN.has(one))).toEqual([]);
  expect([...OWN].filter((one) => !found.includes(one))).toEqual([]);
});

test("every field of several lines says which direction its text has", () => {
  const fields = FILES.flatMap((file) =>
    [...readFileSync(join(APPS, file), "utf8").matchAll(/<textarea\s[^]*?\/>/gu)].map(
      ([field]) => ({ file, hasDirection: /\sdir=/u.test(field) }),
    ),
  );
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.filter(({ hasDirection }) => !hasDirection)).toEqual([]);
});
