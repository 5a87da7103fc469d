/** The composition root: it wires store, keys, chain, peers and three APIs, and listens. */

import { createRequire } from "node:module";

import {
  checkStart,
  createWrongKeys,
  openMetrics,
  silentLogger,
  type HttpLogger,
  type RunningServer,
} from "@bourse/http";
import { createClosingStack, systemClock, type AuditTrail } from "@bourse/kernel";
import { measureNode, type DataNode, type EventBus, type KeyScope } from "@bourse/node-core";
import { createCommandKey, FirstKey } from "@bourse/node-core/files";
import type { NodeHost, OpenedChain } from "@bourse/node-core/writer";

import { needsSession, openAccountKeys } from "./access.ts";
import { createServers, type NodeServers } from "./apis/create-servers.ts";
import {
  drainServers,
  facingSockets,
  listen,
  portsIn,
  portsOf,
  type ServerUrls,
} from "./apis/listen.ts";
import { checkSettings } from "./check-settings.ts";
import { tellDashboardLink } from "./dashboard-link.ts";
import { nodeEnvironment, type NodeEnvironment } from "./environment.ts";
import type { NodeServerParts } from "./node-sources.ts";
import { openNode } from "./open-node.ts";
import { createTermHooks } from "./term-hooks.ts";

/** Running node server. */
export interface RunningNode extends RunningServer {
  /** Base URLs of the three APIs. */
  readonly urls: {
    /** Base URL of the internal API. */
    readonly internal: string;
    /** Base URL of the external API. */
    readonly external: string;
    /** Base URL of the dashboard API and its page. */
    readonly dashboard: string;
  };
  /** Node behind the APIs. */
  readonly node: DataNode;
  /** Event bus of the node. */
  readonly events: EventBus;
  /** Chain of the node. */
  readonly chain: OpenedChain;
  /** API key that was created because there was none; shown once. */
  readonly firstKey: string | undefined;
}

/**
 * Opens every part and listens. After a failure, everything that was opened is closed again.
 *
 * `close` emits `system.node_stopping`, drains the three APIs, then stops peers, chain and store. Unfinished work
 * continues after the next start.
 *
 * @throws KernelError ARGUMENT_INVALID for a configuration that `readEnvironment` could not have made;
 * StoreError STORE_LOCKED when another node has the data; NodeError KEYSTORE_LOCKED, KEYSTORE_INVALID;
 * NodeServerError SETTINGS_CONFLICT; HttpError PORT_IN_USE and the like; KernelError LIFECYCLE_START_FAILED
 */
export async function startNodeServer(
  config: NodeEnvironment,
  logger: HttpLogger = silentLogger,
  parts: NodeServerParts = {},
): Promise<RunningNode> {
  checkStart("startNodeServer", nodeEnvironment, config, logger, parts);
  checkSettings(config, logger);
  const opened = createClosingStack();
  try {
    const metrics = openMetrics(config, logger, { service: "bourse-node", version });
    const sources = { config, logger, opened, parts, metrics: metrics.metrics };
    const { host, layout, storeLocation } = await openNode(sources);
    const { node } = host;
    const measureLane = measureNode(metrics.metrics, node);
    let ports = portsIn(config);
    const clock = parts.limitClock ?? systemClock;
    const wrongKeys = createWrongKeys({ trail: writersTrail(host), clock });
    const servers = createServers({
      accountKeys: openAccountKeys(config, logger),
      wrongKeys,
      clock,
      config,
      node,
      isWriter: () => host.isWriter(),
      logger,
      version,
      metrics,
      commandKey: await createCommandKey(layout),
      ports: () => ports,
      ...(parts.pageDirectory === undefined ? {} : { pageDirectory: parts.pageDirectory }),
    });
    const { feed, sessions } = servers;
    const isTerminal = parts.isTerminal ?? process.stdout.isTTY;
    const firstKey = new FirstKey(firstScopes(config), layout);
    const common = { config, node, logger, version, isTerminal };
    await host.start(createTermHooks({ ...common, measureLane, feed, firstKey }));
    opened.push(() => wrongKeys.close());
    opened.push(() => drain(servers, host));
    const urls = await listen(servers, config);
    ports = portsOf(urls);
    const sockets = facingSockets(config, urls);
    const linkHint = needsSession(config)
      ? await tellDashboardLink({ config, layout, sessions, isTerminal }, urls.dashboard)
      : undefined;
    logReady(logger, host, urls);
    return {
      url: urls.dashboard,
      docsUrl: `${urls.external}/docs`,
      storeLocation,
      firstCall: `curl ${urls.internal}/health`,
      networkAddresses: await metrics.listen(opened, wrongKeys, sockets),
      ...hintOf([linkHint, firstKey.hint]),
      urls,
      node,
      get events() {
        return host.current().events;
      },
      get chain() {
        return host.current().chain;
      },
      firstKey: firstKey.key,
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Scopes of the first key: on a chain with real money the right to pay is given by hand. */
function firstScopes({ BLOCKCHAIN_URL }: NodeEnvironment): readonly KeyScope[] {
  return BLOCKCHAIN_URL.length > 0 ? ["share", "read"] : ["share", "read", "transfer"];
}

/** The manifest is one folder up from the source and the bundle alike. */
const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/** The trail of the writer: a node that stands by writes no rows, and what it counted is told to nobody. */
function writersTrail(host: NodeHost): Pick<AuditTrail, "append" | "flush"> {
  return {
    append: (row) => {
      if (host.isWriter()) host.node.trail.append(row);
    },
    flush: async () => {
      if (host.isWriter()) await host.node.trail.flush();
    },
  };
}

async function drain(servers: NodeServers, host: NodeHost): Promise<void> {
  if (host.isWriter()) host.node.announceStop();
  await host.settled();
  await drainServers(servers);
}

function logReady(logger: HttpLogger, host: NodeHost, urls: ServerUrls): void {
  if (host.isWriter()) {
    const { address, multiaddrs } = host.node.self();
    logger.info({ ...urls, address, peers: multiaddrs }, "ready");
  } else logger.info({ ...urls }, "ready to take over");
}

/** Hint that is printed once and never logged. */
function hintOf(hints: readonly (string | undefined)[]): Pick<RunningServer, "adminHint"> {
  const given = hints.filter((hint) => hint !== undefined);
  return given.length > 0 ? { adminHint: given.join("; ") } : {};
}
