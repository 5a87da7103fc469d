/** A state in a word, with a shape beside its colour. */

const GOOD = new Set(
  "healthy connected running initialized delivered verified active approved completed filled".split(
    " ",
  ),
);
const FAIR = new Set("degraded waiting proved sealed pending connecting queued retired".split(" "));

interface BadgeProps {
  readonly state: string;
  /** Default: by the state's word; a word that is not known is "poor". */
  readonly kind?: "good" | "fair" | "poor";
  /** Shown in place of the state. */
  readonly text?: string;
}

export function Badge({ state, text = state, kind = kindOf(state) }: BadgeProps) {
  return <span class={`badge ${kind}`}>{text}</span>;
}

function kindOf(state: string): "good" | "fair" | "poor" {
  return GOOD.has(state) ? "good" : FAIR.has(state) ? "fair" : "poor";
}
