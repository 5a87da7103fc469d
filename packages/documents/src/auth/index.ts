export { authDocument } from "./document.ts";
