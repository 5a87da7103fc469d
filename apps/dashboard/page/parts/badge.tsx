/** A state in a word, with a shape beside its colour. */

const GOOD = new Set(["healthy", "connected", "running", "initialized", "delivered", "verified"]);
const FAIR = new Set(["degraded", "waiting", "proved", "sealed", "pending", "connecting"]);

export function Badge({ state }: { readonly state: string }) {
  const kind = GOOD.has(state) ? "good" : FAIR.has(state) ? "fair" : "poor";
  return <span class={`badge ${kind}`}>{state}</span>;
}
