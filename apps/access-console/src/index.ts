import { fileURLToPath } from "node:url";

/**
 * The folder of the built page: `index.html` and its files under `assets/`, whose names change with their content.
 * It is absent in a checkout that has not been built.
 */
export const accessConsoleDirectory: string = fileURLToPath(
  new URL("../dist/page/", import.meta.url),
);
