/** Rules that the shared style sheet lacks. */
export const STYLE = `
:root { --code: #f3f4f5; --idle: #cdd2d7; --bar-good: #3fa56f; --bar-bad: #d9474c; --bar-warn: #e0a52b; --mark: #ffe3e3 }
@media (prefers-color-scheme: dark) {
  :root { --code: #101215; --idle: #3d444c; --bar-good: #3c9a68; --bar-bad: #d4565a; --bar-warn: #c9922a; --mark: #4a2328 }
}
main { max-width: 80rem } header h1 { font-size: 1.6rem } h1 > span { display: inline-block; margin-right: 1rem } h1 .open { color: var(--soft); font-weight: 400 }
h3 { margin: 0 } h4 { margin: .75rem 0 .25rem; font-size: .75rem; color: var(--soft) } summary { cursor: pointer }
.run, .run .facts { margin-top: .75rem } .run > summary, .inside summary, .discovered summary { color: var(--link); font-size: .875rem }
.grid { display: flex; flex-wrap: wrap; gap: 3px; margin-top: 1rem } .grid a { width: .75rem; height: .75rem; border-radius: 2px; background: var(--idle); print-color-adjust: exact }
.grid .passed { background: var(--bar-good) } .grid .failed { background: var(--bar-bad) } .grid .warned { background: var(--bar-warn) }
.bar .passed { fill: var(--bar-good) } .bar .failed { fill: var(--bar-bad) } .bar .warned { fill: var(--bar-warn) } .bar .not-exercised { fill: var(--soft) }
.passed > * > .sign { color: var(--good) } .failed > * > .sign, .failed > .sign { color: var(--bad) } .warned > * > .sign, .warned > .sign { color: var(--warn) }
ul, ol { list-style: none } .failures li, .supplies li, .discovered > li { padding: .4rem 0; border-bottom: 1px solid var(--line) }
.failures a { color: var(--bad); font-weight: 600 } #warned ~ * .failures a { color: var(--warn) } .supplies a { color: inherit }
.name b, .name a, .evidence b, .failures a, .supplies a, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .8125rem }
.discovered ul { padding-left: 1.2rem } .plain { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem } dd { margin: 0 }
blockquote { margin: 0; padding-left: .75rem; border-left: 3px solid var(--line); color: var(--soft); font-size: .875rem }
.filter { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; position: sticky; top: 0; z-index: 1; background: var(--ground); padding: .5rem 0 }
.filter fieldset { border: 0; display: flex; flex-wrap: wrap; gap: .5rem } .filter legend { position: absolute; clip-path: inset(50%) } .filter output { color: var(--soft) }
.filter label { display: inline-flex; gap: .4rem; padding: .35rem .8rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card); font-size: .8125rem }
.filter label:has(:checked) { border-color: var(--ink) } .filter [type=radio] { accent-color: var(--ink) } .filter b { font-weight: 400; color: var(--soft) }
.section { border-bottom: 1px solid var(--line) } .section > summary { display: grid; grid-template-columns: minmax(0, 16rem) minmax(4rem, 1fr) minmax(0, 14rem); align-items: center; gap: .25rem 1rem; padding: .55rem 0 }
.section .bar { background: none } .section > summary small { text-align: right } .section > summary code { color: var(--soft) }
.rule, .section, [id^='o-'] { scroll-margin-top: 3.5rem } .rule { border: 1px solid var(--line); background: var(--card); border-radius: 6px; margin: .25rem 0 }
p.rule, .rule > summary { display: flex; gap: .7rem; padding: .6rem .9rem; list-style: none } .rule > summary::-webkit-details-marker { display: none } .rule > summary:hover { background: var(--code) }
.rule .sign { flex: none; width: 1.1rem; text-align: center; font-weight: 700 } .name { flex: 1; min-width: 0 } .rule.passed .name, .rule.not-exercised .name { color: var(--soft) } .name b { color: var(--ink) }
.inside { padding: 0 .9rem .9rem 2.7rem } .inside > * { margin-top: .5rem } .evidence, .reason { font-size: .875rem }
.finding { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .75rem } .finding dt { color: var(--soft) }
.finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem .9rem; margin: .4rem 0; font-size: .8125rem }
.messages { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: .75rem }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .75rem; white-space: pre-wrap; font-size: .75rem; max-height: 22rem; overflow: auto }
pre .header, pre i { color: var(--soft); font-style: normal } mark { background: var(--mark); color: inherit; display: inline-block; width: 100% }
@media (min-width: 75rem) { .beside { display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 0 2rem; align-items: start } .beside .failures { position: sticky; top: 0; max-height: 100vh; overflow: auto } }
@media (max-width: 44rem) { .inside { padding-left: .9rem } .filter { position: static } .section > summary { grid-template-columns: minmax(0, 1fr) } .section > summary small { text-align: left } }
@media print {
  .filter, section:has(> #rules), section:has(> #discoveries), section:has(> #observations) { display: none } .beside { display: block }
  :root { --code: #fff; --mark: #f3d9d9 } pre { max-height: none } mark { print-color-adjust: exact }
}
`;
