import type { Checker, Symbol } from "typescript/unstable/sync";
import { describe, expect, test } from "vitest";

import { CLIENTS, openClientProject } from "./method-members.ts";

const membersOf = openClientProject();

describe.each(CLIENTS)("what %s: %s returns", (file, name) => {
  const { checker, members } = membersOf(file, name);

  test("explains each of its methods", () => {
    expect(members.length).toBeGreaterThan(0);
    const silent = members.filter((one) => one.getDocumentationComment(checker) === "");
    expect(silent.map((one) => one.name)).toEqual([]);
  });

  test("tells the path and the codes of each call, with an example", () => {
    for (const member of members.filter((one) => isCall(checker, one))) {
      expect(member.getDocumentationComment(checker), member.name).toMatch(
        /`(GET|POST|PUT|PATCH|DELETE) \/\S*`/,
      );
      const tags = member.getJsDocTags(checker).map(({ name: tag }) => tag);
      expect(tags, member.name).toContain("example");
      // Health and the list of providers have no code of their own.
      if (!["health", "listOpenIdProviders"].includes(member.name))
        expect(tags, member.name).toContain("throws");
    }
  });
});

/** Tells whether a member is the call of a route: it has `safe` beside it. */
function isCall(checker: Checker, member: Symbol): boolean {
  const type = checker.getTypeOfSymbol(member);
  return type !== undefined && checker.getPropertyOfType(type, "safe") !== undefined;
}
