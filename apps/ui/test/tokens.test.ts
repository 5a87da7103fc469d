/** The colours of the style sheet: legible on each ground, and rise from fall without seeing green (deuteranopia). */

import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { contrastOf, deuteranopeDistance } from "./support/colours.ts";

const GROUNDS = ["ground", "raised", "sunken", "band"];
const SERIES = ["series-0", "series-1", "series-2", "series-3", "series-4", "series-5"];
const TEXTS = [
  "text",
  "soft",
  "accent",
  "second",
  "good",
  "fair",
  "poor",
  "gain",
  "loss",
  ...SERIES,
];

type Palette = Readonly<Record<string, string>>;

/** The palettes of tokens.css by what they are shown for. */
const PALETTES: Readonly<Record<string, Palette>> = palettesOf(
  readFileSync(new URL("../css/tokens.css", import.meta.url), "utf8"),
);

describe.each(Object.entries(PALETTES))("%s", (name, palette) => {
  const least = name.endsWith("more") ? 7 : 4.5;

  test(`each text has a contrast of ${least} on each ground`, () => {
    const pairs = TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const));
    pairs.push(["on-accent", "accent"]);
    const faint = pairs.filter(
      ([text, ground]) => contrastOf(colour(palette, text), colour(palette, ground)) < least,
    );
    expect(faint).toEqual([]);
  });

  test("the edge of a field has a contrast of 3 on each ground that fields stand on", () => {
    for (const ground of ["ground", "raised"]) {
      expect(contrastOf(colour(palette, "edge"), colour(palette, ground))).toBeGreaterThan(3);
    }
  });

  test("a deuteranope tells rise from fall", () => {
    const distance = deuteranopeDistance(colour(palette, "gain"), colour(palette, "loss"));
    expect(distance).toBeGreaterThan(0.12);
  });
});

test("the distance is that of colours as a deuteranope sees them: green and red are alike", () => {
  expect(deuteranopeDistance("#ffffff", "#ffffff")).toBe(0);
  expect(deuteranopeDistance("#000000", "#ffffff")).toBeCloseTo(1, 2);
  expect(deuteranopeDistance("#2e7d32", "#a05a00")).toBeLessThan(0.05);
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
});

test("what has no ring of its own when it is focused has one in forced colours, which leave no other sign", () => {
  const css = ["frame", "parts"]
    .map((name) => readFileSync(new URL(`../css/${name}.css`, import.meta.url), "utf8"))
    .join("\n");
  const forced = (css.match(/@media \(forced-colors: active\) \{[^@]*?\n\}/gu) ?? []).join("\n");
  const without = [...css.matchAll(/^([^\n{}]+) \{\n(?:[^{}]*\n)?  outline: none;/gmu)].map(
    ([, selector = ""]) => selector,
  );
  // A heading takes the focus to be read out, and is in no one's way.
  const left = without.filter((selector) => selector !== "h1:focus" && !forced.includes(selector));
  expect(without).toContain("h1:focus");
  expect(left).toEqual([]);
});

function colour(palette: Palette, name: string): string {
  const value = palette[name];
  if (value === undefined) throw new Error(`no colour --${name} in this palette`);
  return value;
}

function palettesOf(css: string): Readonly<Record<string, Palette>> {
  const blocks = [...css.matchAll(/(:root[^{]*)\{([^{}]*)\}/gu)];
  const of = (selector: string, at: 1 | 2): Palette => {
    const body = blocks.find(([, one = ""]) => one.trim() === selector)?.[2] ?? "";
    const pairs = body.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/gu);
    return Object.fromEntries([...pairs].map(([, name = "", ...both]) => [name, both[at - 1]!]));
  };
  const more = ':root[data-contrast="more"]';
  return {
    light: of(":root", 1),
    dark: of(":root", 2),
    "light more": of(more, 1),
    "dark more": of(more, 2),
  };
}
