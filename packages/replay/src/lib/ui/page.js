/// <reference lib="dom" />
/** Posts forms with the token, and shows the HTML that the server answers in the element that `data-into` names. */
const TYPING_MS = 250;
const POLL_MS = 1_000;
/** @type {any} The DOM library lacks it. */
const { trustedTypes } = globalThis;
const policy = trustedTypes?.createPolicy('idvkit', { createHTML: (/** @type {string} */ text) => text });
/** Requests in progress, by the element that shows their result. @type {Map<Element, AbortController>} */
const asked = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

/** @param {string} selector @returns {any} An element of the kind that the server drew. */
const find = (selector) => document.querySelector(selector);
/** @param {string} selector @returns {any[]} */
const findAll = (selector) => [...document.querySelectorAll(selector)];

/** @param {string} path @param {RequestInit} [options] */
const request = (path, options) =>
  fetch(path, {
    ...options,
    method: 'POST',
    headers: { authorization: `Bearer ${sessionStorage.getItem('idvkit.token') ?? ''}` },
  });

/** Posts fields, and shows the result. A later request for the same element replaces this one. @param {string} path @param {Element} into @param {URLSearchParams} [body] */
async function post(path, into, body) {
  asked.get(into)?.abort();
  const asking = new AbortController();
  asked.set(into, asking);
  find('#send')?.toggleAttribute('data-busy', asked.has(find('#results')));
  try {
    const response = await request(path, { body: body ?? null, signal: asking.signal });
    if (into.id !== 'results') return show(into, await response.text());
    // Attempts show one by one.
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = '', part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
      show(into, (text += part.value));
  } catch (error) {
    if (!asking.signal.aborted) complain(error);
    else if (into.id === 'results') into.append('Stopped. A delivery in progress may have arrived.');
  } finally {
    if (asked.get(into) === asking) asked.delete(into);
    find('#send')?.toggleAttribute('data-busy', asked.has(find('#results')));
  }
}

/** @param {Element} into @param {string} text */
function show(into, text) {
  const { id = '' } = document.activeElement ?? {};
  // A list that follows the archive would speak over the result of a send.
  const hasResult = into.id === 'list' && find('#results').childElementCount > 0;
  const isAsked = !hasResult || find('#search').contains(document.activeElement);
  const selected = findAll('[name=selected]:checked').map(({ value }) => value);
  into.innerHTML = policy?.createHTML(text) ?? text;
  for (const box of findAll('[name=selected]')) box.checked = selected.includes(box.value);
  if (id !== '' && document.activeElement?.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
  const said = into.querySelector('[data-say]')?.textContent;
  if (said && isAsked) find('#status').textContent = said;
  mark();
}

/** Shows why the page as a whole does not work, until `undefined` removes it. @param {unknown} [error] */
function complain(error) {
  find('#problem').hidden = error === undefined;
  find('#problem').textContent = error instanceof TypeError ? 'The server does not answer: idvkit has ended.' : error;
}

/** Marks what is shown and selected, and opens the first capture of an archive that was empty. */
function mark() {
  const shown = find('[name=shown]')?.value;
  const selected = findAll('[name=selected]:checked').length;
  for (const row of findAll('.row')) row.ariaCurrent = row.id === `c${shown}` ? 'true' : null;
  const go = find('#go');
  if (go) go.textContent = selected > 0 ? `Send ${selected} selected` : shown ? `Send #${shown}` : 'Send';
  if (go) go.disabled = selected === 0 && !shown;
  find('#compare')?.toggleAttribute('hidden', selected !== 2);
  if (shown === undefined) find('.row')?.click();
}

addEventListener('submit', (event) => {
  event.preventDefault();
  const { target: form, submitter } = /** @type {SubmitEvent & { target: HTMLFormElement }} */ (event);
  const path = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  const place = submitter?.dataset['into'] ?? form.dataset['into'] ?? '';
  const into = place.startsWith('#') ? find(place) : submitter?.closest(place);
  if (path === '/send' && asked.has(into)) return;
  if (path === '/send') localStorage.setItem('idvkit.target', find('#target').value);
  const fields = /** @type {[string, string][]} No field is a file. */ ([...new FormData(form)]);
  void post(path, into, new URLSearchParams(fields));
  if (into.id !== 'detail') return;
  into.scrollTop = 0;
  into.scrollIntoView();
});

addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const { word, edit } = button?.dataset ?? {};
  const [query, set] = [find('#query'), find('#set')];
  if (word !== undefined) {
    const words = ` ${query.value} `;
    query.value = (word && (words.includes(` ${word} `) ? words.replace(`${word} `, '') : words + word)).trim();
    find('#search').requestSubmit();
  }
  if (edit !== undefined) {
    set.value = `${set.value}\n${edit}`.trimStart();
    set.focus();
  }
  if (button?.id === 'stop') asked.get(find('#results'))?.abort();
});

addEventListener('input', ({ target }) => {
  if (target !== find('#query')) return mark();
  clearTimeout(typing);
  typing = setTimeout(() => find('#search').requestSubmit(), TYPING_MS);
});

/** Looks each second for something new, if the page is visible. */
async function follow() {
  for (let version = ''; ; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    if (document.visibilityState === 'hidden') continue;
    try {
      const next = await (await request('/version')).text();
      if (version !== '' && next !== version) {
        find('#search').requestSubmit();
        find('#past')?.requestSubmit();
      }
      version = next;
      complain();
    } catch (error) {
      complain(error);
    }
  }
}

// The token leaves the address, so that neither the address bar nor the history keeps it.
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (token !== null) sessionStorage.setItem('idvkit.token', token);
history.replaceState(null, '', location.pathname);
addEventListener('hashchange', () => location.reload());
await post('/page', find('main'));
if (find('#target')) {
  find('#target').value ||= localStorage.getItem('idvkit.target') ?? '';
  await follow();
}
