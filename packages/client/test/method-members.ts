/** The members of each client as the compiler sees them, with their doc comments. */
import { fileURLToPath } from "node:url";

import { API, type Checker, type Symbol, type Type } from "typescript/unstable/sync";
import { afterAll } from "vitest";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const api = new API();
const [project] = api
  .updateSnapshot({ openProjects: [`${packageFolder}tsconfig.build.json`] })
  .getProjects();
afterAll(() => api.close());

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
export function membersOf(
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
