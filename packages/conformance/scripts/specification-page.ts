import { type Html, html, htmlPage, inlineCode, type HtmlSection, type HtmlValue } from '@idvkit/cli-kit/html';
import {
  ruleEntry,
  SENTENCES,
  sentenceState,
  type RuleId,
  type SentenceState,
  type SpecificationSentence,
} from '@idvkit/schema/rules';

import {
  readSpecification,
  specificationBlocks,
  type SpecificationBlock,
  type WrittenSentence,
} from '../../schema/scripts/specification-text.ts';
import { mutants, rulesWithoutMutant } from '../src/lib/judge/mutants/mutants.ts';
import { ruleAddress } from '../src/lib/report/rule-address.ts';
import { REPOSITORY, ruleExamples, ruleSources, specificationLine } from './rule-detail.ts';

/** Location of the page, below the root of the repository. */
export const SPECIFICATION_PAGE = 'docs/specification.html';

const STATES: Readonly<Record<SentenceState, string>> = {
  checked: 'checked by rules',
  partly: 'checked in part',
  'not-testable': 'not testable',
  'nothing-to-test': 'nothing to test',
};

/** States that the page can be reduced to. */
const FILTERED: readonly SentenceState[] = ['checked', 'partly', 'not-testable'];

/** Hides the blocks without a sentence of the state, while the filter has it. The panels stay: they are in the first section. */
function hidesOthers(state: SentenceState): string {
  const without = `:not(:has(.s.${state}))`;
  const shown = `body:has(#show-${state}:checked) main`;
  const blocks = `${shown} :is(p,li,tr,h3,.scroll)${without}:not(aside *,header *)`;
  // The first section holds the panels, so that only its heading can go.
  return `${blocks},${shown} section${without}:not(:has(aside)),${shown} section:has(aside)${without} h2{display:none}`;
}

const STYLE = `
.s{color:inherit;text-decoration:none;border-bottom:2px solid var(--line);padding:0 .1rem;border-radius:2px}
.s:hover,.s:focus{background:var(--track)}
.checked{border-color:var(--good)}.partly{border-color:var(--warn);border-bottom-style:dashed}
.not-testable{border-color:var(--bad);border-bottom-style:dotted}.nothing-to-test{border-bottom:0;color:var(--soft)}
section p,section ul,section ol,section .scroll{margin:.6rem 0}section ul,section ol{padding-left:1.4rem}li{margin:.3rem 0}
td{min-width:5rem}td:last-child{min-width:15rem}
.filter{display:flex;flex-wrap:wrap;gap:.5rem;border:0;margin-top:1rem}.filter legend{position:absolute;clip-path:inset(50%)}
.filter label{display:inline-flex;gap:.4rem;padding:.35rem .8rem;border:1px solid var(--line);border-radius:99px;background:var(--card)}
.filter label:has(:checked){border-color:var(--ink)}.filter label:has(:focus-visible){outline:3px solid var(--link)}
${FILTERED.map(hidesOthers).join('\n')}
aside{display:none}
aside:target{display:block;position:fixed;z-index:1;left:0;right:0;bottom:0;max-height:55vh;overflow:auto;padding:1rem;background:var(--card);border-top:3px solid var(--fill);box-shadow:0 -6px 24px #0003}
aside>div{max-width:66rem;margin:0 auto}aside h3{margin:.2rem 0 .6rem}aside dt{margin-top:.9rem;font-weight:650}aside dd{margin:.15rem 0}
.close{float:right;padding:.25rem .75rem}
main{padding-bottom:50vh}
@media print{aside{display:none!important}main{padding-bottom:0}}
`;

