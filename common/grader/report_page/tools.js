"use strict";
// What all parts of the page use: the data, elements, numbers in words.

const read = id => JSON.parse(document.getElementById(id).textContent);
const verdict = read("verdict-data"), page = read("page-data");

// An element with attributes and children; a text is a text and never markup.
function make(name, attributes = {}, ...children) {
  const svg = ["svg", "g", "rect", "line", "path", "circle", "text", "title", "polyline"];
  const element = svg.includes(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (typeof value == "boolean") element.toggleAttribute(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

const section = id => document.getElementById(id);

// Fills a section, or takes it away where there is nothing to say.
function fill(id, title, ...all) {
  const children = all.filter(child => child !== null);
  if (children.length == 0) return section(id).remove();
  section(id).append(make("h2", {id: id + "-title"}, title), ...children);
}

// A select with these options: [value, text] pairs.
function choice(label, options, value, changed) {
  const list = make("select", {onchange: () => changed(list.value)},
    ...options.map(([key, text]) => make("option", {value: key, selected: String(key) == String(value)}, text)));
  return {label: make("label", {}, label + " ", list), list};
}

const count = (number, noun) => number + " " + noun + (number == 1 ? "" : "s");

// JSON has no infinities: verdict.json writes them as words.
const number = value => typeof value == "string" ? {inf: Infinity, "-inf": -Infinity}[value] ?? NaN : value;

function show(value, digits = 6) {
  if (value === null || value === undefined) return "-";
  value = number(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "not a number" : value > 0 ? "infinity" : "-infinity";
  return String(Number(value.toPrecision(digits)));
}

// 1234567 as "1.23 M".
function amount(value) {
  for (const [scale, unit] of [[1e9, " G"], [1e6, " M"], [1e4, " k"]])
    if (Math.abs(value) >= scale) return (value / (unit == " k" ? 1e3 : scale)).toPrecision(3) + unit;
  return String(Math.round(value * 100) / 100);
}

function bytesOf(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return bytes;
}
const floatsOf = text => new Float32Array(bytesOf(text).buffer);

const baseName = path => path.split("/").pop();
const words = name => name.replaceAll("_", " ");
const extent = sizes => sizes[2] != 1 ? sizes.join("x") : sizes[1] != 1 ? sizes[0] + "x" + sizes[1] : String(sizes[0]);

// Where a file's line is shown on this page.
const lineId = (file, line) => "line-" + file.replace(/\W/g, "_") + "-" + line;
function toLine(file, line) {
  return make("a", {href: "#" + lineId(file, line), onclick: event => {
    event.preventDefault();
    showLine(file, line);
  }}, file + ":" + line);
}

// A scale of "hot" colours for errors above the tolerance: dark red, yellow, white.
function hot(share) {
  const value = 0.15 + 0.85 * share, level = v => Math.round(Math.min(1, Math.max(0, v)) * 255);
  return `rgb(${level(3 * value)} ${level(3 * value - 1)} ${level(3 * value - 2)})`;
}
const COLOURS = {right: "#000", unwritten: "rgb(40 90 255)", infinite: "rgb(255 0 255)"};
