export { lockFile, type FileLock } from "./file-lock.ts";
export { makeFolder } from "./make-folder.ts";
export {
  replaceFile,
  UNFINISHED_SUFFIX,
  type ReplaceFileOperations,
  type ReplaceFileOptions,
  type WritableFile,
} from "./replace-file.ts";
