#!/usr/bin/env python3
"""Turns the sample treebank's notation (train.txt, dev.txt, test.txt) into CoNLL-U.

  convert.py           writes the three .conllu files next to this script
  convert.py --check   fails if a .conllu file is not what its .txt would give
  convert.py --tree    prints every sentence as an indented tree, for reading
  convert.py --stats   prints the counts quoted in README.md

README.md describes the notation.  Nothing is guessed: a word whose tag, lemma or relation
cannot be derived from lexicon.txt and the rules below is an error.
"""
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PARTS = ("train", "dev", "test")

UPOS = set("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())
RELATIONS = set(
    "acl acl:relcl advcl advmod amod appos aux aux:pass case cc cc:preconj ccomp compound "
    "compound:prt conj cop csubj det det:predet discourse dislocated expl fixed flat iobj list "
    "mark nmod nmod:poss nsubj nsubj:pass nummod obj obl obl:agent orphan parataxis punct root "
    "vocative xcomp".split())
# The relation of a word whose notation names only a head.
DEFAULT_RELATION = {
    "DT": "det", "PDT": "det:predet", "PRP$": "nmod:poss", "WP$": "nmod:poss", "IN": "case",
    "TO": "mark", "MD": "aux", "CC": "cc", "RP": "compound:prt", "POS": "case", "JJ": "amod",
    "JJR": "amod", "JJS": "amod", "CD": "nummod", "RB": "advmod", "RBR": "advmod", "RBS": "advmod",
    "WRB": "advmod", "UH": "discourse", "EX": "expl"}
SUBORDINATORS = {"that", "if", "because", "although", "though", "unless", "whether"}
SIMPLE_UPOS = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "JJ": "ADJ", "JJR": "ADJ",
    "JJS": "ADJ", "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "WRB": "ADV", "CD": "NUM", "CC": "CCONJ",
    "UH": "INTJ", "PRP": "PRON", "PRP$": "PRON", "WP": "PRON", "WP$": "PRON", "EX": "PRON",
    "MD": "AUX", "TO": "PART", "POS": "PART", "RP": "ADP", "PDT": "DET", "$": "SYM",
    "FW": "X",
    ".": "PUNCT", ",": "PUNCT", ":": "PUNCT", "``": "PUNCT", "''": "PUNCT",
    "-LRB-": "PUNCT", "-RRB-": "PUNCT"}
PUNCTUATION = {".": ".", "?": ".", "!": ".", ",": ",", ";": ":", ":": ":",
               "(": "-LRB-", ")": "-RRB-"}
CLITICS = {"n't", "'s", "'m", "'re", "'ve", "'ll", "'d", "'"}
VERB_TAGS = {"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"}

TOKEN = re.compile(r"""(?P<form>[^\s/>={}]+)
    (?:/(?:(?P<upos>[A-Z]+)/)?(?P<xpos>[A-Z$`'-]+))?  (?:=(?P<lemma>[^\s>{}]+))?
    (?:\{(?P<feats>[^}]*)\})?  (?:>(?P<head>\S+?)(?::(?P<rel>[a-z][a-z:]*))?)?$""", re.X)


class Bad(Exception):
    pass


@dataclass
class Word:
    form: str
    upos: str | None
    xpos: str | None
    lemma: str | None
    feats: str | None
    head_name: str | None
    rel: str | None
    id: int = 0
    head: int = -1
    children: list = field(default_factory=list)

    def child(self, *relations):
        return [w for w in self.children if w.rel in relations]


# ---------------------------------------------------------------- the lexicon

