// The page of an analysis: figures, and the sentences behind them.
const analysis = read('analysis');
const systems = analysis.files.length - 1;
const names = shortNames(...analysis.files);

// By their numbers, from 1; those in which no word was looked at are not there. They are read when
// they are first asked for: until then the page is there sooner without them.
let sentencesByNumber = null;
function sentences() {
  sentencesByNumber ||= new Map(read('sentences').map((sentence) => [sentence.n, sentence]));
  return sentencesByNumber;
}

const percent = (part, whole) => whole === 0 ? 0 : 100 * part / whole;
const fixed = (value, digits = 2) => value.toFixed(digits);

// ---- Words behind a figure

// Pairs of sentence and word, one after the other, as items of a list: a sentence, and the mark of
// each of some of its words.
function itemsOf(places, markOf) {
  const items = [];
  for (let i = 0; i < places.length; i += 2) {
    const sentence = sentences().get(places[i]);
    const mark = markOf(sentence, places[i + 1]);
    if (mark === undefined) continue;
    if (items.length === 0 || items.at(-1).sentence !== sentence) {
      items.push({ sentence, marks: new Map() });
    }
    items.at(-1).marks.set(places[i + 1], mark);
  }
  return items;
}

// What the systems have wrong of a word: a mark per system, empty where it is right.
function wrongs(sentence, word) {
  const found = (sentence.w || []).find(([wrong]) => wrong === word);
  return found ? found.slice(1) : systems === 2 ? ['', ''] : [''];
}

// Which words of a group are meant; they return what these are marked with.
const KINDS = {
  system: ([mark]) => mark || undefined,
  other: ([, mark]) => mark || undefined,
  onlySystem: ([mark, other]) => mark === '' && other ? other : undefined,
  onlyOther: ([mark, other]) => mark && other === '' ? mark : undefined,
  neither: ([mark, other]) => mark && other ? mark : undefined,
};
const ofKind = (kind) => (sentence, word) => KINDS[kind](wrongs(sentence, word));

// All words that a system has wrong.
function allPlaces() {
  return [...sentences().values()].flatMap((sentence) =>
    (sentence.w || []).flatMap(([word]) => [sentence.n, word]));
}

// ---- The sentences behind

const opened = new Set();  // the sentences whose trees are drawn one by one
let returnTo = null;       // the figure that was clicked

const isOpen = (sentence) => $('open').checked !== opened.has(sentence);

function drawings(sentence) {
  const first = [sentence, names[1]];
  return sentence.other ? [first, [{ ...sentence, ...sentence.other }, names[2]]] : [first];
}

function treesOf({ sentence, marks }) {
  return drawings(sentence).flatMap(([drawing, name]) => [
    ...(systems === 2 ? [make('p', { class: 'tree-name' }, name)] : []),
    makeTree(drawing, { names: [names[0], name], isMarked: (word) => marks.has(word) })]);
}

function markedText({ sentence, marks }) {
  const text = make('p', { class: 'text', dir: 'auto' });
  sentence.f.forEach((form, i) => {
    if (i > 0) text.append(' ');
    if (!marks.has(i + 1)) text.append(form);
    else {
      text.append(make('b', { class: 'word' }, form),
        make('span', { class: 'mark' }, marks.get(i + 1)));
    }
  });
  return text;
}

function makeItem(item, index) {
  const { sentence } = item;
  const button = make('button', { type: 'button', class: 'open-tree',
    'aria-expanded': isOpen(sentence) }, systems === 2 ? 'Trees' : 'Tree');
  const trees = make('div', {}, ...(isOpen(sentence) ? treesOf(item) : []));
  button.addEventListener('click', () => {
    if (!opened.delete(sentence)) opened.add(sentence);
    button.setAttribute('aria-expanded', isOpen(sentence));
    trees.replaceChildren(...(isOpen(sentence) ? treesOf(item) : []));
  });
  return makeArticle(sentence, index, button, markedText(item), trees);
}

// In pixels, as the styles have it.
function itemHeight({ sentence, marks }) {
  const text = sentence.f.join(' ') + [...marks.values()].join('');
  const trees = isOpen(sentence) ? drawings(sentence).reduce((sum, [{ size }]) =>
    sum + size[1] + 14 + (systems === 2 ? 26 : 0), 0) : 0;
  return 57 + textHeight(text) + trees;
}

