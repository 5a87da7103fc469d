/** Refusals of the operating system in words for the person who typed the command. */

import { dirname } from "node:path";

import { UNFINISHED_SUFFIX } from "@bourse/kernel/files";

/** Sentence for a failed operation on a file; the system's own message for what is not listed here. */
export function fileFault({ code, path, message }: NodeJS.ErrnoException): string {
  const file = path?.replace(TEMPORARY, "");
  switch (code) {
    case "ENOENT":
      if (file === undefined) return message;
      return file === path ? `There is no file ${file}.` : `There is no folder ${dirname(file)}.`;
    case "ENOTDIR":
      return file === undefined ? message : `${file}: a part of this path is a file, not a folder.`;
    case "EISDIR":
      return `${file ?? "The path"} is a folder; a file is needed.`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `This user may not read or write ${file ?? "the file"} (${code}).`;
    case "ENOSPC":
    case "EDQUOT":
      return `The disk has no room left for ${file ?? "the file"}: nothing was written.`;
    case undefined:
    default:
      return message;
  }
}

/** The end of the name that a file has until it is whole. */
const TEMPORARY = new RegExp(`\\.[0-9a-f-]{36}\\${UNFINISHED_SUFFIX}$`);

/** True for an error of an operation of the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
