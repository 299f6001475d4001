// What the pages of sentences share: elements and keys.
const read = (id) => JSON.parse($(id).textContent);
const main = document.querySelector('main');
const SVG = 'http://www.w3.org/2000/svg';

// Without their folders, if that is enough to tell them apart.
function shortNames(...files) {
  const last = files.map((file) => file.split('/').pop());
  return new Set(last).size === files.length ? last : files;
}

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function shape(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// ---- Keys

// `actions` has a function for each key. Fields take theirs for themselves, and so do wide trees,
// which arrows scroll.
function startKeys(actions) {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || $('keys').open) return;
    if (target.matches('input, select')) {
      if (key === 'Escape') target.blur();
      if (!target.matches('[type="checkbox"]') || key === ' ') return;
    }
    const scrolls = target.matches('.tree') && key.startsWith('Arrow');
    if (event.defaultPrevented || scrolls || !(key in actions)) return;
    event.preventDefault();
    actions[key]();
  });
  $('help').addEventListener('click', () => $('keys').showModal());
}

// What the bar at the top covers; in a narrow window it is not always there.
function barHeight() {
  const bar = document.querySelector('header');
  return getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight + 4 : 0;
}

function measureBar() {
  document.documentElement.style.setProperty('--bar', `${barHeight()}px`);
}

measureBar();
addEventListener('resize', measureBar);
