/** Style of the shared building blocks: light or dark as the device is, on a phone, on a wide screen and on paper. */
export const BASE_STYLE = `
:root{color-scheme:light dark;--ground:#fbfbfa;--card:#fff;--ink:#1c1f23;--soft:#58606a;--line:#e1e4e7;--track:#eceef0;--link:#1f5fae;--fill:#3b7dc4;--good:#1a7f4b;--bad:#b9252b;--warn:#8a5a00;--warn-ground:#fff6e0;--bad-ground:#fdecec}
@media (prefers-color-scheme:dark){:root{--ground:#121417;--card:#191c20;--ink:#e8eaed;--soft:#a3abb4;--line:#2c3137;--track:#262b31;--link:#8ab8f2;--fill:#5b95d6;--good:#5fcb92;--bad:#ff8f8f;--warn:#e9b44c;--warn-ground:#2b2416;--bad-ground:#331d1f}}
@media print{:root{--ground:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;--link:#000;--warn-ground:#fff;--bad-ground:#fff;--good:#14643b;--bad:#9c1c22;--warn:#6d4700}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
main,footer{max-width:66rem;margin:0 auto;padding:0 1rem}
h1,h2,h3,h4,h5,p,ul,ol,dl,pre,figure,fieldset,table{margin:0;padding:0}
header{padding:2.5rem 0 .5rem}
h1{font-size:1.85rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;margin:.2rem 0 .6rem}
h2{font-size:1.2rem;font-weight:650;margin:3rem 0 .35rem}
h3{font-size:1rem;font-weight:650;margin:2rem 0 .5rem}
small,.lead,.note,.eyebrow{color:var(--soft);font-size:.8125rem;font-weight:400}
.lead{margin-bottom:.9rem}
code,pre,.path{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.75rem 1.25rem;border-top:1px solid var(--line);padding-top:1rem}
.facts dt{font-size:.75rem;color:var(--soft)}.facts dd{margin:0;font-variant-numeric:tabular-nums}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:1.25rem;font-size:.875rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;font-weight:400;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:baseline}
thead th{font-size:.75rem;color:var(--soft)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}
.scroll{overflow-x:auto}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:.5rem;top:-4rem;padding:.5rem 1rem;background:var(--card);border:2px solid var(--link);border-radius:6px;z-index:2}.skip:focus{top:.5rem}
.bar{display:block;width:100%;height:.6rem;border-radius:99px;overflow:hidden;background:var(--track);print-color-adjust:exact}.bar rect{fill:var(--fill)}
footer{padding-top:3rem;padding-bottom:3rem;color:var(--soft);font-size:.8125rem}
@media (max-width:44rem){header{padding-top:1.5rem}h1{font-size:1.45rem}.facts{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media print{body{font-size:10pt}nav,.skip{display:none}main,footer{max-width:none;padding:0}h2,h3{break-after:avoid}}
`;
