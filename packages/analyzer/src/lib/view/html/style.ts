/** Style of what the pages of the analyzer draw beyond the shared building blocks. */
export const STYLE = `
:root{--h0:#cfe3f7;--h1:#d9eccf;--h2:#fbe3c0;--h3:#e5dbf5;--h4:#cfeceb;--h5:#f8d9de;--tile-ink:#17202a}
@media (prefers-color-scheme:dark){:root{--h0:#1f3f5e;--h1:#2b4a2a;--h2:#54401b;--h3:#3d3160;--h4:#1c4a4a;--h5:#5a2b36;--tile-ink:#f0f3f6}}
.chips{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem;margin-bottom:1rem}
.chips li{border:1px solid var(--line);background:var(--card);border-radius:99px;padding:.15rem .7rem;font-size:.8125rem}
.chips .good{color:var(--good);border-color:currentColor}.chips .bad{color:var(--bad);border-color:currentColor}.chips .open{color:var(--warn);border-color:currentColor}
.banner{border-left:4px solid var(--bad);background:var(--bad-ground);padding:.7rem .9rem;border-radius:0 6px 6px 0;margin-bottom:1rem}
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
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
tr:target{background:var(--warn-ground)}
.bars .drawn{width:38%;vertical-align:top;padding-top:.75rem}.bars .note{width:42%}.noted .drawn{width:22%}
.bar .good{fill:var(--good)}.bar .bad{fill:var(--bad)}.bar .open{fill:var(--warn)}
.command{display:block;user-select:all;background:var(--track);color:var(--ink);border-radius:4px;padding:.1rem .4rem;margin-top:.15rem;width:fit-content}
.columns{margin-top:.5rem}
.columns>svg{display:block;width:100%;height:150px;border-bottom:1px solid var(--soft)}
.columns>svg rect{fill:var(--fill)}.columns>svg .mark{fill:var(--link)}
.columns .top{font-size:.75rem;color:var(--soft);border-bottom:1px dashed var(--line);font-variant-numeric:tabular-nums}
.ticks text{font-size:11px;fill:var(--soft)}.ticks svg{display:block;overflow:visible}
details{margin:.5rem 0}
summary{cursor:pointer;color:var(--link);font-size:.8125rem;width:max-content;max-width:100%}
details table{width:auto;min-width:min(100%,22rem)}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 2.5rem}
.flags{width:auto}.flags td,.flags thead th:not(:first-child){text-align:center;padding:.25rem .8rem}
.flags .yes{color:var(--bad);font-weight:600}.flags .no,.flags .absent{color:var(--soft)}.flags .odd{background:var(--warn-ground)}
.strip{display:block;margin:.5rem 0 1rem}.strip line{stroke:var(--line);stroke-width:2}.strip circle{fill:var(--card);stroke:var(--link);stroke-width:2.5}.strip .bad{stroke:var(--bad)}.strip .good{stroke:var(--good)}
.timeline{list-style:none;border-left:2px solid var(--line);margin-left:.35rem}
.timeline li{position:relative;padding:.2rem 0 .5rem 1.1rem;display:grid;grid-template-columns:4.75rem minmax(0,1fr) max-content;gap:0 .75rem;align-items:baseline}
.timeline li::before{content:"";position:absolute;left:-.4rem;top:.62rem;width:.4rem;height:.4rem;border-radius:50%;background:var(--card);border:2px solid var(--link)}
.timeline .good::before{border-color:var(--good)}.timeline .bad::before{border-color:var(--bad)}
.timeline time{font-variant-numeric:tabular-nums;color:var(--soft);font-size:.8125rem}
@media (max-width:44rem){
.map.wide{display:none}.map.narrow{display:block}
.pair{grid-template-columns:minmax(0,1fr)}
.bars .drawn{width:24%}.noted .drawn{display:none}
.timeline li{grid-template-columns:4.25rem minmax(0,1fr)}.timeline small{grid-column:2}
}
@media print{
:root{--tile-ink:#000;--h0:#dde9f5;--h1:#e4f0dd;--h2:#fbebd3;--h3:#ebe4f6;--h4:#ddf0ef;--h5:#f9e3e7}
figure,table{break-inside:avoid}
.command{background:none;padding:0}
.map,.columns svg,.strip{print-color-adjust:exact}
}
`;
