"""What can be seen on any page: texts that can be read, pictures that are there, nothing cut off."""

import axe

# Text whose contrast with what is behind it is under 4.5 (3 for large text), each colour pair once.
CONTRAST = r"""(() => {
  const parse = (text) => {
    const n = text.match(/[\d.]+/g).map(Number);
    return {r: n[0], g: n[1], b: n[2], a: n.length > 3 ? n[3] : 1};
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a), a: 1});
  const luminance = (c) => {
    const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * f(c.r) + 0.7152 * f(c.g) + 0.0722 * f(c.b);
  };
  const canvas = getComputedStyle(document.documentElement).colorScheme.includes('dark') &&
    matchMedia('(prefers-color-scheme: dark)').matches ? {r: 18, g: 18, b: 18, a: 1} : {r: 255, g: 255, b: 255, a: 1};
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour.a > 0) layers.push(colour);
      if (colour.a === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), canvas);
  };
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || !element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) continue;
    if (['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION'].includes(element.tagName)) continue;
    const style = getComputedStyle(element), size = parseFloat(style.fontSize);
    if (!element.getClientRects().length || size === 0) continue;
    const back = behind(element), front = over(parse(style.color), back);
    const a = luminance(front), b = luminance(back);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) {
      const key = style.color + ' on ' + [back.r, back.g, back.b].map(Math.round);
      if (!found.has(key)) found.set(key, `${ratio.toFixed(2)}: ${key}: '${text.slice(0, 30)}' in ${element.tagName}.${element.className}`);
    }
  }
  return [...found.values()];
})()"""

PICTURES = """[...document.images].filter((i) => !(i.complete && i.naturalWidth > 0)).map((i) => 'no picture: ' + i.src)
  .concat([...document.images].filter((i) => i.checkVisibility() && !i.hasAttribute('alt')).map((i) => 'no text for a picture: ' + i.src))"""

# What is wider than the screen and has no frame of its own to scroll in.
OVERFLOW = """(() => {
  const found = [], wide = document.documentElement.clientWidth;
  for (const root of [document.documentElement, document.body, document.querySelector('#doc-content')]) {
    if (root && root.scrollWidth > root.clientWidth + 1) {
      const guilty = [...root.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > wide + 1 &&
        !e.closest('.frame, pre, .fragment, .memproto, mjx-container') && e.checkVisibility());
      const last = guilty[guilty.length - 1];
      found.push(`${root.tagName}#${root.id} is ${root.scrollWidth} wide on ${root.clientWidth}` +
        (last ? `, as of ${last.tagName}.${last.className} '${last.textContent.trim().slice(0, 40)}'` : ''));
    }
  }
  return found;
})()"""


def faults_of(tab):
    """Everything that is wrong with the page a tab shows, light and dark, wide and narrow."""
    tab.wait_for("[...document.images].every((i) => i.complete)", 3)  # scripts add some after the page has loaded
    faults = list(tab.faults) + tab.evaluate(PICTURES)
    for dark in (False, True):
        tab.scheme(dark)
        # Colours may fade into each other for a moment.
        tab.evaluate("new Promise((go) => setTimeout(go, 30))")
        tab.evaluate("document.getAnimations().forEach((a) => a.finish())")
        faults += [f"contrast {'dark' if dark else 'light'} {fault}" for fault in tab.evaluate(CONTRAST)]
    faults += axe.faults_of(tab)  # dark
    tab.scheme(False)
    tab.resize(360, 740)
    tab.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    faults += [f"360 pixels: {fault}" for fault in tab.evaluate(OVERFLOW) + axe.faults_of(tab)]
    tab.resize(1280)
    return faults + [fault for fault in tab.faults if fault not in faults]