const list = new LongList($('sentences-shown'), makeItem, itemHeight);

function showBehind(title, items, figure) {
  returnTo = figure;
  for (const old of document.querySelectorAll('.chosen')) old.classList.remove('chosen');
  figure.parentElement.classList.add('chosen');
  const words = items.reduce((sum, { marks }) => sum + marks.size, 0);
  const plural = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
  $('behind').hidden = false;
  $('behind-title').textContent = title;
  $('count').textContent = `${plural(words, 'word')} in ${plural(items.length, 'sentence')}`;
  opened.clear();
  list.show(items);
  $('behind-title').focus({ preventScroll: true });
  $('behind').scrollIntoView();
  list.fillWindow();
}

function goBack() {
  if (!returnTo) return;
  returnTo.focus({ preventScroll: true });
  returnTo.scrollIntoView({ block: 'center', inline: 'nearest' });
}

// A figure that shows sentences.
function figure(count, title, items) {
  const button = make('button', { type: 'button', class: 'figure' }, count);
  button.addEventListener('click', () => showBehind(title, items(), button));
  return button;
}

// ---- Tables

// Rows have a value per column; a column has a title, and how its values are shown. Cells with text
// come first.
function makeTable(columns, rows, total) {
  const cell = (tag, { text, show }, row) => make(tag,
    text ? { class: 'text-cell' } : {}, show(row));
  const body = make('tbody');
  const fill = () => body.replaceChildren(...rows.map((row) =>
    make('tr', {}, ...columns.map((column) => cell('td', column, row)))));
  const heads = columns.map((column) => {
    const button = make('button', { type: 'button' }, column.title);
    const head = make('th', { scope: 'col', ...(column.text ? { class: 'text-cell' } : {}) }, button);
    button.addEventListener('click', () => {
      const falls = head.getAttribute('aria-sort') === 'descending' ||
        (column.text && head.getAttribute('aria-sort') !== 'ascending');
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', falls ? 'ascending' : 'descending');
      const sign = falls ? 1 : -1;
      rows.sort((a, b) => sign * compareValues(column.value(a), column.value(b)));
      fill();
    });
    return head;
  });
  fill();
  const table = make('table', { class: 'figures' }, make('thead', {}, make('tr', {}, ...heads)), body);
  if (total) {
    table.append(make('tfoot', {}, make('tr', {}, ...columns.map((column) =>
      cell('td', column, total)))));
  }
  return make('div', { class: 'scrolls tall', tabindex: '0' }, table);
}

// Numbers by their size, also where they are text.
const collator = new Intl.Collator('en', { numeric: true });
function compareValues(a, b) {
  return typeof a === 'number' ? a - b : collator.compare(a, b);
}

function showSection(id, title, ...content) {
  const section = $(id);
  section.hidden = false;
  section.replaceChildren(make('h2', { id: `${id}-title` }, title), ...content);
  $('parts').append(make('a', { href: `#${id}` }, title));
}

// ---- Scores

function showScores() {
  const counts = (tally) => `${tally.correct} right, ${tally.gold} in the gold standard, ` +
    `${tally.system} in the system`;
  const table = make('table', { class: 'figures' },
    make('thead', {}, make('tr', {}, make('th'), ...analysis.scores.map(({ name }) =>
      make('th', { scope: 'col' }, name)))),
    make('tbody', {}, ...names.slice(1).map((name, i) => make('tr', {},
      make('th', { scope: 'row', class: 'text-cell' }, name),
      ...analysis.scores.map(({ systems: tallies }) =>
        make('td', { title: counts(tallies[i]) }, fixed(tallies[i].percent)))))));
  showSection('scores', 'Scores', make('div', { class: 'scrolls' }, table));
  if (analysis.significance) $('scores').append(make('p', { class: 'soft' }, analysis.significance));
}

// ---- Who is right where

