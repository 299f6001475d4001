// Treebanks for the tests: the sample, and what becomes of it.
import { readFileSync } from 'node:fs';

const SAMPLE = new URL('../../data/sample/', import.meta.url);

// The sentences of the sample, each as its lines.
export function sample(part) {
  return readFileSync(new URL(`${part}.conllu`, SAMPLE), 'utf8').trimEnd().split('\n\n')
    .map((sentence) => sentence.split('\n'));
}

export function text(sentences) {
  return sentences.map((lines) => lines.join('\n') + '\n\n').join('');
}

// The words of a sentence: { id, form, lemma, upos, xpos, feats, head, deprel }.
export function words(lines) {
  return lines.map((line) => line.split('\t')).filter(([id]) => /^\d+$/.test(id))
    .map(([id, form, lemma, upos, xpos, feats, head, deprel]) => (
      { id: Number(id), form, lemma, upos, xpos, feats, head: Number(head), deprel }));
}

function withWords(lines, change) {
  const byId = new Map(words(lines).map((word) => [String(word.id), word]));
  return lines.map((line) => {
    const fields = line.split('\t');
    const word = byId.get(fields[0]);
    if (!word) return line;
    const { head, deprel } = change(word, byId);
    fields[6] = String(head);
    fields[7] = deprel;
    return fields.join('\t');
  });
}

const CONFUSED = { nsubj: 'obj', obj: 'obl', obl: 'nmod', advmod: 'mark' };

// Another annotation: some relations are confused, and some words hang on the heads of their heads.
// The step says how many.
export function annotated(sentences, step) {
  let count = 0;
  return sentences.map((lines) => withWords(lines, ({ head, deprel }, byId) => {
    ++count;
    const parent = byId.get(String(head));
    if (count % step === 0 && parent && parent.head > 0) return { head: parent.head, deprel };
    if (count % step === 1 && deprel in CONFUSED) return { head, deprel: CONFUSED[deprel] };
    return { head, deprel };
  }));
}

// So many sentences with names of their own, from the sample over and over again.
export function many(count) {
  const all = [...sample('train'), ...sample('dev'), ...sample('test')];
  return Array.from({ length: count }, (_, i) => all[i % all.length].map((line) =>
    line.startsWith('# sent_id') ? `# sent_id = many-${i + 1}` : line));
}

// Sentences as pages meet them in the wild: long, from right to left, in a wide script, and with many
// crossing arcs.
function sentence(id, ...rows) {
  return [`# sent_id = ${id}`, ...rows.map(([form, upos, head, deprel], i) =>
    [i + 1, form, '_', upos, '_', '_', head, deprel, '_', '_'].join('\t'))];
}

export const HEBREW = sentence('hebrew',
  ['הילד', 'NOUN', 2, 'nsubj'], ['קרא', 'VERB', 0, 'root'], ['ספר', 'NOUN', 2, 'obj'],
  ['ארוך', 'ADJ', 3, 'amod'], ['מאוד', 'ADV', 4, 'advmod'], ['בספרייה', 'NOUN', 2, 'obl'],
  ['.', 'PUNCT', 2, 'punct']);

export const JAPANESE = sentence('japanese',
  ['私', 'PRON', 6, 'nsubj'], ['は', 'ADP', 1, 'case'], ['図書館', 'NOUN', 6, 'obl'],
  ['で', 'ADP', 3, 'case'], ['新聞', 'NOUN', 6, 'obj'], ['読みました', 'VERB', 0, 'root'],
  ['。', 'PUNCT', 6, 'punct']);

export const CROSSING = sentence('crossing',
  ...[3, 4, 6, 0, 2, 8, 4, 10, 4, 7, 9, 5].map((head, i) =>
    [`word${i + 1}`, 'X', head, head === 0 ? 'root' : `relation:long${i + 1}`]));

export const LONG = sentence('long', ...Array.from({ length: 60 }, (_, i) =>
  [['the', 'quick', 'messenger', 'surprisingly', 'ran'][i % 5], ['DET', 'ADJ', 'NOUN', 'ADV', 'VERB'][i % 5],
    i === 4 ? 0 : i % 5 === 4 ? 5 : i - i % 5 + (i % 5 < 2 ? 3 : 5),
    i === 4 ? 'root' : ['det', 'amod', 'nsubj', 'advmod', 'parataxis'][i % 5]]));
