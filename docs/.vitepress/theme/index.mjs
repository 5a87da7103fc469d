/** The default theme, with darker colours for WCAG 2.2 AA, and code of 80 columns. */
import theme from "vitepress/theme";

import "./contrast.css";

export default theme;
