export { createCompliance, type Compliance, type Verification } from "./compliance.ts";
