// The page of `panarc diff --html`.
import assert from 'node:assert/strict';
import { checkLargePage, checkScrolling, printed, texts, useBrowser } from './browser.js';
import { annotated, many, sample, text, words } from './treebank.js';

const use = useBrowser();
const { test } = use;
const a = sample('test');
const b = annotated(a, 9);
use.write('a.conllu', text(a));
use.write('b.conllu', text(b));
use.make('diff.html', 'diff', '--html', 'a.conllu', 'b.conllu');

// The words that differ, by the numbers of their sentences.
const different = new Map(a.flatMap((lines, i) => {
  const others = words(b[i]);
  const found = words(lines).filter((word, w) =>
    word.head !== others[w].head || word.deprel !== others[w].deprel);
  return found.length > 0 ? [[i + 1, found]] : [];
}));
const otherWord = (number, { id }) => words(b[number - 1])[id - 1];
const shownCount = (page) => page.locator('#count').textContent();

test('shows what differs, or all', async () => {
  const page = await use.open('diff.html');
  assert.ok(different.size > 0 && different.size < a.length);
  assert.equal(await shownCount(page), `${different.size} of ${a.length} sentences`);
  await page.uncheck('#different');
  assert.equal(await shownCount(page), `${a.length} sentences`);
});

test('marks the words that differ, and lists how', async () => {
  const page = await use.open('diff.html');
  const [[number, found]] = different;
  assert.deepEqual(await texts(page, `#s${number} .marked`), found.map(({ form }) => form));
  const list = await texts(page, `#s${number} .differences li`);
  assert.equal(list.length, found.length);
  const other = otherWord(number, found[0]);
  const wanted = other.head === found[0].head ? `DEPREL ${found[0].deprel} → ${other.deprel}`
    : `HEAD ${found[0].head} → ${other.head}`;
  assert.ok(list[0].includes(wanted), list[0]);
  assert.equal(await page.locator(`#s${number} path.arc.of-a`).count(), found.length);
  assert.equal(await page.locator(`#s${number} path.arc.of-b`).count(), found.length);
});

test('shows one kind of difference', async () => {
  const page = await use.open('diff.html');
  const labels = [...different].filter(([number, found]) => found.some((word) => {
    const other = otherWord(number, word);
    return other.head === word.head && other.deprel !== word.deprel;
  }));
  await page.getByRole('button', { name: /^label only/ }).click();
  assert.equal(await shownCount(page), `${labels.length} of ${a.length} sentences`);
  await page.getByRole('button', { name: /^label only/ }).click();
  assert.equal(await shownCount(page), `${different.size} of ${a.length} sentences`);
});

test('counts what is confused', async () => {
  const page = await use.open('diff.html');
  await page.getByText('Labels that differ most often').click();
  const counts = new Map();
  for (const [number, found] of different) {
    for (const word of found) {
      const other = otherWord(number, word);
      const pair = `${word.deprel} ${other.deprel}`;
      if (word.deprel !== other.deprel) counts.set(pair, (counts.get(pair) || 0) + 1);
    }
  }
  const rows = await page.locator('#summary table tr').evaluateAll((rows) =>
    rows.slice(1).map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(new Map(rows.map(([from, to, count]) => [`${from} ${to}`, Number(count)])), counts);
});

test('obeys keys and prints', async () => {
  const page = await use.open('diff.html');
  const [first, second] = different.keys();
  for (const [key, number] of [['j', first], ['j', second], ['k', first]]) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.id), `s${number}`);
  }
  assert.equal(await printed(page, 'article svg'), different.size);
});

test('is quick with 2,000 sentences', async (t) => {
  const sentences = many(2000);
  use.write('many-a.conllu', text(sentences));
  use.write('many-b.conllu', text(annotated(sentences, 9)));
  const megabytes = use.make('many.html', 'diff', '--html', 'many-a.conllu', 'many-b.conllu');
  const page = await use.open('many.html');
  await checkLargePage(t, page, megabytes);
  await checkScrolling(t, page);
});