function showRight() {
  const { words, systems: [system, other], alone: [onlySystem, onlyOther] } = analysis.total;
  const neither = words - other.both - onlySystem;
  const rows = [
    ['both', words - onlySystem - onlyOther - neither, null],
    [`only ${names[1]}`, onlySystem, 'onlySystem'],
    [`only ${names[2]}`, onlyOther, 'onlyOther'],
    ['neither', neither, 'neither']];
  const title = (who) => `Right, head and relation: ${who}`;
  const table = make('table', { class: 'figures' },
    make('thead', {}, make('tr', {}, make('th', { class: 'text-cell' }, 'right'),
      make('th', {}, 'words'), make('th', {}, '%'))),
    make('tbody', {}, ...rows.map(([who, count, kind]) => make('tr', {},
      make('td', { class: 'text-cell' }, who),
      make('td', {}, kind && count > 0
        ? figure(count, title(who), () => itemsOf(allPlaces(), ofKind(kind))) : `${count}`),
      make('td', {}, fixed(percent(count, words)))))));
  showSection('right', 'Who is right', table);
}

// ---- Groups

function groupColumns() {
  const number = (title, value, show = (row) => `${value(row)}`) => ({ title, value, show });
  const share = (title, value) => number(title, value, (row) => fixed(value(row)));
  const score = (title, i, key) =>
    share(title, ({ systems: counts, words }) => percent(counts[i][key], words));
  const behind = (title, kind, value) => number(title, value, (row) => value(row) === 0 ? '0'
    : figure(value(row), `${row.name}: ${title}`,
      () => itemsOf(row.places || allPlaces(), ofKind(kind))));
  const wrong = (i) => ({ words, systems: counts }) => words - counts[i].both;
  const columns = analysis.criteria.map((title, i) => ({ title, text: true,
    value: ({ values }) => values[i], show: ({ values }) => values[i] }));
  columns.push(number('words', ({ words }) => words),
    share('%', ({ words }) => percent(words, analysis.total.words)));
  if (systems === 1) {
    columns.push(score('UAS', 0, 'heads'), score('LAS', 0, 'both'), score('labels', 0, 'labels'),
      behind('wrong', 'system', wrong(0)));
  } else {
    columns.push(score('UAS', 0, 'heads'), score('other', 1, 'heads'), score('LAS', 0, 'both'),
      score('other', 1, 'both'), behind('wrong', 'system', wrong(0)),
      behind('other wrong', 'other', wrong(1)),
      behind('only system right', 'onlySystem', ({ alone }) => alone[0]),
      behind('only other right', 'onlyOther', ({ alone }) => alone[1]),
      number('p', ({ p }) => p, ({ p }) => fixed(p, 4)));
  }
  return columns;
}

function showGroups() {
  const rows = analysis.groups.map((group) => ({ ...group, name: group.values.join(', ') }));
  const { criteria, total } = analysis;
  const last = { ...total, values: criteria.map((_, i) => i === 0 ? 'all' : ''), name: 'All words',
    places: null };
  const about = systems === 1 ? [] : [make('p', { class: 'soft' },
    `system: ${names[1]}, other: ${names[2]}`)];
  showSection('groups', `Words by ${criteria.join(', ')}`, ...about,
    makeTable(groupColumns(), rows, last));
}

// ---- Confusions

const MOST_VALUES = 60;

// The values that are confused with others, from the most frequent of them to the least.
function confusedValues() {
  const counts = new Map();
  const confused = new Set();
  for (const { gold, system, words } of analysis.confusions) {
    counts.set(gold, (counts.get(gold) || 0) + words);
    if (!counts.has(system)) counts.set(system, 0);
    if (gold !== system) confused.add(gold).add(system);
  }
  return [...counts].filter(([value]) => confused.has(value))
    .sort(([, a], [, b]) => b - a).map(([value]) => value);
}

function confusionFigure({ gold, system, words, places }) {
  const mark = `[${gold}>${system}]`;
  const title = gold === system ? `${gold}, as in the gold standard` : `${gold} in the gold ` +
    `standard, ${system} in ${names[1]}`;
  return figure(words, title, () => itemsOf(places, () => mark));
}

