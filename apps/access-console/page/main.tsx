import { takeLinks } from "@bourse/ui";
import { render } from "preact";

import { App } from "./app.tsx";
import { start } from "./model/login.ts";

import "./style.css";

takeLinks();
const place = document.querySelector("#app");
if (place !== null) render(<App />, place);
void start();
