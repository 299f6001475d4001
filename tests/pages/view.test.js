// The page of `panarc view --html`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkLargePage, checkScrolling, printed, texts, until, useBrowser } from './browser.js';
import { CROSSING, HEBREW, JAPANESE, LONG, many, sample, text, words } from './treebank.js';

const use = useBrowser();
const { test } = use;
const sentences = sample('test');
use.write('sample.conllu', text(sentences));
use.make('sample.html', 'view', '--html', 'sample.conllu');
use.write('kinds.conllu', text([HEBREW, JAPANESE, CROSSING, LONG]));
use.make('kinds.html', 'view', '--html', 'kinds.conllu');

const numbersWhere = (holds) => sentences.flatMap((lines, i) =>
  words(lines).some(holds) ? [i + 1] : []);
const shownCount = (page) => page.locator('#count').textContent();
const focused = (page) => page.evaluate(() => document.activeElement.id);

test('draws the trees', async () => {
  const page = await use.open('sample.html');
  assert.equal(await shownCount(page), `${sentences.length} sentences`);
  const first = words(sentences[0]);
  assert.deepEqual(await texts(page, '#s1 .form'), first.map(({ form }) => form));
  assert.deepEqual((await texts(page, '#s1 .label')).sort(),
    first.map(({ deprel }) => deprel).sort());
});

test('shows the columns of a word that are not drawn', async () => {
  const page = await use.open('sample.html');
  const wanted = words(sentences[0]).map(({ lemma, xpos, feats }) =>
    [['LEMMA', lemma], ['XPOS', xpos], ['FEATS', feats]].filter(([, value]) => value !== '_')
      .map((column) => column.join(' ')).join('\n'));
  assert.ok(wanted.some((text) => text.includes('FEATS')));
  assert.deepEqual(await texts(page, '#s1 .columns title'), wanted);
});

test('searches one column or all', async () => {
  const page = await use.open('sample.html');
  await page.fill('#query', 'acl');
  await page.selectOption('#where', 'deprel');
  const wanted = numbersWhere(({ deprel }) => deprel.includes('acl'));
  assert.ok(wanted.length > 0 && wanted.length < sentences.length);
  await until(async () => (await shownCount(page)).includes(' of '));
  assert.equal(await shownCount(page), `${wanted.length} of ${sentences.length} sentences`);
  assert.equal(await page.locator('article').first().getAttribute('id'), `s${wanted[0]}`);
  const hits = words(sentences[wanted[0] - 1]).filter(({ deprel }) => deprel.includes('acl'));
  assert.deepEqual(await texts(page, `#s${wanted[0]} .hit`), hits.map(({ form }) => form));
  await page.fill('#query', 'no such word');
  await page.waitForSelector('#none:visible');
});

