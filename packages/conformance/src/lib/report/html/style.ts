export const STYLE = `
h1{font-size:1.5rem}h1 .sign{font-weight:700}
.good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--ink)}.between{color:var(--soft)}
.passed .sign{color:var(--good)}.failed .sign{color:var(--bad)}.warned .sign{color:var(--warn)}.not-exercised .sign{color:var(--idle)}
h3{font-size:.95rem}h1>span{display:inline-block}.finding h3{margin:0}.scroll+.scroll{margin-top:1.5rem}h4{font-size:.75rem;font-weight:600;color:var(--soft);margin:.75rem 0 .25rem}
.name b,.name a,.evidence b,.failures a,.supplies a,.id{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
.name b{font-weight:600}
.grid{display:flex;flex-wrap:wrap;gap:3px;margin:1rem 0 0}
.grid a{width:.75rem;height:.75rem;border-radius:2px;background:var(--bar-idle);print-color-adjust:exact}
.grid .passed{background:var(--bar-good)}.grid .failed{background:var(--bar-bad)}.grid .warned{background:var(--bar-warn)}
.failures{list-style:none;margin-bottom:1rem}.failures li{padding:.3rem 0;border-bottom:1px solid var(--line)}
.failures a{color:var(--bad);font-weight:600;margin-right:.5rem}#warned~.failures a{color:var(--warn)}
.plain{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem}.plain dd{margin:0}
blockquote{margin:0;padding-left:.75rem;border-left:3px solid var(--line);color:var(--soft);font-size:.875rem}
.filter{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;position:sticky;top:0;background:var(--ground);padding:.5rem 0;z-index:1}.filter[hidden]{display:none}
.filter fieldset{border:0;display:flex;flex-wrap:wrap;gap:.5rem}.filter legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.filter [type=search]{font:inherit;padding:.3rem .8rem;border:1px solid var(--soft);border-radius:99px;background:var(--card);color:var(--ink);min-width:12rem}
.filter output{color:var(--soft);font-size:.8125rem}
.section{border-bottom:1px solid var(--line)}.section>summary{display:grid;grid-template-columns:minmax(0,14rem) auto minmax(4rem,1fr) minmax(0,16rem);align-items:center;gap:.25rem 1rem;padding:.55rem 0;cursor:pointer}.section>summary code{color:var(--soft)}.section>summary .bar{grid-column:3}.section>summary small{grid-column:4;text-align:right}
.rule,.section,.timeline,[id^=o-]{scroll-margin-top:3.5rem}
.rule{border:1px solid var(--line);background:var(--card);border-radius:6px;margin:.25rem 0}
p.rule{display:flex;gap:.7rem;padding:.6rem .9rem}[hidden]{display:none!important}
.timeline,#observations~details{margin-top:.75rem}.timeline>summary,#observations~details>summary{cursor:pointer;font-size:.875rem;color:var(--link)}
.out,.back{fill:none;stroke:var(--soft);stroke-width:1.5}.back{stroke-dasharray:3 2}.back.wrong{stroke:var(--bad)}
:root{--code:#f3f4f5;--idle:#69717a;--bar-good:#3fa56f;--bar-bad:#d9474c;--bar-warn:#e0a52b;--bar-idle:#cdd2d7;--mark:#ffe3e3;--watched:#dbe9fb}
@media (prefers-color-scheme:dark){:root{--code:#101215;--idle:#9aa3ad;--bar-good:#3c9a68;--bar-bad:#d4565a;--bar-warn:#c9922a;--bar-idle:#3d444c;--mark:#4a2328;--watched:#22344b}}
.name b{font-weight:600;font-size:.875rem}
.bar{background:var(--bar-idle)}.bar .passed{fill:var(--bar-good)}.bar .failed{fill:var(--bar-bad)}.bar .warned{fill:var(--bar-warn)}.bar .not-exercised{fill:var(--bar-idle)}
.filter label{display:inline-flex;align-items:center;gap:.4rem;padding:.35rem .8rem;border:1px solid var(--line);border-radius:99px;background:var(--card);font-size:.8125rem;cursor:pointer}
.filter label:has(:checked){border-color:var(--ink)}
.filter input{margin:0;accent-color:var(--ink)}.filter b{font-weight:400;color:var(--soft);font-variant-numeric:tabular-nums}
.filter label:focus-within,summary:focus-visible,pre:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.rule>summary{display:flex;gap:.7rem;padding:.6rem .9rem;cursor:pointer;list-style:none}
.rule>summary::-webkit-details-marker{display:none}
.rule>summary:hover{background:var(--code)}
.rule .sign{flex:none;width:1.1rem;text-align:center;font-weight:700}
.name{flex:1;min-width:0}.rule.passed .name,.rule.not-exercised .name{color:var(--soft)}.name b{color:var(--ink)}
.inside{padding:0 .9rem .9rem 2.7rem}.inside>*{margin-top:.5rem}
.reason{font-size:.875rem}
.evidence{list-style:none;font-size:.8125rem}.evidence li{padding:.1rem 0}
.finding{border-top:1px solid var(--line);padding-top:.75rem}.finding:first-child{border:0;padding-top:0}
.finding dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem .9rem;margin:.4rem 0;font-size:.8125rem}
.finding dt{color:var(--soft)}.finding dd{margin:0}
.messages{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.75rem}
pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.6rem .75rem;white-space:pre-wrap;font-size:.75rem;line-height:1.55;max-height:30rem;overflow:auto}
pre b{font-weight:600}pre .header,pre i{color:var(--soft);font-style:normal}
mark{background:var(--mark);color:inherit;display:inline-block;width:100%;border-radius:2px}
.curl{white-space:pre-wrap}
.lanes{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem .5rem;margin-top:.75rem}
.lanes ol{list-style:none}
.lanes li{display:grid;grid-template-columns:148px minmax(0,1fr);column-gap:1rem;position:relative}
.lanes li>div{padding:.3rem 0 .6rem;min-height:2.75rem}
.lanes li>svg{position:absolute;left:0;top:0;height:100%;overflow:visible}
.lanes li>div{grid-column:2}
.lanes time{display:inline-block;min-width:5.5rem;color:var(--soft);font-size:.8125rem;font-variant-numeric:tabular-nums}
.heads text{font-size:11px;fill:var(--soft);font-family:inherit}
.heads{display:block}
.lane{stroke:var(--line);stroke-width:1.5}.watched{stroke:var(--watched);stroke-width:13}
.operator{fill:var(--card);stroke:var(--link);stroke-width:1.75}.eye{fill:var(--card);stroke:var(--link);stroke-width:1.75}.pupil{fill:var(--link)}.halo{fill:var(--bad)}
.badge{color:var(--soft);display:inline-block;padding:0 .4rem;border-radius:4px;font-size:.75rem;font-variant-numeric:tabular-nums;border:1px solid currentColor}
.broken .note a{color:var(--bad)}
.supplies{list-style:none}.supplies li{border-top:1px solid var(--line);padding:.7rem 0}.supplies a{color:inherit;text-decoration:none}.supplies a:hover{text-decoration:underline}
@media (max-width:44rem){
.matrix tr{display:grid;grid-template-columns:repeat(6,minmax(0,1fr))}.matrix tr>:first-child{grid-column:1/-1;border:0;padding-bottom:0}.matrix td,.matrix th{padding-left:0;padding-right:0;text-align:left;white-space:normal}
.messages{grid-template-columns:minmax(0,1fr)}
.inside{padding-left:.9rem}
.lanes li{column-gap:.5rem}.lanes time{display:block;min-width:0}
.filter{position:static}.filter label{padding:.55rem .8rem}.section>summary{grid-template-columns:minmax(0,1fr) auto}.section>summary .bar,.section>summary small{grid-column:1/-1;text-align:left}
}
@media print{
.filter,section:has(>#rules),section:has(>#timeline),section:has(>#discoveries),section:has(>#observations),.timeline{display:none}
:root{--code:#fff;--idle:#555;--mark:#f3d9d9}
body{zoom:.75}.finding~.finding .messages{display:none}.messages{grid-template-columns:repeat(2,minmax(0,1fr))}
pre{max-height:none;font-size:.65rem;line-height:1.25}
mark,.watched{print-color-adjust:exact}
}
`;
