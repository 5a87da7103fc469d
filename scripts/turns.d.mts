export const TAKE_TURNS: readonly string[];
export function leftToOthers(seed: number): readonly string[];
