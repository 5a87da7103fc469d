/** No module of a package imports itself through others, imports of types included. */
import { expect, test } from "vitest";

import { importCircles } from "./support/import-circles.ts";
import { packages } from "./support/workspace.ts";

test.each(packages())("$folder has no import circle", ({ folder }) => {
  const circles = importCircles(folder);
  const told = circles.map((files) => files.join("\n")).join("\n\n");
  expect(circles.length, told).toBe(0);
});