function matrixCell(confusion, most) {
  if (!confusion) return make('td');
  const { gold, system, words } = confusion;
  const button = confusionFigure(confusion);
  button.className = '';
  button.tabIndex = -1;
  button.title = `${gold} > ${system}: ${words}`;
  const cell = make('td', gold === system ? { class: 'right' } : {}, button);
  // By its logarithm, so that rare ones are seen beside frequent ones.
  const share = 12 + 58 * Math.log(words) / Math.max(1, Math.log(most));
  if (gold !== system) cell.style.setProperty('--share', `${share}%`);
  return cell;
}

// The next figure in a direction.
function nextCell(cell, [down, right]) {
  const rows = [...cell.closest('tbody').rows];
  let row = rows.indexOf(cell.parentElement);
  let column = cell.cellIndex;
  while (true) {
    row += down;
    column += right;
    const next = rows[row] && rows[row].cells[column];
    if (!next || next.tagName === 'TH') return null;
    if (next.firstChild) return next;
  }
}

const DIRECTIONS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function makeMatrix(values) {
  const byPair = new Map(analysis.confusions.map((confusion) =>
    [JSON.stringify([confusion.gold, confusion.system]), confusion]));
  const most = Math.max(...analysis.confusions.map(({ gold, system, words }) =>
    gold === system ? 0 : words));
  const table = make('table', { class: 'matrix' },
    make('thead', {}, make('tr', {}, make('th', { class: 'corner' }, 'gold ↓ system →'),
      ...values.map((value) => make('th', { scope: 'col' }, make('span', {}, value))))),
    make('tbody', {}, ...values.map((gold) => make('tr', {},
      make('th', { scope: 'row' }, gold), ...values.map((system) =>
        matrixCell(byPair.get(JSON.stringify([gold, system])), most))))));
  // One of the figures can be reached by Tab, the others from there.
  table.querySelector('tbody button').tabIndex = 0;
  table.addEventListener('keydown', (event) => {
    if (!(event.key in DIRECTIONS)) return;
    event.preventDefault();
    const next = nextCell(event.target.closest('td'), DIRECTIONS[event.key]);
    if (!next) return;
    event.target.tabIndex = -1;
    next.firstChild.tabIndex = 0;
    next.firstChild.focus();
  });
  return make('div', { class: 'scrolls' }, table);
}

function confusionList() {
  const text = (title, key) => ({ title, text: true, value: (row) => row[key],
    show: (row) => row[key] });
  const rows = analysis.confusions.filter(({ gold, system }) => gold !== system);
  const columns = [text('gold', 'gold'), text('system', 'system'),
    { title: 'words', value: ({ words }) => words, show: confusionFigure },
    { title: '%', value: ({ words }) => words,
      show: ({ words }) => fixed(percent(words, analysis.total.words)) }];
  const details = make('details', {}, make('summary', {}, `All ${rows.length} confusions`));
  details.addEventListener('toggle', () => details.append(makeTable(columns, rows)), { once: true });
  return details;
}

function showConfusions() {
  const all = confusedValues();
  const values = all.slice(0, MOST_VALUES);
  const title = `Confusions of ${analysis.confusion}`;
  if (values.length === 0) {
    showSection('confusions', title, make('p', {}, 'No value is confused with another.'));
    return;
  }
  const about = values.length < all.length
    ? [make('p', { class: 'soft' }, `The ${values.length} most frequent of ${all.length} values`)] : [];
  showSection('confusions', title, ...about, makeMatrix(values), confusionList());
}

// ---- Start

function showAll() {
  showScores();
  if (analysis.conditions.length > 0) {
    $('scores').append(make('p', { class: 'soft' }, `Below: words ${analysis.conditions.join(', ')}`));
  }
  if (systems === 2) showRight();
  if (analysis.criteria.length > 0) showGroups();
  if (analysis.confusion) showConfusions();
  const others = systems === 2 ? 'system only (below)' : `${names[1]} only (below)`;
  $('legend').append(keyLine(1, `${names[0]} only (above)`), keyLine(2, others),
    keyLine(0, 'both'));
}

function toggleTrees() {
  opened.clear();
  list.show(list.items);
}

startKeys({ ...list.actions(), o: () => { $('open').click(); }, Escape: goBack,
  '?': () => $('keys').showModal(), t: toggleTheme });
$('open').addEventListener('change', toggleTrees);
$('back').addEventListener('click', goBack);
showAll();
measureBar();
