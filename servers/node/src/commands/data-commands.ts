/** `bourse-node backup` and `restore`. */

import { resolve } from "node:path";

import { backUp, restore, type BackupReport } from "./backup-files.ts";
import type { Command } from "./command.ts";

export const backupCommand: Command = async ([target, ...rest], { layout, print }) => {
  if (target === undefined || rest.length > 0) return undefined;
  const report = await backUp(layout, resolve(target), new Date());
  print(`Backed up ${sizeOf(report)} to ${resolve(target)}.`);
  print("It holds the keys: keep it as safe as the node, and its password elsewhere.");
  return 0;
};

export const restoreCommand: Command = async ([source, ...rest], { layout, print }) => {
  if (source === undefined || rest.length > 0) return undefined;
  const report = await restore(layout, resolve(source));
  print(`Restored and verified ${sizeOf(report)} in ${layout.folder}.`);
  print(
    "Never run this node beside the one that was backed up: two writers of one wallet collide.",
  );
  return 0;
};

function sizeOf({ files, bytes }: BackupReport): string {
  return `${files} files, ${bytes} bytes`;
}
