/** The status of a draft or the state of a market in words, with a shape beside its colour. */

import { Badge, spaced } from "@bourse/ui";

const GOOD = new Set(["approved", "active", "resolved", "ok"]);
const POOR = new Set(["rejected", "invalid", "disputed", "refused", "failed"]);

export function StateBadge({ state }: { readonly state: string }) {
  const kind = GOOD.has(state) ? "good" : POOR.has(state) ? "poor" : "fair";
  return <Badge state={state} kind={kind} text={spaced(state)} />;
}