def inflect(base, past=None, participle=None):
    """The forms of a verb: (form, tag) pairs by rule, with the irregular past forms given."""
    if re.search(r"(s|x|z|ch|sh|o)$", base):
        third = base + "es"
    elif re.search(r"[^aeiou]y$", base):
        third = base[:-1] + "ies"
    else:
        third = base + "s"
    double = base.endswith("+")  # "stop+" doubles its last letter: stopped, stopping
    base = base.rstrip("+")
    third = third.replace("+", "")
    if double:
        ed, ing = base + base[-1] + "ed", base + base[-1] + "ing"
    elif base.endswith("ie"):
        ed, ing = base + "d", base[:-2] + "ying"
    elif base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        ed, ing = base + "d", base[:-1] + "ing"
    elif re.search(r"[^aeiou]y$", base):
        ed, ing = base[:-1] + "ied", base + "ing"
    else:
        ed, ing = base + "ed", base + "ing"
    past = past or ed
    return base, [(base, "VB"), (base, "VBP"), (third, "VBZ"), (ing, "VBG"), (past, "VBD"),
                  (participle or past, "VBN")]


def read_lexicon(path):
    words = {}                  # (lower-case form, tag) -> (lemma, feats or None)
    tags = defaultdict(list)    # lower-case form -> its tags
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        kind, entries = line.split(" : ")
        if kind == "verb":
            for entry in entries.split():
                base, forms = inflect(*entry.split("/"))
                for form, tag in forms:
                    words[form, tag] = (base, None)
            continue
        tag, feats = kind.split()
        for entry in entries.split():
            form, _, lemma = entry.partition("=")
            if (form.lower(), tag) in words:
                raise Bad(f"lexicon: {form} {tag} twice")
            words[form.lower(), tag] = (lemma or form, None if feats == "_" else feats)
            tags[form.lower()].append(tag)
    return words, tags


# ---------------------------------------------------------------- reading the notation

def parse(line, lexicon, tags):
    words = []
    for number, text in enumerate(line.split(), 1):
        match = TOKEN.match(text)
        if not match:
            raise Bad(f"cannot read {text}")
        word = Word(match["form"], match["upos"], match["xpos"], match["lemma"], match["feats"],
                    match["head"], match["rel"], number)
        if word.form in PUNCTUATION:
            word.xpos = PUNCTUATION[word.form]
        elif word.form == '"':
            word.xpos = "''" if sum(w.form == '"' for w in words) % 2 else "``"
        elif word.xpos is None:
            known = tags.get(word.form.lower(), [])
            if len(known) != 1:
                raise Bad(f"{word.form}: the tag must be given (lexicon has {known})")
            word.xpos = known[0]
        words.append(word)
    roots = [w for w in words if w.head_name == "0"]
    if len(roots) != 1:
        raise Bad(f"{len(roots)} roots")
    for word in words:
        resolve(word, words, roots[0])
    for word in words:
        word.upos = word.upos or upos_of(word, lexicon)
    return words


def resolve(word, words, root):
    """Gives the word its head and its relation."""
    if word is root:
        word.head, word.rel = 0, word.rel or "root"
        return
    if word.xpos in PUNCTUATION.values() or word.xpos in ("``", "''"):
        word.rel = word.rel or "punct"
        word.head_name = word.head_name or root.form + (
            "." + str([w.form.lower() for w in words[:root.id]].count(root.form.lower())))
    if word.head_name is None:
        raise Bad(f"{word.form}: no head")
    name, _, nth = word.head_name.rpartition(".")
    if not (name and nth.isdigit()):
        name, nth = word.head_name, None
    same = [w for w in words if w.form.lower() == name.lower()]
    if not same or (nth and int(nth) > len(same)):
        raise Bad(f"{word.form}: no such head {word.head_name}")
    if nth is None and len(same) > 1:
        raise Bad(f"{word.form}: which {name}?")
    head = same[int(nth or 1) - 1]
    word.head = head.id
    head.children.append(word)
    if word.rel is None:
        word.rel = DEFAULT_RELATION.get(word.xpos)
        if word.xpos == "IN" and word.form.lower() in SUBORDINATORS:
            word.rel = "mark"
    if word.rel is None:
        raise Bad(f"{word.form}: no relation")