test('obeys keys', async () => {
  const page = await use.open('sample.html');
  for (const [key, id] of [['j', 's1'], ['j', 's2'], ['ArrowRight', 's3'], ['k', 's2'],
    ['End', `s${sentences.length}`], ['ArrowLeft', `s${sentences.length - 1}`], ['Home', 's1']]) {
    await page.keyboard.press(key);
    assert.equal(await focused(page), id, key);
  }
  await page.keyboard.press('/');
  assert.equal(await focused(page), 'query');
  await page.keyboard.type('j');
  assert.equal(await page.inputValue('#query'), 'j', 'a letter in a field is a letter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.waitForSelector('#keys[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#keys:not([open])', { state: 'attached' });
});

test('goes to the sentence of a link', async () => {
  const page = await use.open('sample.html', { hash: '#s40' });
  assert.equal(await focused(page), 's40');
  assert.ok(await page.locator('#s40').evaluate((article) => {
    const { top } = article.getBoundingClientRect();
    return top >= document.querySelector('header').offsetHeight && top < innerHeight;
  }), 'it is in view, below the bar');
});

test('is light or dark', async () => {
  const page = await use.open('sample.html', { colorScheme: 'dark' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.click('#theme');
  assert.notEqual(await paper(), dark);
  await page.keyboard.press('t');
  assert.equal(await paper(), dark);
  await page.click('#theme');
  await page.reload();
  assert.notEqual(await paper(), dark, 'the choice is remembered');
});

test('fits wide trees to the page', async () => {
  const page = await use.open('kinds.html');
  const widths = () => page.locator('#s4 .tree').evaluate((tree) =>
    [tree.querySelector('svg').getBoundingClientRect().width, tree.clientWidth]);
  const [full, room] = await widths();
  assert.ok(full > room);
  await page.check('#fit');
  const [fitted] = await widths();
  assert.ok(fitted <= room && fitted > room - 2, `${fitted} of ${room}`);
  assert.equal(await page.locator('#s4 .tree').getAttribute('tabindex'), null, 'nothing to scroll');
  await page.locator('#fit').blur();
  await page.keyboard.press('w');
  assert.deepEqual(await widths(), [full, room]);
});

test('saves a tree as a drawing of its own', async () => {
  // A space that HTML writes by a name unknown to XML.
  const spaced = sentences.slice(0, 2).map((lines) => lines.map((line) =>
    line.replace(/^1\t\w+/, '1\t10\u00a0000')));
  use.write('spaced.conllu', text(spaced));
  use.make('spaced.html', 'view', '--html', 'spaced.conllu');
  const page = await use.open('spaced.html', { colorScheme: 'dark' });
  await page.hover('#s2');
  await page.hover('#s2 .form >> nth=0');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#s2 .save')]);
  const id = sentences[1].find((line) => line.startsWith('# sent_id = ')).slice(12);
  assert.equal(download.suggestedFilename(), `${id}.svg`);
  const svg = readFileSync(await download.path(), 'utf8');
  assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.doesNotMatch(svg, /var\(|near/);
  use.write('saved.svg', svg);
  const drawing = await use.open('saved.svg', { first: 'svg' });
  assert.deepEqual(await texts(drawing, '.form'), words(spaced[1]).map(({ form }) => form));
  const form = drawing.locator('.form').first();
  assert.equal(await form.evaluate((text) => getComputedStyle(text).fill), 'rgb(28, 33, 38)');
  assert.equal(await form.evaluate((text) => getComputedStyle(text).fontSize), '15px');
  assert.equal(await drawing.locator('.arc').first().evaluate((arc) => getComputedStyle(arc).fill),
    'none');
});

test('prints all sentences', async () => {
  const page = await use.open('sample.html');
  assert.equal(await printed(page, 'article svg'), sentences.length);
});

test('marks the words of a query', async () => {
  use.make('marked.html', 'view', '--html', '--where', 'upos == "ADV"', 'sample.conllu');
  const page = await use.open('marked.html');
  const [first] = numbersWhere(({ upos }) => upos === 'ADV');
  const marked = words(sentences[first - 1]).filter(({ upos }) => upos === 'ADV');
  assert.deepEqual(await texts(page, `#s${first} .marked`), marked.map(({ form }) => form));
  const colours = await page.locator(`#s${first} .form`).evaluateAll((forms) =>
    forms.map((form) => [form.classList.contains('marked'), getComputedStyle(form).fill]));
  const colourOf = (wanted) => colours.find(([isMarked]) => isMarked === wanted)[1];
  assert.notEqual(colourOf(true), colourOf(false));
});

test('draws from right to left', async () => {
  const page = await use.open('kinds.html');
  const at = (word) => page.locator(`#s1 [data-word="${word}"]`).evaluate((form) =>
    form.getBoundingClientRect().left);
  assert.ok(await at(1) > await at(2) && await at(2) > await at(7));
});

test('fits into a narrow window', async () => {
  const page = await use.open('kinds.html', { viewport: { width: 360, height: 640 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const top = await page.locator('#s2').evaluate((article) => article.getBoundingClientRect().top);
  assert.ok(Math.abs(top) < 20, 'no room is left for a bar that is not there');
});

test('no word and no label covers another', async () => {
  const page = await use.open('kinds.html');
  const overlaps = await page.evaluate(() => {
    const found = [];
    for (const kind of ['.form', '.label']) {
      for (const svg of document.querySelectorAll('article svg')) {
        const boxes = [...svg.querySelectorAll(kind)].map((element) =>
          [element.textContent, element.getBoundingClientRect()]);
        boxes.forEach(([a, p], i) => boxes.slice(i + 1).forEach(([b, q]) => {
          // The boxes of lines above each other overlap by their leading.
          const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
          const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
          if (across > 1 && down > 4) found.push(`${a} and ${b}`);
        }));
      }
    }
    return found;
  });
  assert.deepEqual(overlaps, []);
});

test('is quick with 2,000 sentences', async (t) => {
  use.write('many.conllu', text(many(2000)));
  const megabytes = use.make('many.html', 'view', '--html', 'many.conllu');
  const page = await use.open('many.html');
  await checkLargePage(t, page, megabytes);
  await checkScrolling(t, page);
});
