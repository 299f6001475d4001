'use strict';
const $ = (id) => document.getElementById(id);

// ---- Light and dark

function isDark() { return document.documentElement.dataset.theme === 'dark'; }
function setTheme(theme) { document.documentElement.dataset.theme = theme; }
function toggleTheme() {
  setTheme(isDark() ? 'light' : 'dark');
  try { localStorage.setItem('panarc-theme', document.documentElement.dataset.theme); } catch {}
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
let chosen = null;
try { chosen = localStorage.getItem('panarc-theme'); } catch {}
setTheme(chosen || (prefersDark.matches ? 'dark' : 'light'));
prefersDark.addEventListener('change', () => setTheme(prefersDark.matches ? 'dark' : 'light'));
$('theme').addEventListener('click', toggleTheme);

