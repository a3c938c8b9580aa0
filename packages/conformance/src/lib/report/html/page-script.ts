/**
 * Filters rules by verdict and words. The state is in the fragment, so a link shows the same: `#filter?show=failed&q=auth`.
 * A link to a rule opens what hides it. Without scripts the page shows everything.
 */
export const PAGE_SCRIPT = `
const box = document.querySelector('.filter');
const query = box.querySelector('[type=search]');
const choices = [...box.querySelectorAll('[name=show]')];
const rules = [...document.querySelectorAll('.section .rule')];
const sections = [...document.querySelectorAll('.section')];
const apply = () => {
  const show = choices.find((each) => each.checked).value;
  const words = query.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const active = show !== 'all' || words.length > 0;
  let found = 0;
  for (const rule of rules) {
    const text = rule.textContent.toLowerCase();
    rule.hidden = !((show === 'all' || rule.classList.contains(show)) && words.every((word) => text.includes(word)));
    if (!rule.hidden) found += 1;
  }
  for (const section of sections) {
    section.hidden = section.querySelector('.rule:not([hidden])') === null;
    section.open = active && !section.hidden;
  }
  box.querySelector('output').textContent = active ? found + ' of ' + rules.length : '';
  return active ? '#filter?' + new URLSearchParams({ show, q: query.value }) : '#rules';
};
const remember = () => history.replaceState(null, '', apply());
const follow = () => {
  if (location.hash.startsWith('#filter?')) {
    const state = new URLSearchParams(location.hash.slice(8));
    query.value = state.get('q') ?? '';
    for (const each of choices) each.checked = each.value === state.get('show');
    if (!choices.some((each) => each.checked)) choices[0].checked = true;
    apply();
    box.scrollIntoView();
    return;
  }
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.hidden || target?.closest('[hidden]')) {
    query.value = '';
    choices[0].checked = true;
    apply();
  }
  for (let each = target; each; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true;
  target?.scrollIntoView();
};
box.hidden = false;
query.addEventListener('input', remember);
for (const each of choices) each.addEventListener('change', remember);
addEventListener('hashchange', follow);
follow();
`;
