/** The steps of a Dockerfile, as far as a test without an engine can take them. */

/** One instruction with its arguments, continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Instructions of each stage, in their order. */
export function stagesOf(dockerfile: string): readonly (readonly Instruction[])[] {
  const joined = dockerfile.replaceAll(/\\\n/g, " ");
  const instructions = joined
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line): Instruction => {
      const [, name = "", text = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      return { name, text };
    });
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === "FROM") stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** Words of an instruction in its JSON form, such as those of ENTRYPOINT. */
export function wordsOf(stage: readonly Instruction[], name: string): readonly string[] {
  const text = stage.findLast((instruction) => instruction.name === name)?.text ?? "";
  return JSON.parse(text.slice(text.indexOf("["))) as string[];
}
