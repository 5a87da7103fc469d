/** The members of each client as the compiler sees them, with their doc comments. */
import { fileURLToPath } from "node:url";

import { API, type Checker, type Symbol, type Type } from "typescript/unstable/sync";
import { afterAll } from "vitest";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** The functions that create clients, by file. */
export const CLIENTS = [
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

/** The members of what a function of a file returns. */
export type MembersOf = (
  file: string,
  name: string,
) => { readonly checker: Checker; readonly members: readonly Symbol[] };

/** Opens the package in a compiler of its own, which is closed after the test file that calls this. */
export function openClientProject(): MembersOf {
  const api = new API();
  afterAll(() => api.close());
  const [project] = api
    .updateSnapshot({ openProjects: [`${packageFolder}tsconfig.build.json`] })
    .getProjects();
  if (project === undefined) throw new Error("the project did not open");
  const { checker, program } = project;
  return (file, name) => {
    const source = program.getSourceFile(`${packageFolder}src/${file}`);
    const module = source && checker.getSymbolAtLocation(source);
    const create = module && checker.getExportsOfModule(module).find((one) => one.name === name);
    const type = create && checker.getTypeOfSymbol(create);
    const [signature] = type === undefined ? [] : checker.getSignaturesOfType(type, 0);
    const client: Type | undefined = signature && checker.getReturnTypeOfSignature(signature);
    return { checker, members: client === undefined ? [] : checker.getPropertiesOfType(client) };
  };
}
