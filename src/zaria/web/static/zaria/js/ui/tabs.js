/** Rows of tabs that are wider than a phone show the page that is open, and what is beside it. */
for (const row of document.querySelectorAll('.tabs')) {
  const current = row.querySelector('[aria-current]');
  if (!current) continue;
  const rowBox = row.getBoundingClientRect();
  const currentBox = current.getBoundingClientRect();
  row.scrollLeft += currentBox.left - rowBox.left - (rowBox.width - currentBox.width) / 2;
}
