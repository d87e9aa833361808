// What the pages share: controls with labels, drawings, results that are read out, questions that check
// themselves. Each page's own script says what there is to choose and what is shown.
'use strict';

// The documentation's switch between light and dark keeps the choice under this name; a page that is
// opened from a folder goes by the system's setting. Before the page is drawn, so that nothing flashes.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('scheme');
    } catch {
      return null;  // a browser may keep nothing
    }
  };
  const apply = () => {
    const dark = chosen() ? chosen() === 'dark' : system.matches;
    document.documentElement.classList.toggle('dark-mode', dark);
    document.documentElement.classList.toggle('light-mode', !dark);
  };
  apply();
  system.addEventListener('change', apply);
  document.addEventListener('visibilitychange', apply);  // the switch may have been used on another page
})();

const explore = (() => {
  const SVG = 'http://www.w3.org/2000/svg';

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === true) node.setAttribute(name, '');
      else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return node;
  }
  const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  const byId = (id) => document.getElementById(id);
  const number = (value, digits = 0) => value.toLocaleString('en-US', {maximumFractionDigits: digits});
  const percent = (share) => `${number(100 * share, 1)} %`;
  const plural = (count, one, more = `${one}s`) => `${number(count)} ${count === 1 ? one : more}`;

  // Lanes as text: "0 to 7", "3", "0, 8 and 2 more".
  function lanesText(lanes) {
    const run = lanes.every((lane, n) => lane === lanes[0] + n);
    if (lanes.length === 1) return `lane ${lanes[0]}`;
    return run ? `lanes ${lanes[0]} to ${lanes.at(-1)}` : `lanes ${lanes.join(', ')}`;
  }

  // --- Controls --------------------------------------------------------------------------------------

  let specs = [], shown = () => {};  // until a page has said what it has

  function make(spec) {
    const id = `c-${spec.name}`;
    if (spec.options) {
      const options = spec.options.map(([value, label]) => html('option', {value, selected: value === spec.value}, label));
      return html('div', {class: 'control'}, html('label', {for: id}, spec.label), html('select', {id, name: spec.name}, options));
    }
    if (spec.check !== undefined) {
      const box = html('input', {type: 'checkbox', id, name: spec.name, checked: spec.check});
      return html('div', {class: 'control check'}, html('label', {for: id}, box, spec.label));
    }
    const {min, max, step = 1, value} = spec;
    const range = html('input', {type: 'range', id, name: spec.name, min, max, step, value});
    return html('div', {class: 'control'}, html('label', {for: id}, html('output', {for: id}), spec.label), range);
  }

  // Shows what belongs to the values that are chosen now.
  function update() {
    const values = {};
    for (const spec of specs) {
      const input = byId(`c-${spec.name}`);
      values[spec.name] = spec.check !== undefined ? input.checked : spec.options ? input.value : Number(input.value);
      if (input.type !== 'range') continue;
      const text = spec.text ? spec.text(values[spec.name]) : input.value;
      input.previousElementSibling.querySelector('output').textContent = text;
      input.setAttribute('aria-valuetext', text);
    }
    shown(values);
  }

  // A list of {name, label} with {min, max, step, value, text} for a slider, {options, value} for a menu or
  // {check} for a box; `show` gets the values by name, now and after each change.
  function controls(list, show) {
    specs = list;
    shown = show;
    byId('controls').append(...list.map(make));
    byId('controls').addEventListener('input', update);
    update();
  }

  // Changes a slider's ends; returns its value, which may have been moved.
  function limit(name, min, max) {
    const input = byId(`c-${name}`), spec = specs.find((one) => one.name === name);
    input.min = min;
    input.max = max;
    const text = spec.text ? spec.text(Number(input.value)) : input.value;
    input.previousElementSibling.querySelector('output').textContent = text;
    input.setAttribute('aria-valuetext', text);
    return Number(input.value);
  }

  // What has no effect cannot be changed.
  function enable(name, on) {
    byId(`c-${name}`).disabled = !on;
    byId(`c-${name}`).closest('.control').classList.toggle('off', !on);
  }

  // --- Results ---------------------------------------------------------------------------------------

  let pause = 0;

  // One sentence for those who do not see the drawing: its description at once, and read out when the
  // slider has come to rest.
  function say(sentence) {
    byId('picture').setAttribute('aria-label', sentence);
    clearTimeout(pause);
    pause = setTimeout(() => { byId('spoken').textContent = sentence; }, 400);
  }

  // Rows of [name, value, remark, whether it is bad].
  function facts(rows) {
    byId('facts').replaceChildren(...rows.map(([name, value, remark, bad]) =>
      html('div', {class: bad ? 'bad' : null}, html('dt', {}, name), html('dd', {}, value, remark ? html('small', {}, remark) : null))));
  }

  function draw(width, height, ...children) {
    const picture = byId('picture');
    picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
    picture.replaceChildren(...children.flat(2).filter(Boolean));
  }

  // Drawings for a phone are narrower, so that their texts can be read.
  const phone = matchMedia('(max-width: 500px)');
  phone.addEventListener('change', () => update());
  const isNarrow = () => phone.matches;

  const list = (lines) => byId('list').replaceChildren(...lines.map((line) => html('li', {}, line)));

  // --- Questions -------------------------------------------------------------------------------------

  const keys = [];

  // A whole number as people type it; NaN if it is none.
  const typed = (text) => (/^\s*\d[\d,\s]*$/.test(text) ? Number(text.replace(/[,\s]/g, '')) : NaN);

  function question({text, key, choices, why}, n) {
    const name = `q${n + 1}`, verdict = html('p', {class: 'verdict', role: 'status', id: `${name}-verdict`});
    if (choices && choices.filter(([value]) => value === key).length !== 1) console.error(`question ${n + 1}: no choice is ${key}`);
    const answers = choices
      ? choices.map(([value, label]) => html('label', {}, html('input', {type: 'radio', name, value}), html('span', {}, label)))
      : [html('label', {for: `${name}-number`}, 'Your number:'),
        html('input', {type: 'text', inputmode: 'numeric', autocomplete: 'off', id: `${name}-number`, name})];
    const form = html('form', {class: 'question', id: name},
      html('fieldset', {}, html('legend', {}, `Question ${n + 1}`), html('p', {}, text), answers,
        html('div', {class: 'buttons'}, html('button', {type: 'submit'}, 'Check')), verdict));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const raw = new FormData(form).get(name) ?? '', answer = choices ? raw : typed(raw);
      const given = choices ? raw !== '' : !Number.isNaN(answer), right = given && String(answer) === String(key);
      verdict.className = `verdict ${given ? (right ? 'right' : 'wrong') : ''}`;
      if (!given) verdict.textContent = choices ? 'Choose an answer first.' : 'Type a whole number first.';
      else verdict.textContent = `${right ? 'Right.' : 'No.'} ${why(answer, right)}`;
    });
    keys.push(String(key));
    return form;
  }

  // Each {text, key, why} with choices, or without for a number to type in. `why(answer, right)` gives the
  // reason, for right and wrong answers.
  const questions = (all) => byId('questions').replaceChildren(...all.map(question));

  return {html, svg, byId, number, percent, plural, lanesText, controls, update, limit, enable, say, facts, draw, isNarrow, list, questions, keys};
})();
