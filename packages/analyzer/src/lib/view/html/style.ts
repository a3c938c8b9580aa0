/** How the pages look: light or dark as the device is, on a phone, on a wide screen and on paper. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fbfbfa;--card:#fff;--ink:#1c1f23;--soft:#58606a;--line:#e1e4e7;--track:#eceef0;--link:#1f5fae;--fill:#3b7dc4;--good:#1a7f4b;--bad:#b9252b;--warn:#8a5a00;--warn-ground:#fff6e0;--bad-ground:#fdecec;
--h0:#cfe3f7;--h1:#d9eccf;--h2:#fbe3c0;--h3:#e5dbf5;--h4:#cfeceb;--h5:#f8d9de;--tile-ink:#17202a}
@media (prefers-color-scheme:dark){:root{--ground:#121417;--card:#191c20;--ink:#e8eaed;--soft:#a3abb4;--line:#2c3137;--track:#262b31;--link:#8ab8f2;--fill:#5b95d6;--good:#5fcb92;--bad:#ff8f8f;--warn:#e9b44c;--warn-ground:#2b2416;--bad-ground:#331d1f;
--h0:#1f3f5e;--h1:#2b4a2a;--h2:#54401b;--h3:#3d3160;--h4:#1c4a4a;--h5:#5a2b36;--tile-ink:#f0f3f6}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
main,footer{max-width:66rem;margin:0 auto;padding:0 1rem}
h1,h2,h3,h4,p,ul,ol,dl,figure,table{margin:0;padding:0}
header{padding:2.5rem 0 .5rem}
.eyebrow{font-size:.8125rem;color:var(--soft);letter-spacing:.01em}
h1{font-size:1.85rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;margin:.2rem 0 .6rem}
h2{font-size:1.2rem;font-weight:650;margin:3rem 0 .35rem}
h3{font-size:1rem;font-weight:650;margin:2rem 0 .5rem}
h4{font-size:.8125rem;font-weight:600;color:var(--soft);margin:1.25rem 0 .35rem}
.lead,.note,small,figcaption{color:var(--soft);font-size:.8125rem}
.lead{margin-bottom:.9rem}
code,.path{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.chips{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem;margin-bottom:1rem}
.chips li{border:1px solid var(--line);background:var(--card);border-radius:99px;padding:.15rem .7rem;font-size:.8125rem}
.chips .good{color:var(--good);border-color:currentColor}.chips .bad{color:var(--bad);border-color:currentColor}.chips .open{color:var(--warn);border-color:currentColor}
.banner{border-left:4px solid var(--bad);background:var(--bad-ground);padding:.7rem .9rem;border-radius:0 6px 6px 0;margin-bottom:1rem}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.75rem 1.25rem;border-top:1px solid var(--line);padding-top:1rem}
.facts dt{font-size:.75rem;color:var(--soft)}.facts dd{margin:0;font-variant-numeric:tabular-nums}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:1.25rem;font-size:.875rem}
.warnings{list-style:none;display:grid;gap:.5rem}
.warnings li{border-left:4px solid var(--warn);background:var(--warn-ground);padding:.5rem .9rem;border-radius:0 6px 6px 0}
.warnings li.must{border-color:var(--bad);background:var(--bad-ground)}
.warnings small{display:block}
.map{display:block;max-width:100%;height:auto;font:12px/1 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.map.narrow{display:none}
.map rect{stroke:var(--ground);stroke-width:1;fill:var(--track)}
.map text{fill:var(--tile-ink);pointer-events:none}.map .size{font-size:11px}
.map .hue0 rect{fill:var(--h0)}.map .hue1 rect{fill:var(--h1)}.map .hue2 rect{fill:var(--h2)}.map .hue3 rect{fill:var(--h3)}.map .hue4 rect{fill:var(--h4)}.map .hue5 rect{fill:var(--h5)}
.map .group rect{fill-opacity:.35}.map .leaf:hover rect{stroke:var(--ink)}
.map .group text{fill:var(--ink)}
.map a:focus-visible{outline:none}.map a:focus-visible>rect{stroke:var(--link);stroke-width:3}
table{border-collapse:collapse;width:100%}
caption,.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
th,td{text-align:left;font-weight:400;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:baseline}
thead th{font-size:.75rem;color:var(--soft)}
tr:target{background:var(--warn-ground)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}
.bars .drawn{width:38%;vertical-align:middle}
.bars svg{display:block;width:100%;height:.6rem;border-radius:99px}
.bars rect{fill:var(--fill)}.bars .track{fill:var(--track)}
.columns{margin-top:.5rem}
.columns>svg{display:block;width:100%;height:150px;border-bottom:1px solid var(--soft)}
.columns>svg rect{fill:var(--fill)}
.columns .top{font-size:.75rem;color:var(--soft);border-bottom:1px dashed var(--line);font-variant-numeric:tabular-nums}
.ticks text{font-size:11px;fill:var(--soft)}.ticks svg{display:block;overflow:visible}
details{margin:.5rem 0}
summary{cursor:pointer;color:var(--link);font-size:.8125rem;width:max-content;max-width:100%}
details table{width:auto;min-width:min(100%,22rem)}
.scroll{overflow-x:auto}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 2.5rem}
.flags{width:auto}.flags td,.flags thead th:not(:first-child){text-align:center;padding:.25rem .8rem}
.flags .yes{color:var(--bad);font-weight:600}.flags .no,.flags .absent{color:var(--soft)}.flags .odd{background:var(--warn-ground)}
.strip{display:block;margin:.5rem 0 1rem}.strip line{stroke:var(--line);stroke-width:2}.strip circle{fill:var(--card);stroke:var(--link);stroke-width:2.5}.strip .bad{stroke:var(--bad)}.strip .good{stroke:var(--good)}
.timeline{list-style:none;border-left:2px solid var(--line);margin-left:.35rem}
.timeline li{position:relative;padding:.2rem 0 .5rem 1.1rem;display:grid;grid-template-columns:4.75rem minmax(0,1fr) max-content;gap:0 .75rem;align-items:baseline}
.timeline li::before{content:"";position:absolute;left:-.4rem;top:.62rem;width:.4rem;height:.4rem;border-radius:50%;background:var(--card);border:2px solid var(--link)}
.timeline .good::before{border-color:var(--good)}.timeline .bad::before{border-color:var(--bad)}
.timeline time{font-variant-numeric:tabular-nums;color:var(--soft);font-size:.8125rem}
footer{padding-top:3rem;padding-bottom:3rem;color:var(--soft);font-size:.8125rem}
@media (max-width:44rem){
header{padding-top:1.5rem}h1{font-size:1.45rem}
.map.wide{display:none}.map.narrow{display:block}
.facts{grid-template-columns:repeat(2,minmax(0,1fr))}
.pair{grid-template-columns:minmax(0,1fr)}
.bars .drawn{width:24%}
.timeline li{grid-template-columns:4.25rem minmax(0,1fr)}.timeline small{grid-column:2}
}
@media print{
:root{--ground:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;--link:#000;--tile-ink:#000;--h0:#dde9f5;--h1:#e4f0dd;--h2:#fbebd3;--h3:#ebe4f6;--h4:#ddf0ef;--h5:#f9e3e7;--warn-ground:#fff;--bad-ground:#fff;--good:#14643b;--bad:#9c1c22;--warn:#6d4700}
body{font-size:10pt}nav{display:none}main,footer{max-width:none;padding:0}h2,h3{break-after:avoid}figure,table{break-inside:avoid}
.map,.bars svg,.columns svg,.strip{print-color-adjust:exact}
}
`;