/** Writes the whole specification as a page. A click on a sentence shows its rules, with check, faults and mutant. */
export function specificationPage(): string {
  const left = [...SENTENCES];
  const next = ({ text }: WrittenSentence): SpecificationSentence => {
    const sentence = left.shift();
    if (sentence?.text !== text) throw new Error(`sentences.json lacks "${text}"`);
    return sentence;
  };
  const [title, ...blocks] = specificationBlocks(readSpecification());
  const sections: { id: string; title: string; body: HtmlValue[] }[] = [
    { id: 'introduction', title: 'Introduction', body: [] },
  ];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) {
      sections.push({ id: `section-${sections.length}`, title: block.text, body: [] });
    } else sections.at(-1)?.body.push(blockHtml(block, next));
  }
  const panels = html`<div>${SENTENCES.map(panel)}</div>`;
  const page = htmlPage({
    title: 'The specification, sentence by sentence',
    style: STYLE,
    header: html`<h1>${title?.kind === 'heading' ? title.text : ''}</h1>
      <p>Select a sentence to see the rules that check it, and what breaks them.</p>
      ${filter()}`,
    sections: sections.map((section, index): HtmlSection =>
      index === 0 ? { ...section, body: [section.body, panels] } : section,
    ),
    footer: 'Generated from docs/specification.md and the catalogue of rules.',
  });
  // The style must stay as it is hashed; indentation of the rest says nothing.
  const [head = '', body = ''] = page.split('</style>');
  return `${head}</style>${body.replaceAll(/\n\s+/g, '\n')}\n`;
}

function filter(): Html {
  const counts = Map.groupBy(SENTENCES, sentenceState);
  const choice = (state: SentenceState): Html =>
    html`<label
      ><input type="radio" name="show" id="show-${state}" /><span class="s ${state}">${STATES[state]}</span>
      ${counts.get(state)?.length ?? 0}</label
    >`;
  return html`<fieldset class="filter">
      <legend>Sentences to show</legend>
      <label><input type="radio" name="show" checked />all ${SENTENCES.length}</label>${FILTERED.map(choice)}
    </fieldset>
    <p class="note">Another ${counts.get('nothing-to-test')?.length ?? 0} sentences have nothing to test.</p>`;
}

type Next = (written: WrittenSentence) => SpecificationSentence;

function blockHtml(block: SpecificationBlock, next: Next): HtmlValue {
  switch (block.kind) {
    case 'heading':
      return html`<h3>${inlineCode(block.text)}</h3>`;
    case 'paragraph':
      return html`<p>${sentencesHtml(block.sentences, next)}</p>`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${sentencesHtml(item, next)}</li>`);
      return block.ordered
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`;
    }
    case 'table':
      return html`<div class="scroll">
        <table>
          <thead>
            <tr>
              ${block.head.map((cell) => html`<th scope="col">${cell}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${block.rows.map(
              ({ cells, sentences }) =>
                html`<tr>
                  ${cells.slice(0, -1).map((cell) => html`<td>${inlineCode(cell)}</td>`)}
                  <td>${sentencesHtml(sentences, next)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

function sentencesHtml(sentences: readonly WrittenSentence[], next: Next): HtmlValue {
  return sentences.map((written) => {
    const sentence = next(written);
    const text = sentence.text.split(' | ').at(-1) ?? '';
    return html`<a class="s ${sentenceState(sentence)}" href="#${sentence.id}">${inlineCode(text)}</a> `;
  });
}

function panel(sentence: SpecificationSentence): Html {
  const { id, text, rules = [], notTestable, nothingToTest, section, line } = sentence;
  const reason = notTestable ?? nothingToTest;
  return html`<aside id="${id}" aria-label="Rules of ${id}">
    <div>
      <a class="close" href="#-">Close</a>
      <h3>${inlineCode(text)}</h3>
      <p class="note">
        ${section}, <a href="${specificationLine(line)}">line ${line}</a>: ${STATES[sentenceState(sentence)]}
      </p>
      ${reason !== undefined && html`<p>${rules.length > 0 ? 'Not testable: ' : ''}${reason}.</p>`}
      ${rules.length > 0 && html`<dl>${rules.map(ruleHtml)}</dl>`}
    </div>
  </aside>`;
}

const withMutant = new Set<RuleId>(mutants.map(({ rule }) => rule));
const withoutMutant: Readonly<Record<string, string>> = rulesWithoutMutant;

function ruleHtml(id: RuleId): Html {
  const examples = ruleExamples(id);
  const mutant = withMutant.has(id) ? 'a corrupted observation in every run' : (withoutMutant[id] ?? 'none');
  return html`<dt><a href="${ruleAddress(id)}">${id}</a></dt>
    <dd>${inlineCode(ruleEntry(id).title)}</dd>
    <dd>${ruleSources(id).map(({ part, path }) => html`<a href="${REPOSITORY}${path}">${part}</a> `)}</dd>
    ${examples.map(({ what, fault }) => html`<dd>Broken by one that ${what}${fault !== undefined && html` (<code>${fault}</code>)`}</dd>`)}
    <dd>Mutant: ${mutant}</dd>`;
}
