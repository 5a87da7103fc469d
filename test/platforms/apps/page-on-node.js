/** What the page must show. */
import { runInPage } from "./page.js";

console.log(JSON.stringify(await runInPage()));
