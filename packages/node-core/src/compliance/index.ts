export { createCompliance, type Compliance, type Verification } from "./compliance.ts";
export type { ExportFormat } from "./export-records.ts";
