export { originOf } from "../origin/origin-of.ts";
