import { unbundled } from "../../tsup.shared.ts";

export default unbundled();
