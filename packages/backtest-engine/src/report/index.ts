export type {
  ReportedConfiguration,
  ReportedIndicator,
  ReportedRobustness,
  ReportedRun,
  ReportOptions,
  SweptGrid,
  SweptPoint,
} from "./reported-run.ts";
export { report, REPORT_POLICY } from "./report.ts";
