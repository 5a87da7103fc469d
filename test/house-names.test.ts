/** Cores use camelCase; the wire's spelling stays in the handlers. */
import { expect, test } from "vitest";

import { publishedNames } from "./support/declarations.ts";
import { packages } from "./support/workspace.ts";

const CORES = /^packages\/(kernel|credentials|indicators|backtest-engine|[a-z]+-core)$/;

/** Owners whose member names are data that a core hands through, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  BollingerParameters: "names of strategy parameters are data of a strategy's definition",
  MaCrossoverParameters: "names of strategy parameters are data of a strategy's definition",
  WaveletReversalParameters: "names of strategy parameters are data of a strategy's definition",
  NodeEventPayloads: "its keys are event types, which are values",
};

test.each(packages().filter(({ folder }) => CORES.test(folder)))(
  "$folder has no snake_case member in its public types",
  (one) => {
    const found = publishedNames(one).flatMap(({ place, name, owner }) => {
      if (owner === null || owner in ALLOWED) return [];
      const member = name.slice(owner.length + 1);
      return /[a-z0-9]_[a-z0-9]/.test(member) ? [`${place} ${name}`] : [];
    });
    expect(found).toEqual([]);
  },
);
