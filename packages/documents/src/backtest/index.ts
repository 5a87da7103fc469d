export { backtestDocument, backtestFeedsDocument } from "./document.ts";
