/** A child that replaces one file for ever and says so after each time; its parent kills it. */

import { replaceFile } from "../../src/files/replace-file.ts";

const [path = "", first = "0"] = process.argv.slice(2);

for (let round = Number(first); ; round += 1) {
  const line = `${round}\n`;
  await replaceFile(
    path,
    Array.from({ length: 64 }, () => line.repeat(512)),
  );
  process.stdout.write(line);
}
