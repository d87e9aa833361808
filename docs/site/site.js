// A solution's page shows its title and a warning, and the rest only when asked for. Without scripts it
// shows all, below the warning.
if (/\/solution_[^/]*$/.test(location.pathname)) {
  document.documentElement.classList.add('sealed');
  document.addEventListener('DOMContentLoaded', () => {
    const text = document.querySelector('.textblock');
    const warning = document.createElement('div'), button = document.createElement('button');
    button.type = 'button';
    button.className = 'show-solution';
    button.textContent = 'Show the solution';
    button.addEventListener('click', () => {
      document.documentElement.classList.remove('sealed');
      warning.remove();
    });
    warning.append(text.querySelector('p').cloneNode(true), button);
    text.before(warning);
  });
}

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
