// A browser, and pages that the command writes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test as nodeTest } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const COMMAND = process.env.PANARC ||
  fileURLToPath(new URL('../../build/release/panarc', import.meta.url));
const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

// What is measured in a page: when something is first on the screen, and tasks that take long.
function measure(selector) {
  window.longTasks = [];
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector(selector)) {
      requestAnimationFrame(() => { window.shownAfter = performance.now(); });
    } else {
      requestAnimationFrame(look);
    }
  };
  look();
}

// A headless browser now and then stops to draw, or to answer, on a busy machine. That says nothing
// about a page, so whoever fails is tried again, in a new browser; a page that is wrong fails again.
const TRIES = 3;
const PATIENCE = 30_000;

function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not done after ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// The tests of a file share a browser. A test fails if its pages report an error or ask for
// anything, or if it takes too long.
export function useBrowser() {
  const use = { directory: mkdtempSync(join(tmpdir(), 'panarc-pages-')) };
  let browser;
  let complaints = [];

  const launch = async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ARGUMENTS });
  };
  const close = async () => {
    const closing = browser;
    browser = undefined;
    if (closing) await within(10_000, closing.close()).catch(() => {});
  };
  const attempt = async (body, t) => {
    complaints = [];
    if (!browser) await launch();
    await body(t);
    await Promise.all(browser.contexts().map((context) => context.close()));
    assert.deepEqual(complaints, []);
  };

  use.test = (name, body) => nodeTest(name, async (t) => {
    for (let tried = 1; ; ++tried) {
      try {
        await within(PATIENCE, attempt(body, t));
        return;
      } catch (error) {
        await close();
        if (tried === TRIES) throw error;
        t.diagnostic(`tried again: ${error.message}`);
      }
    }
  });
  after(async () => {
    await close();
    rmSync(use.directory, { recursive: true });
  });

  use.path = (name) => join(use.directory, name);

  use.write = (name, text) => {
    writeFileSync(use.path(name), text);
    return use.path(name);
  };

  // Runs `panarc ARGUMENTS -o NAME`. Returns the size of the page, in megabytes.
  use.make = (name, ...args) => {
    execFileSync(COMMAND, [...args, '-o', use.path(name)], { cwd: use.directory });
    return statSync(use.path(name)).size / 1e6;
  };

  // Opens a page; `first` selects what is waited for.
  use.open = async (name, { first = 'article svg', ...options } = {}) => {
    const { hash = '', ...contextOptions } = options;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 }, ...contextOptions });
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.stack));
    page.on('request', (request) => {
      if (!request.url().startsWith(`file://${use.path(name)}`)) complaints.push(request.url());
    });
    await page.addInitScript(measure, first);
    await page.goto(`file://${use.path(name)}${hash}`);
    await until(() => page.evaluate(() => window.shownAfter !== undefined));
    return page;
  };
  return use;
}

// Waits until a condition holds. (Playwright's way needs a page that allows `eval`.)
export async function until(condition) {
  const deadline = Date.now() + 10_000;
  while (!await condition()) {
    assert.ok(Date.now() < deadline, 'waited in vain');
    await new Promise((done) => { setTimeout(done, 20); });
  }
}

export const texts = (page, selector) => page.locator(selector).allTextContents();

// Scrolls fast at the beginning and to the end, and back. Returns what that was like.
export function scrollThrough(page) {
  return page.evaluate(async () => {
    window.longTasks.length = 0;
    const FRAMES = 100;
    const STEP = 600;
    const frame = () => new Promise((done, fail) => {
      const waiting = setTimeout(() => fail(new Error('no frame for two seconds')), 2000);
      requestAnimationFrame((now) => { clearTimeout(waiting); done(now); });
    });
    const frames = [];
    const jump = async (y) => {
      scrollTo(0, y);
      await new Promise((done) => { setTimeout(done, 200); });
    };
    const scroll = async (by) => {
      let last = await frame();
      for (let i = 0; i < FRAMES; ++i) {
        scrollBy(0, by);
        const now = await frame();
        frames.push(now - last);
        last = now;
      }
    };
    const end = () => document.documentElement.scrollHeight - innerHeight;
    await jump(0);
    await scroll(STEP);
    await jump(end() - FRAMES * STEP);
    await scroll(STEP);
    await jump(end());
    const drawnAtEnd = document.querySelectorAll('article').length;
    await scroll(-STEP);
    await jump(0);
    return { frames: frames.length, slow: frames.filter((time) => time > 50).length, drawnAtEnd,
      drawn: document.querySelectorAll('article').length,
      longTasks: window.longTasks.map(Math.round) };
  });
}

// What a page of 2,000 sentences must be like; it is printed, too.
export async function checkLargePage(t, page, megabytes) {
  const opening = await page.evaluate(() => window.shownAfter);
  t.diagnostic(`${megabytes.toFixed(1)} MB, shown after ${Math.round(opening)} ms`);
  assert.ok(megabytes < 10, `${megabytes} MB`);
  assert.ok(opening < 1000, `${opening} ms`);
}

export async function checkScrolling(t, page) {
  const scrolled = await scrollThrough(page);
  const longest = Math.max(0, ...scrolled.longTasks);
  t.diagnostic(`${scrolled.frames} frames, ${scrolled.slow} of them over 50 ms, ` +
    `${scrolled.longTasks.length} long tasks, the longest ${longest} ms`);
  assert.ok(scrolled.drawnAtEnd > 0 && scrolled.drawn > 0, 'sentences are drawn at both ends');
  assert.ok(scrolled.drawn < 200, 'what is out of view is not kept');
  assert.ok(scrolled.slow <= scrolled.frames / 5, `${scrolled.slow} of ${scrolled.frames} frames`);
  assert.ok(longest < 300, `a task of ${longest} ms`);
}

// Everything is printed, not only what was in view.
export async function printed(page, selector) {
  await page.evaluate((selector) => {
    addEventListener('beforeprint', () => {
      window.printed = document.querySelectorAll(selector).length;
    });
  }, selector);
  const pdf = await page.pdf({ format: 'A4' });
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  return page.evaluate(() => window.printed);
}
