// Light or dark: as the system is set, until the reader chooses. Without scripts pages are light.
const schemeOf = {
  get system() { return matchMedia('(prefers-color-scheme: dark)').matches; },
  get chosen() { try { return localStorage.getItem('scheme'); } catch { return null; } },
  get dark() { return this.chosen ? this.chosen === 'dark' : this.system; },
  choose(dark) {
    try {
      if (dark === this.system) localStorage.removeItem('scheme');
      else localStorage.setItem('scheme', dark ? 'dark' : 'light');
    } catch { /* the choice lasts for this page only */ }
    this.show(dark);
  },
  show(dark = this.dark) {
    document.documentElement.classList.toggle('dark-mode', dark);
    document.documentElement.classList.toggle('light-mode', !dark);
    document.getElementById('scheme')?.setAttribute('aria-pressed', dark);
  },
};
schemeOf.show();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => schemeOf.show());
document.addEventListener('DOMContentLoaded', () => {
  document.querySelector('header.site .tools').hidden = false;
  document.getElementById('scheme').addEventListener('click', () =>
    schemeOf.choose(!document.documentElement.classList.contains('dark-mode')));
  schemeOf.show();
});

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

// Code and prototypes that are wider than their frame scroll; then the keyboard can reach them too.
function reachCode() {
  for (const code of document.querySelectorAll('pre, div.fragment, .memproto'))
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
    else code.removeAttribute('tabindex');
}
addEventListener('load', reachCode);
addEventListener('resize', reachCode);

// The contents at the side: folded on a narrow screen, and marked where the reader is.
document.addEventListener('DOMContentLoaded', () => {
  const list = document.querySelector('.side details');
  if (!list) return;
  const wide = matchMedia('(min-width: 1000px)');
  const fold = () => { list.open = wide.matches; };
  fold();
  wide.addEventListener('change', fold);
  list.addEventListener('click', (event) => { if (event.target.closest('a') && !wide.matches) list.open = false; });
  const links = new Map([...list.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const mark = () => {
    const passed = places.filter((place) => place.getBoundingClientRect().top < 140);
    const here = links.get((passed[passed.length - 1] || {}).id);
    for (const link of links.values()) link.toggleAttribute('aria-current', link === here);
    if (here) here.setAttribute('aria-current', 'location');
  };
  let due = false;
  addEventListener('scroll', () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; mark(); });
  }, {passive: true});
  mark();
});
