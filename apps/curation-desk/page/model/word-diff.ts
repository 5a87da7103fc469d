/** The words that two texts have in common, and those of one only. */

/** A run of words: of both texts, of the older one only, or of the newer one only. */
export interface Run {
  readonly kind: "both" | "before" | "after";
  readonly text: string;
}

/** Longest text in words that is compared word by word: the table grows with the square. */
const MOST_WORDS = 1500;

/** The runs of words of both texts, by their longest common subsequence. */
export function wordDiff(before: string, after: string): readonly Run[] {
  const [old, young] = [wordsOf(before), wordsOf(after)];
  if (old.length > MOST_WORDS || young.length > MOST_WORDS) {
    return [
      { kind: "before", text: before },
      { kind: "after", text: after },
    ];
  }
  const width = young.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = young.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const runs: { kind: Run["kind"]; text: string }[] = [];
  const add = (kind: Run["kind"], text: string): void => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else runs.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    const [a, b] = [old[i], young[j]];
    if (a !== undefined && a === b) {
      add("both", a);
      i++;
      j++;
    } else if (a !== undefined && (b === undefined || at(i + 1, j) >= at(i, j + 1))) {
      add("before", a);
      i++;
    } else if (b !== undefined) {
      add("after", b);
      j++;
    }
  }
  return runs;
}

/** Words with the spaces that follow them. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}
