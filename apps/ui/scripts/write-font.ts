/** Makes `font/inter.woff2` anew: Inter by its own package, cut to the characters and weights of the pages. */

import { readFileSync, writeFileSync } from "node:fs";

import subsetFont from "subset-font";

import { FONT_CHARACTERS } from "./font-characters.ts";

const whole = readFileSync(new URL(import.meta.resolve("inter-ui/variable/InterVariable.woff2")));
const cut = await subsetFont(whole, FONT_CHARACTERS, {
  targetFormat: "woff2",
  // The weights of the type scale; letters drawn for text, not for titles.
  variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
  keepFeatures: ["ccmp", "kern", "locl", "mark", "tnum"],
  noHinting: true,
  // The licence goes with the file wherever a page is published: its text and its address.
  preserveNameIds: [13, 14],
});
const folder = new URL("../font/", import.meta.url);
writeFileSync(new URL("inter.woff2", folder), cut);
writeFileSync(
  new URL("LICENSE.txt", folder),
  readFileSync(new URL(import.meta.resolve("inter-ui/LICENSE.txt"))),
);
