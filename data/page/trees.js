// The page of trees, of one annotation or of two.
const sentences = read('trees');
const comparison = read('comparison');
const names = comparison ? shortNames(comparison.a, comparison.b) : [];

// ---- Search

let query = '';
let where = 'any';
const kindsShown = new Set();

// The relations of every word, in either tree.
function relations(sentence) {
  const all = sentence.f.map(() => []);
  for (const [, dependent, , , , , , label] of sentence.a) all[dependent - 1].push(label);
  return all;
}

// What is searched, in small letters; made when it is first needed.
function searched(sentence) {
  if (sentence.searched) return sentence.searched;
  const small = (texts) => texts.map((text) => text.toLowerCase());
  sentence.searched = {
    form: small(sentence.f), lemma: small(sentence.l), upos: small(sentence.u),
    deprel: relations(sentence).map((labels) => labels.join(' ').toLowerCase()),
    id: (sentence.id || '').toLowerCase(), text: sentence.text.toLowerCase() };
  return sentence.searched;
}

const COLUMNS = ['form', 'lemma', 'upos', 'deprel'];

function matches(sentence, word) {
  if (!query || where === 'id') return false;
  const texts = searched(sentence);
  const columns = where === 'any' ? COLUMNS : [where];
  return columns.some((column) => texts[column][word].includes(query));
}

function isWanted(sentence) {
  if (comparison && $('different').checked && !sentence.d) return false;
  if (kindsShown.size > 0) {
    const kinds = (sentence.d || []).flatMap(([, kinds]) => kinds);
    if (!kinds.some((kind) => kindsShown.has(kind))) return false;
  }
  if (!query) return true;
  const { id, text } = searched(sentence);
  if ((where === 'any' || where === 'id') && id.includes(query)) return true;
  if (where === 'any' && text.includes(query)) return true;
  return sentence.f.some((_, word) => matches(sentence, word));
}

// ---- The list

function differenceList(sentence) {
  const items = sentence.d.map(([word, , fields]) => make('li', {},
    make('b', {}, `${word} `, make('bdi', {}, sentence.f[word - 1])),
    ...fields.map(([column, a, b]) => make('span', { class: 'field' }, `${column} `,
      make('span', { class: 'in-a' }, a), ' → ', make('span', { class: 'in-b' }, b)))));
  return make('ul', { class: 'differences', 'aria-label': 'Differences' }, ...items);
}

// The words that differ, or that were marked when the page was written.
function markedWords(sentence) {
  return new Set([...(sentence.d || []).map(([word]) => word), ...(sentence.m || [])]);
}

function makeSentence(sentence, index) {
  const marked = markedWords(sentence);
  const tree = makeTree(sentence, { names, isMarked: (word) => marked.has(word),
    isHit: (word) => matches(sentence, word - 1) });
  const article = makeArticle(sentence, index,
    make('p', { class: 'text', dir: 'auto' }, sentence.text), tree);
  article.querySelector('h2').append(saveButton(sentence, tree));
  if (sentence.d) article.append(differenceList(sentence));
  return article;
}

// In pixels, as trees.css has it.
function sentenceHeight(sentence) {
  const columns = Math.max(1, Math.floor((main.clientWidth - 40) / 384));
  const differences = sentence.d ? 5 + 24 * Math.ceil(sentence.d.length / columns) : 0;
  return 56 + textHeight(sentence.text) + treeHeight(sentence) + 14 + differences;
}

const list = new LongList($('trees-shown'), makeSentence, sentenceHeight);

function update() {
  const shown = sentences.filter(isWanted);
  list.show(shown);
  $('none').hidden = shown.length > 0;
  const all = sentences.length;
  $('count').textContent = shown.length === all ? `${all} sentence${all === 1 ? '' : 's'}`
    : `${shown.length} of ${all} sentences`;
}

// What was in view stays there.
function fit(isWanted) {
  const first = list.items.length > 0 ? list.current() : 0;
  document.documentElement.classList.toggle('fit', isWanted);
  $('fit').checked = isWanted;
  list.show(list.items);
  if (scrollY > 0) list.go(first);
}

let waiting = 0;
function search() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    query = $('query').value.trim().toLowerCase();
    where = $('where').value;
    update();
  }, 120);
}

function goTo(id) {
  const index = list.items.findIndex((sentence) => `s${sentence.n}` === id);
  if (index >= 0) list.go(index);
}

// ---- Comparison

const KINDS = { head: 'head only', label: 'label only', head_and_label: 'head and label',
  upos: 'UPOS', xpos: 'XPOS', feats: 'FEATS', lemma: 'LEMMA' };

function pairs(values) {
  return make('dl', {}, ...Object.entries(values).map(([name, value]) =>
    make('div', {}, make('dt', {}, name), make('dd', {}, value))));
}

function kindButton(kind, count) {
  const button = make('button', { type: 'button', 'aria-pressed': 'false' },
    `${KINDS[kind]} ${count}`);
  button.disabled = count === 0;
  button.addEventListener('click', () => {
    const pressed = !kindsShown.delete(kind);
    if (pressed) kindsShown.add(kind);
    button.setAttribute('aria-pressed', pressed);
    update();
  });
  return button;
}

function confusionTable(confusions) {
  const row = (cell, ...texts) => make('tr', {}, ...texts.map((text) => make(cell, {}, text)));
  return make('details', {}, make('summary', {}, 'Labels that differ most often'),
    make('table', {}, row('th', ...names, 'words'),
      ...confusions.map(({ a, b, count }) => row('td', a, b, count))));
}

function showComparison() {
  const { agreement } = comparison;
  const percent = (value) => value.toFixed(2) + '%';
  $('only').hidden = false;
  $('summary').append(
    make('p', { class: 'legend' }, keyLine(1, `${names[0]} only (above)`),
      keyLine(2, `${names[1]} only (below)`), keyLine(0, 'both')),
    pairs({
      'sentences that differ': `${comparison.different_sentences} of ${comparison.sentences}`,
      'words that differ': `${comparison.different_words} of ${comparison.words}`,
      UAS: percent(agreement.UAS), LAS: percent(agreement.LAS),
      'same label': percent(agreement.labels),
      'kappa of labels': agreement.kappa === null ? 'undefined' : agreement.kappa.toFixed(4) }),
    make('div', { class: 'row', role: 'group', 'aria-label': 'Show only differences in' },
      ...Object.entries(comparison.kinds).map(([kind, count]) => kindButton(kind, count))));
  if (comparison.confusions.length > 0) $('summary').append(confusionTable(comparison.confusions));
}

// ---- Start

startKeys({ ...list.actions(), '/': () => $('query').focus(), '?': () => $('keys').showModal(),
  t: toggleTheme, w: () => fit(!isFitted()) });
addEventListener('hashchange', () => goTo(location.hash.slice(1)));
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
$('query').addEventListener('input', search);
$('where').addEventListener('change', search);
$('different').addEventListener('change', update);
$('fit').addEventListener('change', () => fit($('fit').checked));

if (comparison) showComparison();
update();
measureBar();
if (location.hash) goTo(location.hash.slice(1));
