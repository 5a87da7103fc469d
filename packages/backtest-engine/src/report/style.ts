/** The page's style: light and dark by the reader's choice, readable from 320 pixels on, and on paper. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f6f7f9;--line:#d5d9e0;--text:#171b22;--soft:#525b69;
--strategy:#1d5fd1;--held:#8a5a00;--won:#0b7a4b;--lost:#b3261e;--accent:#1d5fd1;
--line-0:#6f42c1;--line-1:#0b7285;--line-2:#a61e4d;--line-3:#8f4a00;--line-4:#2b6a1e;--line-5:#495057}
@media (prefers-color-scheme:dark){:root{--ground:#12151b;--raised:#1a1f28;--line:#333b48;--text:#e8ebf0;
--soft:#a3adbb;--strategy:#74a9ff;--held:#e0aa3e;--won:#4cc38a;--lost:#ff8a80;--accent:#74a9ff;
--line-0:#b197fc;--line-1:#66d9e8;--line-2:#faa2c1;--line-3:#ffa94d;--line-4:#8ce99a;--line-5:#ced4da}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem clamp(.75rem,3vw,2rem) 3rem;max-width:75rem;background:var(--ground);color:var(--text);
font:1rem/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:clamp(1.25rem,4vw,1.75rem);margin:.5rem 0 0;overflow-wrap:anywhere}
h2{font-size:1.125rem;margin:0}
section,figure{margin:2rem 0 0}
.about,footer,p{color:var(--soft);overflow-wrap:anywhere}
.about{margin:.25rem 0 0}
.warnings{margin:1rem 0 0;padding:.5rem .75rem .5rem 1.75rem;border:1px solid var(--held);border-radius:.375rem}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.5rem;margin:1.5rem 0 0}
.figures div{background:var(--raised);border:1px solid var(--line);border-radius:.375rem;padding:.5rem .625rem}
dt{color:var(--soft);font-size:.8125rem}
dd{margin:0;font-size:1.125rem;font-weight:600;overflow-wrap:anywhere}
dd.won,.won .money,.total.won{color:var(--won)}dd.lost,.lost .money{color:var(--lost)}
figcaption{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;justify-content:space-between}
.legend{display:flex;flex-wrap:wrap;gap:.125rem 1rem;margin:0;padding:0;list-style:none;font-size:.8125rem;color:var(--soft)}
.legend li::before{content:"";display:inline-block;width:.75rem;height:.75rem;margin-right:.375rem;vertical-align:-.0625rem;background:var(--mark)}
.legend .rise{--mark:var(--won)}.legend .fall{--mark:var(--lost)}.legend .strategy{--mark:var(--strategy)}
.legend .held{--mark:var(--held)}.legend .depth-line{--mark:var(--lost)}.legend .entry{--mark:var(--strategy)}.legend .exit{--mark:var(--held)}
.legend .entry::before{border-radius:50%}
.plot{display:grid;grid-template:1fr 1.375rem/1fr auto;margin-top:.5rem}
.plot svg{width:100%;height:100%;overflow:visible;border-bottom:1px solid var(--line)}
.tall svg{height:22rem}.middle svg{height:16rem}.low svg{height:9rem}
.y{position:relative;width:4.5rem;font-size:.75rem;color:var(--soft)}
.y span{position:absolute;left:.5rem;transform:translateY(50%);white-space:nowrap}
.x{position:relative;font-size:.75rem;color:var(--soft)}
.x span{position:absolute;top:.25rem;transform:translateX(-50%);white-space:nowrap}
path{vector-effect:non-scaling-stroke;fill:none}
.grid{stroke:var(--line);stroke-width:1;stroke-dasharray:2 4}
.wick{stroke-width:1}.body{stroke-width:1}
.rise{stroke:var(--won)}.rise.body{fill:var(--won)}.fall{stroke:var(--lost)}.fall.body{fill:var(--lost)}
.line{stroke-width:1.75;stroke-linejoin:round}.line.strategy{stroke:var(--strategy)}
.line.held{stroke:var(--held);stroke-dasharray:5 3}.depth-line{stroke:var(--lost)}
.depth{fill:var(--lost);fill-opacity:.18}
.way{stroke-width:1.5}.won>.way{stroke:var(--won)}.lost>.way{stroke:var(--lost)}
.trades .entry{stroke:var(--strategy);stroke-width:var(--dot);stroke-linecap:round}
.trades .exit{stroke:var(--held);stroke-width:calc(var(--dot)*.8);stroke-linecap:square}
.shade{fill:var(--lost);fill-opacity:.1}.legend .shade{--mark:color-mix(in srgb,var(--lost) 25%,transparent)}
.bar{stroke:var(--ground);stroke-width:1}.bar.rise{fill:var(--won)}.bar.fall{fill:var(--lost)}.zero{stroke:var(--soft);stroke-width:1}
.dot{stroke-width:var(--dot);stroke-linecap:round;stroke-opacity:.7}
.line-0{stroke:var(--line-0);--mark:var(--line-0)}.line-1{stroke:var(--line-1);--mark:var(--line-1)}
.line-2{stroke:var(--line-2);--mark:var(--line-2)}.line-3{stroke:var(--line-3);--mark:var(--line-3)}
.line-4{stroke:var(--line-4);--mark:var(--line-4)}.line-5{stroke:var(--line-5);--mark:var(--line-5)}
.replaced{display:none}.live{margin-top:.5rem;touch-action:pan-y}.live .u-over{cursor:grab;touch-action:pan-y}.live .u-over:active{cursor:grabbing}
.tall .live{height:23.375rem}.low .live{height:10.375rem}.live .uplot{width:100%}
.zoom{display:flex;gap:.25rem}.zoom button{font:inherit;line-height:1;min-width:2rem;min-height:2rem;padding:.25rem .5rem;color:var(--text);
background:var(--raised);border:1px solid var(--line);border-radius:.375rem;cursor:pointer}
.zoom button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.readout{margin:.25rem 0 0;font-size:.75rem;min-height:1.2em}
.statistics{columns:17rem 3;column-gap:1.5rem;margin-top:.5rem}.statistics table{break-inside:avoid;margin-bottom:1rem}
.statistics caption{text-align:left;font-weight:600;padding:.25rem .5rem;background:var(--raised);border-bottom:1px solid var(--line)}
.statistics th{font-weight:400;color:var(--soft);width:auto;white-space:normal}.statistics td{font-weight:600}
.drawdowns td:first-child{text-align:left}
.few{--dot:8}.some{--dot:5}.many{--dot:3.5}.dots.some{--dot:8}.dots.many{--dot:5}
.wide{overflow-x:auto;margin-top:.5rem;border:1px solid var(--line);border-radius:.375rem}
.wide:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.8125rem}
th,td{padding:.3125rem .5rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
thead th{background:var(--raised);font-weight:600;color:var(--soft)}
th:first-child{text-align:left}tbody th{width:1%;font-weight:600}tr:last-child>*{border-bottom:0}
.cell.won{background:color-mix(in srgb,var(--won) var(--share),transparent)}
.cell.lost{background:color-mix(in srgb,var(--lost) var(--share),transparent)}
.none{color:var(--soft)}.total{font-weight:600}
footer{margin-top:2.5rem;font-size:.8125rem}
@media (max-width:40rem){.x span:nth-child(even){display:none}.y{width:3.5rem}.tall svg{height:16rem}.middle svg{height:12rem}}
@media print{.live,.zoom,.readout{display:none}.plot.replaced{display:grid}
:root{color-scheme:light}body{max-width:none;padding:0;font-size:.75rem}
figure,.figures div,tr{break-inside:avoid}.wide{overflow:visible;border:0}thead{display:table-header-group}
*{print-color-adjust:exact}}
`;
