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

function adoptSearch(field) {
  field.dataset.adopted = 'yes';
  const panel = document.createElement('div');
  panel.id = 'found';
  panel.hidden = true;
  panel.setAttribute('role', 'status');
  document.body.append(panel);
  const show = () => showFound(field, panel);
  field.addEventListener('input', show);
  const script = document.createElement('script');
  script.src = 'search_text.js';
  script.addEventListener('load', show);
  document.head.append(script);
}

function showFound(field, panel) {
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
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
  panel.style.top = `${field.getBoundingClientRect().bottom + 10}px`;
}

document.addEventListener('focusin', (event) => {
  if (event.target.id === 'search' && !event.target.dataset.adopted) adoptSearch(event.target);
});
document.addEventListener('keydown', (event) => {
  const panel = document.getElementById('found'), field = document.getElementById('search');
  const links = panel && !panel.hidden ? [...panel.querySelectorAll('a')] : [];
  if (links.length === 0) return;
  const at = links.indexOf(document.activeElement);
  const inside = at >= 0 || document.activeElement === field;
  if (event.key === 'Escape') panel.hidden = true;
  if (event.key === 'Enter' && document.activeElement === field) links[0].click();
  const next = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : at;
  if (inside && next !== at) {
    (links[next] || field).focus();
    event.preventDefault();
  }
});
document.addEventListener('click', (event) => {
  const panel = document.getElementById('found');
  if (panel && !panel.contains(event.target) && event.target.id !== 'search') panel.hidden = true;
});
