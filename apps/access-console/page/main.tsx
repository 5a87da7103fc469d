import { render } from "preact";

import { App } from "./app.tsx";
import { start } from "./model/login.ts";
import { takeLinks } from "./model/mail-link.ts";

import "./style.css";

takeLinks();
const place = document.querySelector("#app");
if (place !== null) render(<App />, place);
void start();
