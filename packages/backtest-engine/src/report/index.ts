export type {
  ReportedConfiguration,
  ReportedRun,
  ReportOptions,
  SweptGrid,
  SweptPoint,
} from "./reported-run.ts";
export { report } from "./report.ts";