def upos_of(word, lexicon):
    if word.xpos in VERB_TAGS:
        return "AUX" if word.rel in ("aux", "aux:pass", "cop") else "VERB"
    if word.xpos == "IN":
        return "SCONJ" if word.rel == "mark" else "ADP"
    if word.xpos in ("DT", "WDT"):
        return "DET" if word.rel in ("det", "det:predet", "cc:preconj") else "PRON"
    if word.xpos == "NN" and (word.form.lower(), "NN") in lexicon:
        return "PRON"  # nobody, something: the only singular nouns of the lexicon
    if word.form.lower() in ("not", "n't"):
        return "PART"
    if word.xpos not in SIMPLE_UPOS:
        raise Bad(f"{word.form}: unknown tag {word.xpos}")
    return SIMPLE_UPOS[word.xpos]


# ---------------------------------------------------------------- lemmas and features

def lemma_of(word, lexicon):
    form = word.form.lower()
    if (form, word.xpos) in lexicon:
        return lexicon[form, word.xpos][0]
    if word.xpos in ("NN", "JJ", "RB", "UH", "IN", "RP", "CC", "FW"):
        return form
    if word.xpos == "NNP" or word.upos in ("PUNCT", "SYM", "NUM"):
        return word.form if word.upos != "NUM" else form
    if word.xpos == "NNS" and form.endswith("s") and not form.endswith(("ss", "ves")):
        if form.endswith("ies"):
            return form[:-3] + "y"
        return form[:-2] if re.search(r"(x|ch|sh|ss)es$", form) else form[:-1]
    raise Bad(f"{word.form} {word.xpos}: no lemma, not in the lexicon")


def imperative(word, words):
    """Whether a base form is an imperative: a main clause without subject, marker or auxiliary."""
    clause = words[word.head - 1] if word.upos == "AUX" and word.head else word
    if clause.child("nsubj", "nsubj:pass", "mark") or [w for w in clause.child("aux")
                                                       if w is not word]:
        return False
    if clause.rel == "conj":
        first = words[clause.head - 1]
        return first.xpos == "VB" and imperative(first, words)
    return clause.rel in ("root", "parataxis")


def gerund(word, words):
    if word.rel == "conj" and words[word.head - 1].xpos == "VBG" and not word.child("mark", "aux"):
        return gerund(words[word.head - 1], words)
    if word.child("aux") or word.rel in ("amod", "aux", "aux:pass", "cop"):
        return False
    return bool(word.child("mark")) or word.rel not in ("root", "acl", "acl:relcl", "advcl", "conj",
                                                        "parataxis")


def relative(word, words):
    """Whether a wh-word is relative: inside a relative clause, or the head of one."""
    if word.child("acl:relcl"):
        return True
    while word.head:
        if word.rel in ("acl:relcl", "ccomp", "csubj", "advcl"):
            if word.rel == "acl:relcl":
                return True
            if word.rel != "ccomp":
                return False
        word = words[word.head - 1]
    return False


def features_of(word, words, lexicon):
    _, feats = lexicon.get((word.form.lower(), word.xpos), (None, None))
    if feats == "-":
        return {}
    if feats:
        found = dict(pair.split("=") for pair in feats.split("|"))
        if found.get("Case") == "*":
            found["Case"] = "Nom" if word.rel in ("nsubj", "nsubj:pass", "expl") else "Acc"
        if found.get("PronType") == "*":
            found["PronType"] = "Rel" if relative(word, words) else "Int"
        return found
    tag = word.xpos
    if tag in ("NN", "NNP"):
        return {"Number": "Sing"}
    if tag in ("NNS", "NNPS"):
        return {"Number": "Plur"}
    if tag in ("JJ", "JJR", "JJS", "RBR", "RBS"):
        return {"Degree": {"R": "Cmp", "S": "Sup"}.get(tag[2:], "Pos")}
    if tag == "RB":
        return {"Degree": "Pos"} if word.form.endswith("ly") and word.form != "only" else {}
    if tag == "FW":
        return {"Foreign": "Yes"}
    if tag == "CD":
        return {"NumForm": "Digit" if word.form[0].isdigit() else "Word", "NumType": "Card"}
    if tag == "VBZ":
        return {"Mood": "Ind", "Number": "Sing", "Person": "3", "Tense": "Pres", "VerbForm": "Fin"}
    if tag == "VBP":
        return {"Mood": "Ind", "Tense": "Pres", "VerbForm": "Fin"}
    if tag == "VBD":
        return {"Mood": "Ind", "Tense": "Past", "VerbForm": "Fin"}
    if tag == "VB":
        if imperative(word, words):
            return {"Mood": "Imp", "Person": "2", "VerbForm": "Fin"}
        return {"VerbForm": "Inf"}
    if tag == "VBG":
        if gerund(word, words):
            return {"VerbForm": "Ger"}
        return {"Tense": "Pres", "VerbForm": "Part"}
    if tag == "VBN":
        first = word
        while first.rel == "conj" and not first.child("aux", "aux:pass"):
            first = words[first.head - 1]
        active = word.upos == "AUX" or first.child("aux") and not first.child("aux:pass")
        return {"Tense": "Past", "VerbForm": "Part"} | ({} if active else {"Voice": "Pass"})
    return {}


