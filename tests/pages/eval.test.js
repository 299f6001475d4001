// The page of `panarc eval --html`.
import assert from 'node:assert/strict';
import { checkLargePage, checkScrolling, printed, texts, useBrowser } from './browser.js';
import { annotated, many, sample, text, words } from './treebank.js';

const use = useBrowser();
const { test } = use;
const gold = sample('test');
const system = annotated(gold, 9);
const other = annotated(gold, 7);
use.write('gold.conllu', text(gold));
use.write('system.conllu', text(system));
use.write('other.conllu', text(other));
use.make('eval.html', 'eval', '--html', 'gold.conllu', 'system.conllu');
use.make('compare.html', 'eval', '--html', 'gold.conllu', 'system.conllu', '--compare',
  'other.conllu', '--by', 'upos');

const FIRST = { first: '.matrix button' };
const base = (relation) => relation.split(':')[0];

// All words, with what each annotation says of them.
const all = gold.flatMap((lines, i) => words(lines).map((word, w) => ({
  number: i + 1, gold: word, system: words(system[i])[w], other: words(other[i])[w] })));
const isRight = (word, found) => word.head === found.head && base(word.deprel) === base(found.deprel);
const numbersOf = (found) => [...new Set(found.map(({ number }) => number))];

const cell = (page, from, to) => page.locator(`.matrix button[title^="${from} > ${to}: "]`);
const plural = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

// The sentences behind a figure are these words' and no others.
async function checkBehind(page, found) {
  assert.equal(await page.locator('#count').textContent(),
    `${plural(found.length, 'word')} in ${plural(numbersOf(found).length, 'sentence')}`);
  // At one moment: more sentences may come into view.
  const [shown, forms] = await page.locator('#behind').evaluate((behind) => [
    [...behind.querySelectorAll('article')].map(({ id }) => Number(id.slice(1))),
    [...behind.querySelectorAll('.word')].map((word) => word.textContent)]);
  assert.ok(shown.length > 0);
  assert.deepEqual(shown, numbersOf(found).slice(0, shown.length));
  assert.deepEqual(forms, found.filter(({ number }) => shown.includes(number))
    .map((word) => word.gold.form));
}

test('shows the scores', async () => {
  const page = await use.open('eval.html', FIRST);
  const heads = all.filter((word) => word.gold.head === word.system.head).length;
  assert.deepEqual((await texts(page, '#scores thead th')).slice(0, 3), ['', 'UAS', 'LAS']);
  assert.equal((await texts(page, '#scores td'))[0], (100 * heads / all.length).toFixed(2));
});

test('shows the sentences behind a cell', async () => {
  const page = await use.open('eval.html', FIRST);
  for (const [from, to] of [['nsubj', 'obj'], ['obj', 'obl'], ['obj', 'obj']]) {
    const found = all.filter((word) => word.gold.deprel === from && word.system.deprel === to);
    assert.equal(await cell(page, from, to).textContent(), String(found.length));
    await cell(page, from, to).click();
    await checkBehind(page, found);
    const marks = new Set(await texts(page, '#behind .mark'));
    assert.deepEqual([...marks], [`[${from}>${to}]`]);
  }
});

test('draws both trees on demand', async () => {
  const page = await use.open('eval.html', FIRST);
  await cell(page, 'nsubj', 'obj').click();
  assert.equal(await page.locator('#behind .tree').count(), 0);
  await page.locator('#behind .open-tree').first().click();
  assert.equal(await page.locator('#behind .tree').count(), 1);
  const article = page.locator('#behind article').first();
  const number = Number((await article.getAttribute('id')).slice(1));
  const changed = all.filter((word) => word.number === number &&
    (word.gold.head !== word.system.head || word.gold.deprel !== word.system.deprel));
  assert.equal(await article.locator('path.arc.of-a').count(), changed.length);
  assert.equal(await article.locator('path.arc.of-b').count(), changed.length);
  assert.deepEqual(await article.locator('.marked').allTextContents(),
    await article.locator('.word').allTextContents());
  await page.check('#open');
  // At one moment, as above.
  const [trees, articles] = await page.locator('#behind').evaluate((behind) =>
    ['.tree', 'article'].map((what) => behind.querySelectorAll(what).length));
  assert.ok(articles > 0);
  assert.equal(trees, articles);
});

