import { takeLinks } from "@bourse/ui";
import { render } from "preact";

import { App } from "./app.tsx";
import { loadUser } from "./model/session.ts";
import { discoverWallets } from "./model/wallets.ts";

import "./style.css";

takeLinks();
const parent = document.querySelector("#app");
if (parent !== null) render(<App />, parent);
discoverWallets();
void loadUser();
