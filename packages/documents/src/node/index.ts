export {
  nodeDashboardDocument,
  nodeDashboardFeedsDocument,
  nodeExternalDocument,
  nodeInternalDocument,
} from "./documents.ts";
