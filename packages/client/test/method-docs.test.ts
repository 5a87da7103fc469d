import { fileURLToPath } from "node:url";

import { API, type Checker, type Symbol, type Type } from "typescript/unstable/sync";
import { afterAll, describe, expect, test } from "vitest";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const api = new API();
const [project] = api
  .updateSnapshot({ openProjects: [`${packageFolder}tsconfig.build.json`] })
  .getProjects();
afterAll(() => api.close());

/** The functions that create clients, by file. */
const CLIENTS = [
  ["auth/auth-client.ts", "createAuthClient"],
  ["backtest/backtest-client.ts", "createBacktestClient"],
  ["curation/admin.ts", "createCurationAdminClient"],
  ["curation/curation-client.ts", "createCurationClient"],
  ["curation/drafts.ts", "createDraftsClient"],
  ["curation/review.ts", "createReviewClient"],
  ["execution/execution-client.ts", "createExecutionClient"],
  ["node/node-clients.ts", "createNodeDashboardClient"],
  ["node/node-clients.ts", "createNodeExternalClient"],
  ["node/node-clients.ts", "createNodeInternalClient"],
  ["research/research-client.ts", "createResearchClient"],
] as const;

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
      // A health route has no code of its own.
      if (member.name !== "health") expect(tags, member.name).toContain("throws");
    }
  });
});

function membersOf(
  file: string,
  name: string,
): { readonly checker: Checker; readonly members: readonly Symbol[] } {
  if (project === undefined) throw new Error("the project did not open");
  const { checker, program } = project;
  const source = program.getSourceFile(`${packageFolder}src/${file}`);
  const module = source && checker.getSymbolAtLocation(source);
  const create = module && checker.getExportsOfModule(module).find((one) => one.name === name);
  const type = create && checker.getTypeOfSymbol(create);
  const [signature] = type === undefined ? [] : checker.getSignaturesOfType(type, 0);
  const client: Type | undefined = signature && checker.getReturnTypeOfSignature(signature);
  return { checker, members: client === undefined ? [] : checker.getPropertiesOfType(client) };
}

/** Tells whether a member is the call of a route: it has `safe` beside it. */
function isCall(checker: Checker, member: Symbol): boolean {
  const type = checker.getTypeOfSymbol(member);
  return type !== undefined && checker.getPropertyOfType(type, "safe") !== undefined;
}
