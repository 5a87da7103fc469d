export { curationDocument, curationFeedsDocument } from "./document.ts";
