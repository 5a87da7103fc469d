/** A state in a word, with a shape beside its colour. */

const GOOD = new Set(["healthy", "connected", "running", "initialized", "delivered", "verified"]);
const FAIR = new Set(["degraded", "waiting", "proved", "sealed", "pending", "connecting"]);

interface BadgeProps {
  readonly state: string;
  /** Shown in place of the state. */
  readonly text?: string;
}

export function Badge({ state, text = state }: BadgeProps) {
  const kind = GOOD.has(state) ? "good" : FAIR.has(state) ? "fair" : "poor";
  return <span class={`badge ${kind}`}>{text}</span>;
}
