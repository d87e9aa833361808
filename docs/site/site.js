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

// The search box looks through all texts of the site. They are loaded when it is first used.
function findTexts(words, texts) {
  const found = [];
  for (const [title, url, text] of texts) {
    const low = title.toLowerCase(), all = low + ' ' + text.toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    const inTitle = words.filter((word) => low.includes(word)).length;
    const begins = words.some((word) => low.startsWith(word)) ? 1 : 0;
    found.push({title, url, text, rank: 10 * inTitle + 5 * begins + Math.min(4, all.split(words[0]).length - 1)});
  }
  return found.sort((a, b) => b.rank - a.rank);
}

function snippet(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word)), from = Math.max(0, at - 40);
  return (from > 0 ? '… ' : '') + text.slice(from, at + 80) + (text.length > at + 80 ? ' …' : '');
}

function replaceSearch() {
  const field = document.getElementById('MSearchField');
  if (!field) {  // Doxygen's script makes the box, sometimes after the page has loaded
    setTimeout(replaceSearch, 50);
    return;
  }
  const fresh = field.cloneNode();  // without what Doxygen listens to
  for (const name of ['onfocus', 'onblur', 'onkeyup']) fresh.removeAttribute(name);
  fresh.value = '';
  fresh.placeholder = 'Search';
  fresh.setAttribute('aria-label', 'Search all pages');
  fresh.setAttribute('autocomplete', 'off');
  field.replaceWith(fresh);
  const panel = document.createElement('div');
  panel.id = 'found';
  panel.hidden = true;
  panel.setAttribute('role', 'status');
  document.body.append(panel);

  const show = () => {
    const words = fresh.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    panel.replaceChildren();
    panel.hidden = words.length === 0;
    if (panel.hidden || typeof searchText === 'undefined') return;
    const found = findTexts(words, searchText), sum = document.createElement('p');
    sum.textContent = found.length === 0 ? 'Nothing found' : found.length === 1 ? '1 place' : `${found.length} places`;
    panel.append(sum);
    for (const one of found.slice(0, 30)) {
      const link = document.createElement('a'), text = document.createElement('small');
      link.href = one.url;
      link.textContent = one.title;
      text.textContent = snippet(one.text, words[0]);
      link.append(text);
      panel.append(link);
    }
    const place = fresh.getBoundingClientRect();
    panel.style.top = `${place.bottom + 10}px`;
  };
  fresh.addEventListener('focus', () => {
    if (document.getElementById('search-text')) return;
    const script = document.createElement('script');
    script.id = 'search-text';
    script.src = 'search_text.js';
    script.addEventListener('load', show);
    document.head.append(script);
  });
  fresh.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    const links = [...panel.querySelectorAll('a')], at = links.indexOf(document.activeElement);
    if (panel.hidden || links.length === 0) return;
    if (event.key === 'Escape') { panel.hidden = true; fresh.focus(); }
    if (event.key === 'Enter' && document.activeElement === fresh) { links[0].click(); event.preventDefault(); }
    const next = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : at;
    if (next !== at && (at >= 0 || document.activeElement === fresh)) {
      (links[next] || fresh).focus();
      event.preventDefault();
    }
  });
  document.addEventListener('click', (event) => {
    if (!panel.contains(event.target) && event.target !== fresh) panel.hidden = true;
  });
}
window.addEventListener('load', replaceSearch);
