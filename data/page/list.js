// A list of sentences, in chunks. A chunk has its sentences only while it is near the window, and is
// as high as they will be: so a list of thousands is as quick as one of ten.
const CHUNK = 5;

class LongList {
  // `makeItem` makes the element of an item, given its index; `heightOf` estimates how high it will
  // be.
  constructor(container, makeItem, heightOf) {
    this.container = container;
    this.makeItem = makeItem;
    this.heightOf = heightOf;
    this.items = [];
    this.chunks = [];  // { element, first, items, filled }
    this.printing = false;
    this.observer = new IntersectionObserver((entries) => this.adjust(entries),
      { rootMargin: '1500px 0px' });
    addEventListener('beforeprint', () => {
      this.printing = true;
      for (const chunk of this.chunks) this.fill(chunk);
    });
    addEventListener('afterprint', () => {
      this.printing = false;
      this.show(this.items);
    });
  }

  show(items) {
    this.observer.disconnect();
    this.items = items;
    this.chunks = Array.from({ length: Math.ceil(items.length / CHUNK) },
      (_, i) => this.makeChunk(i));
    this.container.replaceChildren(...this.chunks.map(({ element }) => element));
    for (const { element } of this.chunks) this.observer.observe(element);
    this.fillWindow();
  }

  // What is in the window is there at once; the observer fills what is near it a little later.
  fillWindow() {
    const inWindow = this.chunks.filter(({ element }) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    for (const chunk of inWindow) this.fill(chunk);
  }

  makeChunk(index) {
    const first = index * CHUNK;
    const items = this.items.slice(first, first + CHUNK);
    const height = items.reduce((sum, item) => sum + this.heightOf(item), 0);
    const element = make('div', { 'data-chunk': index, style: `height:${height}px` });
    return { element, first, items, filled: false };
  }

  fill(chunk) {
    if (chunk.filled) return;
    chunk.filled = true;
    chunk.element.style.height = '';
    chunk.element.append(...chunk.items.map((item, i) => this.makeItem(item, chunk.first + i)));
  }

  // All heights are read before anything changes, so that the browser computes them once.
  adjust(entries) {
    const near = [];
    const far = [];
    for (const { target, isIntersecting } of entries) {
      const chunk = this.chunks[target.dataset.chunk];
      if (isIntersecting) near.push(chunk);
      else if (this.canEmpty(chunk)) far.push([chunk, target.offsetHeight]);
    }
    for (const [chunk, height] of far) {
      chunk.element.style.height = `${height}px`;
      chunk.element.replaceChildren();
      chunk.filled = false;
    }
    for (const chunk of near) this.fill(chunk);
  }

  canEmpty(chunk) {
    return chunk.filled && !this.printing && !chunk.element.contains(document.activeElement);
  }

  // The first item that is not above the window.
  current() {
    const bar = barHeight();
    const isBelow = (element) => element.getBoundingClientRect().bottom > bar;
    const chunk = this.chunks.find(({ element }) => isBelow(element)) || this.chunks.at(-1);
    this.fill(chunk);
    const inside = [...chunk.element.children].findIndex(isBelow);
    return chunk.first + Math.max(0, inside);
  }

  go(index) {
    if (this.items.length === 0) return;
    const wanted = Math.max(0, Math.min(index, this.items.length - 1));
    const chunk = this.chunks[Math.floor(wanted / CHUNK)];
    this.fill(chunk);
    const element = chunk.element.children[wanted - chunk.first];
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'start' });
  }

  // From the item with the focus, or else from the one in view.
  step(by) {
    if (this.items.length === 0) return;
    const focused = document.activeElement.closest('[data-index]');
    if (focused) this.go(Number(focused.dataset.index) + by);
    else this.go(this.current() + (by > 0 ? 0 : by));
  }

  // What keys do.
  actions() {
    return { j: () => this.step(1), k: () => this.step(-1), ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1), Home: () => this.go(0),
      End: () => this.go(this.items.length - 1) };
  }
}

// An item: a heading with a link to it, and what else there is.
function makeArticle(sentence, index, ...content) {
  const title = `${sentence.n}${sentence.id ? ' ' + sentence.id : ''}`;
  return make('article', {
    id: `s${sentence.n}`, tabindex: '-1', 'data-index': index, 'aria-label': `Sentence ${title}` },
  make('h2', {}, make('a', { href: `#s${sentence.n}` }, title)), ...content);
}

// How high a text is at the width of the page, in pixels, as trees.css has it.
function textHeight(text) {
  return 22.5 * Math.ceil(text.length * 7.6 / (main.clientWidth - 40));
}
