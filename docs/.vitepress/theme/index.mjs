/** The default theme, with two colours that WCAG 2.2 AA asks to be darker. */
import theme from "vitepress/theme";

import "./contrast.css";

export default theme;
