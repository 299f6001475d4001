// Trees as SVG. Where words and arcs stand was decided when the page was written.
const ROOT = 0;
// What classes the arcs of both, of A alone and of B alone have.
const OWNERS = ['', ' of-a', ' of-b'];

// Lines as in a file of `panarc view --svg`; `down` is -1 for arcs below the words.
function arcPath([head, , , from, to, foot, top]) {
  const down = top < foot ? 1 : -1;
  const end = foot - 6 * down;
  if (head === ROOT) return `M${to} ${top + (down > 0 ? 5.5 : -6)}V${end}`;
  const bend = Math.min(Math.abs(to - from) / 2, 12 + 0.35 * Math.abs(foot - top));
  const side = to < from ? -bend : bend;
  return `M${from} ${foot}C${from} ${top} ${from} ${top} ${from + side} ${top}` +
    `H${to - side}C${to} ${top} ${to} ${top} ${to} ${end}`;
}

function drawLine(svg, arc) {
  const [head, dependent, owner, , to, foot, top] = arc;
  const down = top < foot ? 1 : -1;
  const whose = { 'data-head': head, 'data-dependent': dependent };
  shape(svg, 'path', { class: 'arc' + OWNERS[owner], d: arcPath(arc), ...whose });
  const d = `M${to} ${foot}l-3.2 ${-7 * down}h6.4z`;
  shape(svg, 'path', { class: 'arrow' + OWNERS[owner], d, ...whose });
}

function drawLabel(svg, [head, dependent, owner, from, to, , top, label]) {
  shape(svg, 'text', { class: 'label' + OWNERS[owner], x: (from + to) / 2, y: top + 3.5,
    'data-head': head, 'data-dependent': dependent }, label);
}

function describe(sentence, names) {
  const name = (word) => word === ROOT ? 'ROOT' : sentence.f[word - 1];
  const owners = ['', ...names.map((file) => ` (${file} only)`)];
  return sentence.a.map(([head, dependent, owner, , , , , label]) =>
    `${name(dependent)} is ${label} of ${name(head)}${owners[owner]}`).join('; ');
}

// The columns of a word that are not drawn; browsers show them while the pointer rests on it.
function hiddenColumns(sentence, i) {
  const columns = { LEMMA: sentence.l, XPOS: sentence.xpos, FEATS: sentence.feats };
  return Object.entries(columns).filter(([, values]) => values && values[i] !== '_')
    .map(([name, values]) => `${name} ${values[i]}`).join('\n');
}

// `names` are those of the annotations, if there are two; `isMarked` and `isHit` say of a word, from
// 1, how it looks.
function drawTree(sentence, { names = [], isMarked = () => false, isHit = () => false }) {
  const [width, height] = sentence.size;
  const [formLine, tagLine, tokenLine] = sentence.lines;
  const svg = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({
    width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' })) svg.setAttribute(key, value);
  shape(svg, 'title', {}, `Tree of sentence ${sentence.n}`);
  shape(svg, 'desc', {}, describe(sentence, names));
  // The edges of labels interrupt all lines.
  for (const arc of sentence.a) drawLine(svg, arc);
  for (const arc of sentence.a) drawLabel(svg, arc);
  sentence.x.forEach((x, i) => {
    const marks = (isMarked(i + 1) ? ' marked' : '') + (isHit(i + 1) ? ' hit' : '');
    const word = shape(svg, 'g', { class: 'columns' });
    const hidden = hiddenColumns(sentence, i);
    if (hidden) shape(word, 'title', {}, hidden);
    shape(word, 'text', {
      class: 'form' + marks, x, y: formLine, 'data-word': i + 1 }, sentence.f[i]);
    if (sentence.u[i] !== '_') shape(word, 'text', { class: 'tag', x, y: tagLine }, sentence.u[i]);
  });
  for (const [left, right, form] of sentence.t || []) {
    shape(svg, 'path', { class: 'bracket', d: `M${left} ${tokenLine}v4H${right}v-4` });
    shape(svg, 'text', { class: 'token', x: (left + right) / 2, y: tokenLine + 16 }, form);
  }
  return svg;
}

const treeWidth = () => main.clientWidth - 40;
const isFitted = () => document.documentElement.classList.contains('fit');

// Wide trees can be scrolled by keys, so they can have the focus.
function makeTree(sentence, options) {
  const tree = make('div', { class: 'tree' }, drawTree(sentence, options));
  if (sentence.rtl) tree.dir = 'rtl';
  if (sentence.size[0] > treeWidth() && !isFitted()) {
    tree.tabIndex = 0;
    tree.setAttribute('role', 'group');
    tree.setAttribute('aria-label', `Tree of sentence ${sentence.n}, wider than the page`);
  }
  return tree;
}

// How high a tree is, in pixels.
function treeHeight({ size: [width, height] }) {
  return isFitted() ? height * Math.min(1, treeWidth() / width) : height;
}

// The rules of the page that are about a drawing, with the colours for paper.
function rulesFor(svg) {
  const theme = document.documentElement.dataset.theme;
  setTheme('light');
  const values = getComputedStyle(document.documentElement);
  const elements = [...svg.querySelectorAll('*')];
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter(({ selectorText: selector }) => selector && selector !== '*' &&
      elements.some((element) => element.matches(selector)))
    .map(({ cssText }) => cssText.replace(/var\((--[\w-]+)\)/g, (_, name) =>
      values.getPropertyValue(name).trim()));
  setTheme(theme);
  return rules.join('\n');
}

// A drawing as a file of its own.
function fileOf(svg) {
  const copy = svg.cloneNode(true);
  for (const passing of copy.querySelectorAll('.near, .hit')) passing.classList.remove('near', 'hit');
  const style = document.createElementNS(SVG, 'style');
  style.textContent = `\n${rulesFor(copy)}\n`;
  copy.prepend(style);
  return new Blob([new XMLSerializer().serializeToString(copy), '\n'], { type: 'image/svg+xml' });
}

function saveButton(sentence, tree) {
  const name = (sentence.id || `sentence-${sentence.n}`).replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const button = make('button', { type: 'button', class: 'save',
    'aria-label': `Save the tree of sentence ${sentence.n} as SVG` }, 'SVG');
  button.addEventListener('click', () => {
    const url = URL.createObjectURL(fileOf(tree.querySelector('svg')));
    make('a', { href: url, download: `${name}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  });
  return button;
}

// A line as the arcs of one annotation have it, and what it stands for.
function keyLine(owner, text) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', 28);
  svg.setAttribute('height', 8);
  svg.setAttribute('aria-hidden', 'true');
  shape(svg, 'path', { class: 'arc' + OWNERS[owner], d: 'M0 4H28' });
  return make('span', { class: 'key' }, svg, text);
}

// The arcs of the word under the pointer stand out.
main.addEventListener('mouseover', ({ target }) => {
  for (const old of main.querySelectorAll('.near')) old.classList.remove('near');
  const { word } = target.dataset;
  if (!word || !target.ownerSVGElement) return;
  const tree = target.ownerSVGElement;
  for (const line of tree.querySelectorAll(`[data-head="${word}"], [data-dependent="${word}"]`)) {
    line.classList.add('near');
  }
});
