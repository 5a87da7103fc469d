import { startReconnecting } from "@bourse/ui";
import { render } from "preact";

import { App } from "./app.tsx";
import { loadAll } from "./model/jobs.ts";
import { startLive } from "./model/live.ts";

import "./style.css";

const place = document.querySelector("#app");
if (place !== null) render(<App />, place);
startLive();
startReconnecting(() => void loadAll());
