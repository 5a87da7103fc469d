import { project } from "../../vitest.shared.ts";

export default project("foreign-tools", ["*.test.ts"]);