# ---------------------------------------------------------------- writing

def surface(words):
    """Groups the words into (words of one token, space after?) pairs."""
    groups = []
    for word in words:
        if word.form in CLITICS and (word.xpos != "''"):
            groups[-1].append(word)
        else:
            groups.append([word])
    spaced = []
    for group, following in zip(groups, groups[1:] + [None]):
        last, after = group[-1], following[0] if following else None
        closing = after is not None and (after.xpos in ("''", "-RRB-") or after.form in ".,?!;:")
        spaced.append((group, not (closing or last.xpos in ("``", "-LRB-", "$")) or after is None))
    return spaced


def to_conllu(words, sent_id, lexicon):
    tokens = surface(words)
    text = "".join("".join(w.form for w in group) + (" " if space else "")
                   for group, space in tokens).strip()
    rows = [f"# sent_id = {sent_id}", f"# text = {text}"]
    for group, space in tokens:
        misc = "_" if space else "SpaceAfter=No"
        if len(group) > 1:
            span = f"{group[0].id}-{group[-1].id}"
            rows.append("\t".join([span, "".join(w.form for w in group)] + ["_"] * 7 + [misc]))
        for w in group:
            feats = w.feats
            if feats is None:
                pairs = features_of(w, words, lexicon)
                feats = "|".join(f"{k}={pairs[k]}" for k in sorted(pairs, key=str.lower))
            rows.append("\t".join([
                str(w.id), w.form, w.lemma or lemma_of(w, lexicon), w.upos, w.xpos, feats or "_",
                str(w.head), w.rel, "_", misc if len(group) == 1 else "_"]))
    return "\n".join(rows) + "\n\n"


# ---------------------------------------------------------------- checking

ALLOWED = {  # relation -> the word classes it may have
    "aux": {"AUX"}, "aux:pass": {"AUX"}, "cop": {"AUX"}, "det": {"DET"}, "det:predet": {"DET"},
    "punct": {"PUNCT"}, "nummod": {"NUM"}, "cc": {"CCONJ", "ADV"}, "cc:preconj": {"CCONJ", "DET"},
    "mark": {"SCONJ", "PART", "ADP"}, "case": {"ADP", "PART", "SCONJ", "ADV", "VERB"},
    "amod": {"ADJ", "VERB"}, "expl": {"PRON"}, "compound:prt": {"ADP", "ADV"},
    "nmod:poss": {"NOUN", "PROPN", "PRON"}, "advmod": {"ADV", "PART", "ADJ", "CCONJ", "ADP"},
    "discourse": {"INTJ", "ADV"}, "vocative": {"PROPN", "NOUN"}}
LEAVES = {"aux", "aux:pass", "cop", "case", "mark", "cc", "cc:preconj", "punct", "expl", "fixed"}
NOMINAL = {"NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET", "SYM"}


