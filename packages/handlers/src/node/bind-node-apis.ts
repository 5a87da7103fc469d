/** The three APIs of a node over one core. */

import { bindApi, type BindOptions, type BoundRoute } from "@bourse/contract";
import {
  nodeDashboardApi,
  nodeExternalApi,
  nodeInternalApi,
  withAnyKeyCase,
  type DashboardInfo,
  type NodeDashboardApi,
  type NodeExternalApi,
  type NodeInternalApi,
} from "@bourse/contract/node";
import {
  absentOr,
  anyFunction,
  anyText,
  checkArguments,
  didYouMean,
  objectOf,
  trueOrFalse,
} from "@bourse/kernel";
import type { DataNode } from "@bourse/node-core";

import { audited } from "../audit/audited.ts";
import { dataNode, nodeAccessRule } from "../check-bound.ts";
import type { NodeAccess } from "./access.ts";
import { auditHandlers, externalAuditRules, internalAuditRules, nodeAuditParts } from "./audit.ts";
import {
  createNodeAuthenticator,
  OPERATOR,
  recordingRefusals,
  type NodeCaller,
} from "./authenticate.ts";
import { externalHandlers, peerList } from "./external-handlers.ts";
import {
  dashboardHealthHandler,
  externalHealthHandler,
  internalHealthHandler,
} from "./health-handlers.ts";
import { internalHandlers } from "./internal-handlers.ts";
import { translateNodeError } from "./translate.ts";
import { instantOf, wireFee, wireHistory } from "./wire/views.ts";

/** Options of the node's bind functions. */
export interface BindNodeOptions extends Omit<
  BindOptions<NodeCaller>,
  "translate" | "authenticate" | "nameHint"
> {
  /** Release of the node, shown by its health. Default `0.0.0`. */
  readonly version?: string;
  /** Accepts the header X-API-Key in any letter case. Default false. */
  readonly anyKeyCase?: boolean;
  /**
   * Access rules that only the server of the API knows. Default on the external API: keys alone; on the other two: open
   * to every caller but for sharing and reading data, as in a test.
   */
  readonly access?: NodeAccess;
}

/** Binds the internal API. A server gives it access rules: without them every caller can spend the wallet. */
export function bindNodeInternalApi(
  node: DataNode,
  options: BindNodeOptions = {},
): readonly BoundRoute[] {
  checkArguments("bindNodeInternalApi", { node: dataNode, options: OPTIONS }, [node, options]);
  const { version = "0.0.0", anyKeyCase = false, access = OPEN, ...bind } = options;
  const api = anyKeyCase ? withAnyKeyCase(nodeInternalApi) : nodeInternalApi;
  return bindApi(
    api,
    audited<NodeInternalApi["routes"], NodeCaller>(
      {
        ...internalHealthHandler(node, version),
        ...internalHandlers<NodeCaller>(node),
        ...auditHandlers(node),
      },
      internalAuditRules,
      nodeAuditParts(node),
    ),
    {
      ...bind,
      translate: translateNodeError,
      nameHint: didYouMean,
      authenticate: recordingRefusals(node, createNodeAuthenticator(node, access)),
    },
  );
}

/** Binds the external API; sharing and reading data need an API key. */
export function bindNodeExternalApi(
  node: DataNode,
  options: BindNodeOptions = {},
): readonly BoundRoute[] {
  checkArguments("bindNodeExternalApi", { node: dataNode, options: OPTIONS }, [node, options]);
  const { version: _, anyKeyCase = false, access, ...bind } = options;
  const api = anyKeyCase ? withAnyKeyCase(nodeExternalApi) : nodeExternalApi;
  return bindApi(
    api,
    audited<NodeExternalApi["routes"], NodeCaller>(
      { ...externalHealthHandler(node), ...externalHandlers(node) },
      externalAuditRules,
      nodeAuditParts(node),
    ),
    {
      ...bind,
      translate: translateNodeError,
      nameHint: didYouMean,
      authenticate: recordingRefusals(node, createNodeAuthenticator(node, access)),
    },
  );
}

/** Options of {@link bindNodeDashboardApi}. */
export interface BindNodeDashboardOptions extends BindNodeOptions {
  /** Returns the facts of the server that the core does not know. */
  readonly info: () => Omit<DashboardInfo, "node_id" | "access">;
}

/** Binds the dashboard API: all routes of both APIs under `/api`, for the web page. */
export function bindNodeDashboardApi(
  node: DataNode,
  options: BindNodeDashboardOptions,
): readonly BoundRoute[] {
  checkArguments("bindNodeDashboardApi", { node: dataNode, options: DASHBOARD_OPTIONS }, [
    node,
    options,
  ]);
  const { version = "0.0.0", anyKeyCase = false, access = OPEN, info, ...bind } = options;
  const api = anyKeyCase ? withAnyKeyCase(nodeDashboardApi) : nodeDashboardApi;
  return bindApi(
    api,
    audited<NodeDashboardApi["routes"], NodeCaller>(
      {
        ...internalHandlers<NodeCaller>(node),
        ...auditHandlers(node),
        ...externalHandlers(node),
        listPeers: ({ query }) => peerList(node, query, true),
        ...dashboardHealthHandler(node, version),
        info: (_, { identity }) => ({
          node_id: node.self().nodeId,
          ...info(),
          access: accessOf(identity),
        }),
        quoteFee: async ({ query }) => wireFee(query.kind, await node.fees.quote(query)),
        statsHistory: async ({ query: { series, from, to, step } }) =>
          wireHistory(
            await node.history.read({
              series,
              from: instantOf(from),
              to: instantOf(to),
              stepSeconds: step,
            }),
          ),
      },
      { ...internalAuditRules, ...externalAuditRules },
      nodeAuditParts(node),
    ),
    {
      ...bind,
      translate: translateNodeError,
      nameHint: didYouMean,
      authenticate: recordingRefusals(node, createNodeAuthenticator(node, access)),
    },
  );
}

/** Proof by which the caller came. */
function accessOf(caller: NodeCaller): DashboardInfo["access"] {
  if (caller === null) return "local";
  return caller.id === OPERATOR.id || caller.opener !== undefined ? "operator" : "key";
}

const OPEN: NodeAccess = {
  isLocal: () => true,
  isKey: () => false,
  movesRealMoney: false,
};

const OPTION_RULES = {
  version: absentOr(anyText),
  anyKeyCase: absentOr(trueOrFalse),
  access: absentOr(nodeAccessRule),
};
const OPTIONS = objectOf(OPTION_RULES);
const DASHBOARD_OPTIONS = objectOf({ ...OPTION_RULES, info: anyFunction });
