/** How long a connection outlives a judge that does not answer. */

/** Judgements without an answer in a row, after which nobody can vouch for a connection any more. */
const UNKNOWN_IN_A_ROW = 3;

/**
 * Counts the judgements of one connection's proof. The function that it returns takes the next judgement and answers
 * what becomes of the connection: `unknown` stands for `valid` until it has come three times in a row.
 */
export function countUnknown(): (
  state: "valid" | "ended" | "unknown",
) => "valid" | "ended" | "unknown" {
  let unknown = 0;
  return (state) => {
    unknown = state === "unknown" ? unknown + 1 : 0;
    return state === "unknown" && unknown < UNKNOWN_IN_A_ROW ? "valid" : state;
  };
}
