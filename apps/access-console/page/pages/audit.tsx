/** The audit trail, whose code is fetched when it is shown. */

import { Later } from "@bourse/ui";

export function Audit() {
  return <Later title="Acts" load={loadPage} />;
}

const loadPage = async () => (await import("./audit/audit-page.tsx")).AuditPage;