def dominated(heads, node, head):
    while node and node != head:
        node = heads[node]
    return node == head


def crossing(heads):
    """The words that lie outside their head's reach: some word in between is not under the head."""
    found = []
    for node in range(1, len(heads)):
        low, high = sorted((node, heads[node]))
        if not all(dominated(heads, k, heads[node]) for k in range(low + 1, high)):
            found.append(node)
    return found


def check(block):
    """Checks one sentence of CoNLL-U on its own, whatever wrote it; returns its crossing words."""
    lines = block.strip("\n").split("\n")
    if not (lines[0].startswith("# sent_id = ") and lines[1].startswith("# text = ")):
        raise Bad("comments")
    text, rest = lines[1].removeprefix("# text = "), ""
    rows, inside, parts = [None], 0, ""
    for line in lines[2:]:
        cells = line.split("\t")
        if len(cells) != 10 or any(c == "" or " " in c for c in cells):
            raise Bad(f"columns: {line}")
        if "-" in cells[0]:
            first, last = map(int, cells[0].split("-"))
            if first != len(rows) or last <= first or cells[2:9] != ["_"] * 7:
                raise Bad(f"range: {line}")
            inside, parts = last, cells[1]
            rest += cells[1] + ("" if cells[9] == "SpaceAfter=No" else " ")
            continue
        if int(cells[0]) != len(rows):
            raise Bad(f"id: {line}")
        if int(cells[0]) > inside:
            rest += cells[1] + ("" if cells[9] == "SpaceAfter=No" else " ")
        elif cells[9] != "_" or not parts.startswith(cells[1]):
            raise Bad(f"inside a range: {line}")
        else:
            parts = parts.removeprefix(cells[1])
        rows.append(cells)
    if rest != text + " ":
        raise Bad(f"text: {text!r} but tokens give {rest!r}")
    heads = [0] + [int(r[6]) for r in rows[1:]]
    if [r[7] for r in rows[1:] if r[6] == "0"] != ["root"]:
        raise Bad("roots")
    if sum(r[7] == "root" for r in rows[1:]) != 1:
        raise Bad("a root that hangs on a word")
    for node in range(1, len(rows)):
        seen, at = set(), node
        while at:
            if at in seen or not 0 <= heads[at] < len(rows):
                raise Bad(f"cycle or bad head at {node}")
            seen.add(at)
            at = heads[at]
    crossed = crossing(heads)
    for r in rows[1:]:
        check_word(r, rows, heads, crossed)
    return crossed


def check_word(r, rows, heads, crossed):
    number, form, lemma, upos, xpos, feats, rel = int(r[0]), *r[1:6], r[7]
    head = rows[heads[number]] if heads[number] else None

    def need(truth, what):
        if not truth:
            raise Bad(f"{what}: {number} {form} {upos} {rel} of {head[1] if head else 0}")

    need(upos in UPOS, "class")
    need(rel in RELATIONS, "relation")
    need(xpos in SIMPLE_UPOS or xpos in VERB_TAGS | {"IN", "DT", "WDT"}, "tag")
    need(rel not in ALLOWED or upos in ALLOWED[rel], "class of a relation")
    need((upos == "PUNCT") == (rel == "punct"), "punctuation")
    need(lemma != "_", "lemma")
    if feats != "_":
        names = [f.split("=")[0] for f in feats.split("|")]
        need(all(re.fullmatch(r"[A-Z]\w*=[A-Z0-9]\w*", f) for f in feats.split("|")), "feats")
        need(names == sorted(set(names), key=str.lower), "order of feats")
    children = [c for c in rows[1:] if c[6] == r[0]]
    relations = Counter(c[7] for c in children)
    need(relations["nsubj"] + relations["nsubj:pass"] + relations["csubj"] <= 1, "two subjects")
    need(relations["obj"] <= 1 and relations["iobj"] <= 1 and relations["cop"] <= 1, "two of one")
    need(not relations["nsubj:pass"] or relations["aux:pass"] or rel == "conj", "passive subject")
    if rel in LEAVES:
        need({c[7] for c in children} <= {"fixed", "punct", "conj", "cc", "advmod", "goeswith"},
             "a function word with dependents")
    if rel in ("conj", "fixed", "flat", "appos"):
        need(heads[number] < number, "leftward relation")
    if rel == "orphan":
        need(head[7] == "conj", "orphan")
    if rel == "punct":
        need(number not in crossed, "punctuation that crosses")
        need(not any(min(int(c[0]), heads[int(c[0])]) < number < max(int(c[0]), heads[int(c[0])])
                     and not dominated(heads, number, heads[int(c[0])])
                     for c in rows[1:]), "punctuation inside a closed span")
    if xpos == "TO":
        need(any(c[4] in ("VB", "RB") for c in rows[number + 1:number + 2]), "infinitive")
    if rel in ("det", "nmod:poss", "nummod"):
        need(head[3] in NOMINAL, "head of a nominal modifier")


