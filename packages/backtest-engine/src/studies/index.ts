export { openStudyFile, type StudyFile } from "./study-file.ts";
