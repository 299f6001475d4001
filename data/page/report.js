// ---- Sorting

// The number of a cell, or its text.
function keyOf(row, column) {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
}

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // Cells without a number are last, whatever the order.
  if (typeof a !== typeof b) return 0;
  return a.localeCompare(b, undefined, { numeric: true });
}

// Numbers begin with the largest, texts with the first of the alphabet; again, the other way round.
function sortBy(heading) {
  const table = heading.closest('table');
  const column = heading.cellIndex;
  const rows = [...table.tBodies[0].rows];
  const numbers = rows.some((row) => typeof keyOf(row, column) === 'number');
  const before = heading.getAttribute('aria-sort');
  const ascending = before ? before === 'descending' : !numbers;
  const last = (row) => numbers && typeof keyOf(row, column) !== 'number';
  rows.sort((x, y) => last(x) - last(y) ||
    (ascending ? 1 : -1) * compare(keyOf(x, column), keyOf(y, column)));
  for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
  table.tBodies[0].append(...rows);
}

for (const button of document.querySelectorAll('thead button')) {
  button.addEventListener('click', () => sortBy(button.parentElement));
}
