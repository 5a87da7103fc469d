import { render } from "preact";

import { App } from "./app.tsx";
import { startLive } from "./model/live.ts";
import { loadAll } from "./model/node-state.ts";

import "./style.css";

const place = document.querySelector("#app");
if (place !== null) render(<App />, place);
void startLive();
void loadAll();
