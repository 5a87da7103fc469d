import type { Sessions } from "@bourse/handlers/node";
import { replaceFile } from "@bourse/kernel/files";
import type { Layout } from "@bourse/node-core/files";

import { reachableUrl } from "./access.ts";
import type { NodeEnvironment } from "./environment.ts";

/** Parts of the link by which a browser enters the dashboard. */
export interface DashboardLinkParts {
  readonly config: Pick<NodeEnvironment, "DASHBOARD_API_HOST">;
  readonly layout: Pick<Layout, "dashboardLink">;
  readonly sessions: Pick<Sessions, "invite">;
  readonly isTerminal: boolean;
}

/**
 * Makes a link that works once, and returns the sentence that tells where it is. The link opens a session that pays, so
 * it is told as a key is.
 */
export async function tellDashboardLink(
  { config, layout, sessions, isTerminal }: DashboardLinkParts,
  url: string,
): Promise<string> {
  const link = `${reachableUrl(url, config.DASHBOARD_API_HOST)}/session?token=${sessions.invite()}`;
  if (isTerminal) return `open ${link} (works once)`;
  const { dashboardLink } = layout;
  await replaceFile(dashboardLink, [`${link}\n`]);
  return `the link into the dashboard, which works once, is in ${dashboardLink}`;
}
