// A solution's page shows its title and its warning, and the rest only when asked for.
document.addEventListener('DOMContentLoaded', () => {
  const mark = document.querySelector('.spoiler');
  if (!mark) return;
  const contents = mark.closest('.contents');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'show-solution';
  button.textContent = 'Show the solution';
  contents.classList.add('sealed');
  mark.parentElement.insertBefore(button, mark);
  mark.parentElement.classList.add('stays');
  button.addEventListener('click', () => {
    contents.classList.remove('sealed');
    button.remove();
  });
});

// Tables wider than a phone scroll in a frame of their own, not with the page.
document.addEventListener('DOMContentLoaded', () => {
  for (const table of document.querySelectorAll('.contents table.markdownTable, .contents table.doxtable')) {
    if (table.closest('.frame')) continue;
    const frame = document.createElement('div');
    frame.className = 'frame';
    frame.tabIndex = 0;
    table.parentElement.insertBefore(frame, table);
    frame.appendChild(table);
  }
});
