export const STYLE = `
:root{--code:#f3f4f5;--idle:#69717a;--bar-good:#3fa56f;--bar-bad:#d9474c;--bar-warn:#e0a52b;--bar-idle:#cdd2d7;--mark:#ffe3e3;--watched:#dbe9fb}
@media (prefers-color-scheme:dark){:root{--code:#101215;--idle:#9aa3ad;--bar-good:#3c9a68;--bar-bad:#d4565a;--bar-warn:#c9922a;--bar-idle:#3d444c;--mark:#4a2328;--watched:#22344b}}
h1{display:flex;gap:.6rem}
h4{font-size:.95rem;font-weight:600}
h5{font-size:.75rem;font-weight:600;color:var(--soft);margin:.75rem 0 .25rem}
.target,.name b,.evidence b,.finding b,.lanes b{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
.name b{font-weight:600;font-size:.875rem}
.good>.sign,.passed .sign{color:var(--good)}.bad>.sign,.failed .sign{color:var(--bad)}.open>.sign,.warned .sign{color:var(--warn)}.not-exercised .sign{color:var(--idle)}
.target{color:var(--soft);margin-bottom:1.25rem}
.bar{background:var(--bar-idle)}.bar .passed{fill:var(--bar-good)}.bar .failed{fill:var(--bar-bad)}.bar .warned{fill:var(--bar-warn)}.bar .not-exercised{fill:var(--bar-idle)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.75rem 0 1.5rem}
.legend li::before{content:"";display:inline-block;width:.625rem;height:.625rem;border-radius:3px;margin-right:.45rem;background:var(--bar-idle);print-color-adjust:exact}
.legend .passed::before{background:var(--bar-good)}.legend .failed::before{background:var(--bar-bad)}.legend .warned::before{background:var(--bar-warn)}
td.number,th.number{padding-right:0;padding-left:.75rem}
td.wide{width:34%;vertical-align:middle}.none,.checks{color:var(--soft)}td.failed{color:var(--bad);font-weight:600}td.warned{color:var(--warn);font-weight:600}
.coverage a{color:inherit;text-decoration:none}.coverage a:hover{text-decoration:underline}
.phone{display:none}
.filter{border:0;display:flex;flex-wrap:wrap;gap:.5rem;position:sticky;top:0;background:var(--ground);padding:.5rem 0;z-index:1}
.filter legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.filter label{display:inline-flex;align-items:center;gap:.4rem;padding:.35rem .8rem;border:1px solid var(--line);border-radius:99px;background:var(--card);font-size:.8125rem;cursor:pointer}
.filter label:has(:checked){border-color:var(--ink)}
.filter input{margin:0;accent-color:var(--ink)}.filter b{font-weight:400;color:var(--soft);font-variant-numeric:tabular-nums}
.filter label:focus-within,summary:focus-visible,pre:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.rule,.rules{scroll-margin-top:3.5rem}
.rule{border:1px solid var(--line);border-bottom-width:0;background:var(--card)}
h3+.rule{border-radius:8px 8px 0 0}.rule:last-child{border-bottom-width:1px;border-radius:0 0 8px 8px}h3+.rule:last-child{border-radius:8px}
.rule summary{display:flex;gap:.7rem;padding:.6rem .9rem;cursor:pointer;list-style:none}
.rule summary::-webkit-details-marker{display:none}
.rule summary:hover{background:var(--code)}
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
.out,.back{fill:none;stroke:var(--ink);stroke-width:1.5}.back{stroke:var(--bar-good);stroke-dasharray:3 2}.back.refused{stroke:var(--bad)}
.operator{fill:var(--card);stroke:var(--link);stroke-width:1.75}.eye{fill:var(--card);stroke:var(--link);stroke-width:1.75}.pupil{fill:var(--link)}.halo{fill:var(--bad)}
.badge{display:inline-block;padding:0 .4rem;border-radius:4px;font-size:.75rem;font-variant-numeric:tabular-nums;border:1px solid currentColor}
.badge.good{color:var(--good)}.badge.bad{color:var(--bad)}
.broken .note a{color:var(--bad)}
.supplies{list-style:none}.supplies li{border-top:1px solid var(--line);padding:.7rem 0}.supplies a{color:inherit;text-decoration:none}.supplies a:hover{text-decoration:underline}
body:has(#show-passed:checked) .rule:not(.passed),body:has(#show-failed:checked) .rule:not(.failed),body:has(#show-warned:checked) .rule:not(.warned),body:has(#show-not-exercised:checked) .rule:not(.not-exercised){display:none}
body:has(#show-passed:checked) .rules:not(:has(.rule.passed)),body:has(#show-failed:checked) .rules:not(:has(.rule.failed)),body:has(#show-warned:checked) .rules:not(:has(.rule.warned)),body:has(#show-not-exercised:checked) .rules:not(:has(.rule.not-exercised)){display:none}
@media (max-width:44rem){
.messages{grid-template-columns:minmax(0,1fr)}
.inside{padding-left:.9rem}
.coverage thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.coverage tr{display:flex;flex-wrap:wrap;gap:.15rem .9rem;padding:.55rem 0;border-bottom:1px solid var(--line)}
.coverage th,.coverage td{border:0;padding:0;text-align:left}.coverage tbody th,.coverage td.wide{width:100%}
.coverage .none,.coverage .checks{display:none}.coverage td.number{padding:0;font-size:.8125rem;color:var(--soft)}.coverage td.failed{color:var(--bad)}.coverage td.warned{color:var(--warn)}
.phone{display:inline}
.lanes li{column-gap:.5rem}.lanes time{display:block;min-width:0}
.filter{position:static}.filter label{padding:.55rem .8rem}
}
@media print{
:root{--code:#fff;--idle:#555;--mark:#f3d9d9}
.filter{display:none}
pre{max-height:none}.rule{break-inside:avoid-page}.rule[open]{break-inside:auto}
mark,.watched{print-color-adjust:exact}
}
`;