test('goes back to the figure', async () => {
  const page = await use.open('eval.html', FIRST);
  await cell(page, 'nsubj', 'obj').click();
  await page.keyboard.press('j');
  assert.match(await page.evaluate(() => document.activeElement.id), /^s\d+$/);
  await page.keyboard.press('Escape');
  assert.match(await page.evaluate(() => document.activeElement.title), /^nsubj > obj/);
});

test('has a matrix that keys move in', async () => {
  const page = await use.open('eval.html', FIRST);
  const title = () => page.evaluate(() => document.activeElement.title);
  assert.equal(await page.locator('.matrix button[tabindex="0"]').count(), 1);
  await page.locator('.matrix button[tabindex="0"]').focus();
  const before = await title();
  await page.keyboard.press('ArrowRight');
  const after = await title();
  assert.notEqual(after, before);
  assert.equal(after.split(' > ')[0], before.split(' > ')[0], 'in the same row');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#behind:visible');
});

test('sorts groups', async () => {
  const page = await use.open('eval.html', FIRST);
  const column = (index) => page.locator('#groups tbody tr').evaluateAll((rows, index) =>
    rows.map((row) => row.cells[index].textContent), index);
  await page.locator('#groups th button', { hasText: 'deprel' }).click();
  const names = await column(0);
  assert.deepEqual(names, [...names].sort(new Intl.Collator('en', { numeric: true }).compare));
  await page.locator('#groups th button', { hasText: 'wrong' }).click();
  const wrong = (await column(6)).map(Number);
  assert.deepEqual(wrong, [...wrong].sort((p, q) => q - p));
  const found = all.filter((word) => !isRight(word.gold, word.system));
  assert.equal(await page.locator('#groups tfoot td').last().textContent(), String(found.length));
  await page.locator('#groups tfoot button').click();
  await checkBehind(page, found);
});

test('shows who is right where', async () => {
  const page = await use.open('compare.html', FIRST);
  const onlySystem = all.filter((word) =>
    isRight(word.gold, word.system) && !isRight(word.gold, word.other));
  const neither = all.filter((word) =>
    !isRight(word.gold, word.system) && !isRight(word.gold, word.other));
  const counts = (await texts(page, '#right tbody td:nth-child(2)')).map(Number);
  assert.equal(counts.reduce((sum, count) => sum + count), all.length);
  assert.equal(counts[1], onlySystem.length);
  assert.equal(counts[3], neither.length);
  await page.locator('#right button').first().click();
  await checkBehind(page, onlySystem);
  await page.locator('#behind .open-tree').first().click();
  assert.deepEqual(await texts(page, '#behind .tree-name'), ['system.conllu', 'other.conllu']);
});

test('is light or dark, and fits into a narrow window', async () => {
  const page = await use.open('compare.html', { ...FIRST, viewport: { width: 360, height: 640 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  assert.notEqual(await paper(), light);
});

test('prints what is shown', async () => {
  const page = await use.open('eval.html', FIRST);
  await cell(page, 'obj', 'obj').click();
  const found = all.filter((word) => word.gold.deprel === 'obj' && word.system.deprel === 'obj');
  assert.equal(await printed(page, '#behind article'), numbersOf(found).length);
});

test('is quick with 2,000 sentences', async (t) => {
  const sentences = many(2000);
  use.write('many-gold.conllu', text(sentences));
  use.write('many-system.conllu', text(annotated(sentences, 9)));
  const megabytes = use.make('many.html', 'eval', '--html', 'many-gold.conllu', 'many-system.conllu');
  const page = await use.open('many.html', FIRST);
  await checkLargePage(t, page, megabytes);
  await cell(page, 'nsubj', 'nsubj').click();
  await page.check('#open');
  await checkScrolling(t, page);
});