# ---------------------------------------------------------------- output

def print_tree(block, crossed):
    rows = [l.split("\t") for l in block.splitlines() if re.match(r"\d+\t", l)]
    print(block.split("\n")[1][9:], "  <non-projective>" if crossed else "")

    def show(head, depth):
        for r in rows:
            if r[6] == head:
                print(f"  {int(r[0]):2d} {'    ' * depth}{r[1]} [{r[7]}] {r[3]} {r[4]} "
                      f"{r[2]} {r[5]}{'  <<' if int(r[0]) in crossed else ''}")
                show(r[0], depth + 1)
    show("0", 0)
    print()


def print_stats(blocks):
    for part in (*PARTS, "all"):
        chosen = [b for p, b in blocks if part in (p, "all")]
        if not chosen:
            continue
        rows = [[l.split("\t") for l in b.splitlines() if re.match(r"\d+\t", l)] for b in chosen]
        lengths = [len(r) for r in rows]
        crossed = sum(bool(check(b)) for b in chosen)
        print(f"{part:6s} sentences {len(rows)}  words {sum(lengths)}  "
              f"average {sum(lengths) / len(rows):.1f}  shortest {min(lengths)}  "
              f"longest {max(lengths)}  non-projective {crossed} "
              f"({100 * crossed / len(rows):.1f}%)  "
              f"multiword tokens {sum(len(re.findall(r'(?m)^[0-9]+-', b)) for b in chosen)}  "
              f"forms {len({r[1].lower() for s in rows for r in s})}  "
              f"relations {len({r[7] for s in rows for r in s})}  "
              f"classes {len({r[3] for s in rows for r in s})}")


def main(mode):
    lexicon, tags = read_lexicon(HERE / "lexicon.txt")
    blocks, errors, texts = [], [], set()
    for part in PARTS:
        number = 0
        notation = (HERE / f"{part}.txt").read_text(encoding="utf-8")
        for at, line in enumerate(notation.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            number += 1
            try:
                words = parse(line, lexicon, tags)
                block = to_conllu(words, f"sample-{part}-{number:03d}", lexicon)
                crossed = check(block)
                text = block.split("\n")[1]
                if text in texts:
                    raise Bad("a sentence twice")
                texts.add(text)
                blocks.append((part, block))
                if mode == "--tree":
                    print_tree(block, crossed)
            except Bad as bad:
                errors.append(f"{part}.txt:{at}: {bad}\n    {line}")
    if errors:
        sys.exit("\n".join(errors))
    for part in PARTS:
        path = HERE / f"{part}.conllu"
        content = "".join(b for p, b in blocks if p == part)
        if mode == "--check" and path.read_text(encoding="utf-8") != content:
            sys.exit(f"{path.name} is out of date")
        if mode == "":
            path.write_text(content, encoding="utf-8", newline="\n")
    if mode == "--stats":
        print_stats(blocks)


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"], ["--tree"], ["--stats"]):
        sys.exit(__doc__)
    main(sys.argv[1] if sys.argv[1:] else "")
