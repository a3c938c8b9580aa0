import { branding, type Palette } from '../info/branding.ts';

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replaceAll('_', '-')}:${colour};`)
    .join('');
}

const { light, dark } = branding.palettes;

/** Shows a question only to those whom it is put to. Browsers that cannot look ahead show all of them. */
const audiences = `
@supports selector(:has(*)) {
  form:not(:has([name="answers.home_address_country"] option[value="THA"]:checked)) [data-audience="thai-address"],
  form:has([name="answers.home_address_country"] :is(option[value=""], option[value="THA"]):checked) [data-audience="international-address"],
  form:has([name="document"][value="passport"]:checked) [data-document="front_card"],
  form:has([name="document"][value="front_card"]:checked) [data-document="passport"] { display: none; }
}`;

/** Style sheet of the hosted form: for a phone first, in both colour schemes and both directions of writing. */
export const style: string = `
:root { color-scheme: light dark; ${variables(light)} --radius: ${branding.radius}px; }
@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 400 1rem/1.5 ${branding.font}; overflow-wrap: anywhere; }
body:is(:lang(th), :lang(km), :lang(my), :lang(lo), :lang(hi), :lang(ar)) { line-height: 1.7; }
h1, h2, h3, p, ul, dl, dd, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
ul { list-style: none; }
h1 { font-size: 1.625rem; line-height: 1.3; font-weight: 700; letter-spacing: -.01em; text-wrap: balance; }
:is(:lang(km), :lang(my), :lang(lo)) h1 { line-height: 1.6; }
h2 { display: flex; align-items: center; gap: .625rem; font-size: 1.125rem; line-height: 1.4; font-weight: 650; }
button, input, select { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.icon { flex: none; width: 1.5rem; height: 1.5rem; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.head { position: relative; display: flex; align-items: center; justify-content: space-between; gap: 1rem; max-width: 35rem; margin-inline: auto; padding: .5rem 1rem; }
.brand { display: flex; align-items: center; gap: .5rem; min-width: 0; font-weight: 650; }
.brand .icon { color: var(--accent); width: 1.75rem; height: 1.75rem; }
main { display: grid; gap: 1rem; max-width: 35rem; margin-inline: auto; padding: .5rem 1rem 3rem; }
form { display: grid; gap: 1rem; min-width: 0; }
.intro { margin-top: -.5rem; color: var(--muted); }
.hint { color: var(--muted); font-size: .9375rem; }
.card h2 + .hint { margin-top: -.625rem; }
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.125rem; padding: 1.25rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
.number { flex: none; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--accent-soft); color: var(--accent); font-size: .875rem; font-weight: 700; }
.notice { display: flex; gap: .75rem; padding: .75rem 1rem; border-radius: var(--radius); background: var(--accent-soft); font-size: .9375rem; }
.notice .icon { color: var(--accent); }
.notice.phone { display: none; }
@media (min-width: 48rem) { .notice.phone { display: flex; } .card { padding: 1.5rem; } }
.notice.test { background: var(--notice-soft); }
.notice.test .icon { color: var(--notice); }
.quiet { min-height: 2.75rem; padding: .25rem 0; border: 0; background: none; color: var(--notice); font-weight: 600; text-align: start; text-decoration: underline; text-underline-offset: .2em; cursor: pointer; }
.problems { display: grid; gap: .5rem; padding: 1rem; border: 2px solid var(--danger); border-radius: var(--radius); background: var(--danger-soft); }
.problems h2 { color: var(--danger); }
.problems a { display: grid; align-content: center; min-height: 2.75rem; padding-block: .25rem; color: inherit; text-decoration: none; }
.problems strong { font-weight: 600; text-decoration: underline; text-underline-offset: .2em; }
.field, .choices { display: grid; grid-template-columns: minmax(0, 1fr); gap: .375rem; }
.label { display: block; font-size: 1rem; font-weight: 600; padding: 0; }
legend.label { margin-bottom: .375rem; }
.mark { color: var(--danger); }
.error { display: flex; gap: .375rem; color: var(--danger); font-size: .9375rem; font-weight: 600; }
.error .icon { width: 1.25rem; height: 1.25rem; margin-top: .1em; }
.input { display: block; width: 100%; min-width: 0; min-height: 3rem; padding: .5rem .875rem; border: 1px solid var(--control); border-radius: 10px; background: var(--surface); line-height: 1.5; -webkit-appearance: none; appearance: none; }
.input[aria-invalid] { border: 2px solid var(--danger); }
.input::-webkit-date-and-time-value { text-align: start; }
[dir="rtl"] .input { text-align: right; }
.select { position: relative; display: block; }
.select .input { padding-inline-end: 2.75rem; text-overflow: ellipsis; }
.select::after { content: ""; position: absolute; inset-inline-end: 1.125rem; top: calc(50% - .4rem); width: .5rem; height: .5rem; border: solid var(--muted); border-width: 0 2px 2px 0; transform: rotate(45deg); pointer-events: none; }
.options { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .5rem; }
.options.stacked { grid-template-columns: minmax(0, 1fr); }
.option { display: flex; align-items: center; gap: .625rem; min-height: 3rem; min-width: 0; padding: .5rem .875rem; border: 1px solid var(--control); border-radius: 10px; background: var(--surface); cursor: pointer; }
.option > span { min-width: 0; }
.option input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.option .icon { color: var(--muted); }
.option:has(:checked) { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.option:has(:checked) .icon { color: var(--accent); }
.option:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.option :focus-visible { outline: none; }
[aria-invalid] .option, .option:has([aria-invalid]) { border-color: var(--danger); }
.simulation { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 1rem; border: 1px dashed var(--notice); border-radius: 10px; background: var(--notice-soft); }
.simulation .hint { color: inherit; }
form > .simulation { border-radius: var(--radius); }
.scene { display: block; width: 100%; height: auto; max-height: 10rem; border-radius: 10px; background: var(--ground); }
.scene .corners { fill: none; stroke: var(--accent); stroke-width: 3; stroke-linecap: round; }
.scene .paper { fill: var(--surface); stroke: var(--control); stroke-width: 1.5; }
.scene .soft { fill: var(--line); }
.scene .ink { fill: var(--control); }
.scene .lines { fill: none; stroke: var(--control); stroke-width: 3; stroke-linecap: round; }
.scanned { display: grid; gap: .375rem; }
.scanned dl { border: 1px solid var(--line); border-radius: 10px; background: var(--ground); }
.scanned div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .625rem .875rem; }
.scanned div + div { border-top: 1px solid var(--line); }
.scanned dt { color: var(--muted); }
.scanned dd { font-weight: 600; }
.primary { min-height: 3.25rem; padding: .75rem 1.25rem; border: 0; border-radius: 12px; background: var(--accent); color: var(--on-accent); font-size: 1.0625rem; font-weight: 650; cursor: pointer; }
.languages summary { display: flex; align-items: center; gap: .375rem; min-height: 2.75rem; padding-inline: .625rem; border-radius: 10px; cursor: pointer; list-style: none; }
.languages summary::-webkit-details-marker { display: none; }
.languages .icon { width: 1.25rem; height: 1.25rem; color: var(--muted); }
.languages ul { position: absolute; z-index: 1; inset-inline-end: 1rem; top: 100%; width: min(15rem, calc(100% - 2rem)); max-height: 60vh; overflow-y: auto; padding: .375rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); box-shadow: 0 8px 28px rgb(0 0 0 / .18); }
.languages :is(button, a) { display: flex; align-items: center; width: 100%; min-height: 2.75rem; padding: .25rem .75rem; border: 0; border-radius: 8px; background: none; color: inherit; text-align: start; text-decoration: none; cursor: pointer; }
.languages [aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 650; }
.state { display: grid; justify-items: center; gap: .75rem; padding: 3rem 1rem; text-align: center; }
.state p { max-width: 26rem; color: var(--muted); text-wrap: balance; }
.seal { display: grid; place-items: center; width: 4.5rem; height: 4.5rem; border-radius: 50%; background: var(--accent-soft); color: var(--accent); }
.seal .icon { width: 2.25rem; height: 2.25rem; }
.state:is(.expired, .missing) .seal { background: var(--notice-soft); color: var(--notice); }
.state.refused .seal { background: var(--danger-soft); color: var(--danger); }
@media (hover: hover) { .primary:hover { filter: brightness(1.08); } .languages :is(button, a, summary):hover, .languages summary:hover { background: var(--accent-soft); } }
@media (prefers-reduced-motion: no-preference) { .option, .input { transition: border-color .12s, background-color .12s; } }
@media (forced-colors: active) { .option:has(:checked) { outline: 2px solid; } }
${audiences}
`;
