// The front end of konane.Editor: a board to click on, with what is known of the position beside it.
//
// The board follows the text of the position, which is edited here; all else is done in Python, which tells
// what it has found in `_report`. Stones, tints and arrows look as in the pictures of the package.

const SVG = "http://www.w3.org/2000/svg";

/** The side of a cell, in units of the drawing. */
const CELL = 40;
/** Where the board begins, after the names of rows and columns. */
const LEFT = 36;
const TOP = 30;
const MARGIN = 10;
/** How far from the middle of a cell an arrow begins and ends. */
const GAP = 7;
const SHAFT = 6;
const HEAD = 17;

/** The tints of regions, by turns: the colours of Okabe and Ito. */
const TINTS = ["#E69F00", "#56B4E9", "#009E73", "#F0E442", "#CC79A7", "#D55E00", "#0072B2"];
const ARROWS = { x: "#0072B2", o: "#D55E00" };

/** The milliseconds after which one sees that something is being computed. */
const PATIENCE = 300;

/** The longest side that can be asked for here. */
const LONGEST_SIDE = 40;

const CONTENTS = { x: "black stone", o: "white stone", ".": "empty", "#": "hole" };
const CYCLE = { ".": "x", x: "o", o: ".", "#": "." };
const BRUSHES = [
  ["cycle", "cycle", "A click changes an empty cell to black, to white, and back; with Shift to a hole"],
  ["x", "black", "A click puts a black stone"],
  ["o", "white", "A click puts a white stone"],
  [".", "empty", "A click empties a cell"],
  ["#", "hole", "A click makes a hole"],
  ["checkered", "checkered", "A click puts the stone that belongs on the cell, as on a checkerboard, or takes it"],
];

/** Appends an element to another one. */
function append(parent, name, attributes = {}, text = "") {
  const isDrawing = name === "svg" || parent.namespaceURI === SVG;
  const made = isDrawing ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== "") made.textContent = text;
  parent.append(made);
  return made;
}

/** The cells of a position, row by row. */
function cellsOf(text) {
  return text.split("/").map((row) => [...row]);
}

function textOf(cells) {
  return cells.map((row) => row.join("")).join("/");
}

/** The letters of a column, as in A1. */
function columnName(column) {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function squareName(row, column) {
  return `${columnName(column)}${row + 1}`;
}

/** Row and column of a square. */
function placeOf(square) {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(square);
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

function middleOf(square) {
  const { row, column } = placeOf(square);
  return { x: LEFT + (column + 0.5) * CELL, y: TOP + (row + 0.5) * CELL };
}

/** The stone that belongs on a cell: as most stones stand, or with black at the upper left. */
function checkeredStone(cells, row, column) {
  let agreeing = 0;
  cells.forEach((line, r) =>
    line.forEach((cell, c) => {
      if (cell === "x" || cell === "o") agreeing += (cell === "x") === ((r + c) % 2 === 0) ? 1 : -1;
    }),
  );
  return ((row + column) % 2 === 0) === (agreeing >= 0) ? "x" : "o";
}

/** The board: one element for each cell, which stays as long as the size does. */
class Board {
  constructor(parent, act) {
    this.svg = append(parent, "svg", { class: "konane-board", role: "grid", "aria-label": "Kōnane position" });
    this.act = act;
    this.current = { row: 0, column: 0 };
    this.cells = [];
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Shows a position with its regions. */
  show(cells, regions) {
    if (cells.length !== this.cells.length || cells[0].length !== this.cells[0].length) {
      this.build(cells.length, cells[0].length);
    }
    const regionOf = new Map();
    regions.forEach((region, index) => region.squares.forEach((square) => regionOf.set(square, index)));
    cells.forEach((line, row) =>
      line.forEach((content, column) => {
        const index = regionOf.get(squareName(row, column));
        this.fill(this.cells[row][column], squareName(row, column), content, index, regions[index]);
      }),
    );
  }

  fill(cell, square, content, index, region) {
    cell.group.dataset.content = content;
    cell.tint.setAttribute("fill", region ? TINTS[index % TINTS.length] : "none");
    cell.label.textContent = region ? region.label : "";
    const inRegion = region ? `, region ${region.label}` : "";
    cell.group.setAttribute("aria-label", `${square}: ${CONTENTS[content]}${inRegion}`);
  }

  build(rows, columns) {
    const [width, height] = [LEFT + columns * CELL + MARGIN, TOP + rows * CELL + MARGIN];
    this.svg.replaceChildren();
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height })) {
      this.svg.setAttribute(name, value);
    }
    this.current = { row: Math.min(this.current.row, rows - 1), column: Math.min(this.current.column, columns - 1) };
    append(this.svg, "rect", { width, height, class: "ground" });
    this.names(rows, columns);
    this.cells = Array.from({ length: rows }, (_, row) => {
      const line = append(this.svg, "g", { role: "row" });
      return Array.from({ length: columns }, (_, column) => this.cell(line, row, column));
    });
    this.arrow = append(this.svg, "g", { class: "arrow", "aria-hidden": "true" });
  }

  names(rows, columns) {
    const names = append(this.svg, "g", { class: "names", "aria-hidden": "true" });
    for (let column = 0; column < columns; column++) {
      append(names, "text", { x: LEFT + (column + 0.5) * CELL, y: TOP - 6, "text-anchor": "middle" }, columnName(column));
    }
    for (let row = 0; row < rows; row++) {
      append(names, "text", { x: LEFT - 7, y: TOP + (row + 0.5) * CELL + 5, "text-anchor": "end" }, `${row + 1}`);
    }
  }

  cell(line, row, column) {
    const isCurrent = row === this.current.row && column === this.current.column;
    const group = append(line, "g", {
      class: "cell",
      role: "gridcell",
      tabindex: isCurrent ? 0 : -1,
      transform: `translate(${LEFT + column * CELL} ${TOP + row * CELL})`,
    });
    append(group, "rect", { width: CELL, height: CELL, class: "square" });
    const tint = append(group, "rect", { width: CELL, height: CELL, class: "tint", fill: "none" });
    const label = append(group, "text", { x: 2, y: 10, class: "label", "aria-hidden": "true" });
    append(group, "circle", { cx: CELL / 2, cy: CELL / 2, r: 14, class: "stone" });
    append(group, "rect", { x: 2, y: 2, width: CELL - 4, height: CELL - 4, class: "focus" });
    group.addEventListener("click", (event) => {
      this.focus(row, column);
      this.act(row, column, event.shiftKey ? "shift" : "click");
    });
    return { group, tint, label };
  }

  /** Moves the focus to a cell, which Tab comes back to. */
  focus(row, column) {
    this.cells[this.current.row][this.current.column].group.setAttribute("tabindex", -1);
    this.current = { row, column };
    const { group } = this.cells[row][column];
    group.setAttribute("tabindex", 0);
    group.focus();
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = this.current;
    const [lastRow, lastColumn] = [this.cells.length - 1, this.cells[0].length - 1];
    const moves = {
      ArrowUp: [Math.max(row - 1, 0), column],
      ArrowDown: [Math.min(row + 1, lastRow), column],
      ArrowLeft: [row, Math.max(column - 1, 0)],
      ArrowRight: [row, Math.min(column + 1, lastColumn)],
      Home: [row, 0],
      End: [row, lastColumn],
    };
    const contents = { x: "x", o: "o", ".": ".", "#": "#", Delete: ".", Backspace: "." };
    if (event.key in moves) this.focus(...moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.act(row, column, event.shiftKey ? "shift" : "click");
    else if (event.key in contents) this.act(row, column, contents[event.key]);
    else return;
    event.preventDefault();
  }

  /** Shows a move as an arrow through all its stops; none for null. */
  point(move) {
    if (!this.arrow) return;
    this.arrow.replaceChildren();
    if (move === null) return;
    const squares = move.split("-");
    const stops = squares.map(middleOf);
    const [from, to] = [stops[0], stops[stops.length - 1]];
    const { row, column } = placeOf(squares[0]);
    const stone = this.cells[row]?.[column]?.group.dataset.content;
    if (!(stone in ARROWS)) return;
    const step = { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) };
    const at = (point, along, beside = 0) =>
      `${point.x + step.x * along - step.y * beside} ${point.y + step.y * along + step.x * beside}`;
    const d = `M${at(from, GAP)}L${at(to, -GAP - HEAD / 2)}`;
    const colour = ARROWS[stone];
    append(this.arrow, "path", { d, stroke: "#ffffff", "stroke-width": SHAFT + 3 });
    const dashes = stone === "o" ? { "stroke-dasharray": "8 5" } : {};
    append(this.arrow, "path", { d, stroke: colour, "stroke-width": SHAFT, ...dashes });
    for (const { x, y } of stops.slice(1, -1)) {
      append(this.arrow, "circle", { cx: x, cy: y, r: SHAFT + 2, fill: colour, stroke: "#ffffff" });
    }
    const corners = [at(to, -GAP), at(to, -GAP - HEAD, HEAD / 2), at(to, -GAP - HEAD, -HEAD / 2)];
    append(this.arrow, "path", { d: `M${corners.join("L")}Z`, fill: colour, stroke: "#ffffff" });
  }
}

/** The tools above the board. */
class Tools {
  constructor(parent, editor) {
    this.brush = "cycle";
    const tools = append(parent, "div", { class: "konane-tools", role: "toolbar", "aria-label": "Tools" });
    this.brushes(tools);
    this.rows = this.side(tools, "rows", editor);
    this.columns = this.side(tools, "columns", editor);
    this.button(tools, "fill", "Fill the board with stones, as on a checkerboard", () => editor.fill());
    this.button(tools, "clear", "Take all stones away", () => editor.clear());
    this.undo = this.button(tools, "undo", "Back to the position before", () => editor.ask({ do: "undo" }));
    this.redo = this.button(tools, "redo", "Forward again", () => editor.ask({ do: "redo" }));
    this.rules = this.choice(tools, editor);
  }

  brushes(tools) {
    const group = append(tools, "fieldset", { "aria-label": "What a click does" });
    const name = `konane-brush-${Math.random()}`;
    for (const [brush, text, title] of BRUSHES) {
      const label = append(group, "label", { title });
      const radio = append(label, "input", { type: "radio", name, value: brush });
      radio.checked = brush === this.brush;
      radio.addEventListener("change", () => (this.brush = brush));
      append(label, "span", {}, text);
    }
  }

  side(tools, name, editor) {
    const label = append(tools, "label", {}, name);
    const input = append(label, "input", { type: "number", min: 1, max: LONGEST_SIDE });
    input.addEventListener("change", () => editor.resize());
    return input;
  }

  button(tools, text, title, act) {
    const button = append(tools, "button", { type: "button", title, "aria-label": title }, text);
    button.addEventListener("click", act);
    return button;
  }

  choice(tools, editor) {
    const label = append(tools, "label", {}, "rules");
    const select = append(label, "select");
    for (const rules of ["multi-jump", "single-jump"]) append(select, "option", { value: rules }, rules);
    select.addEventListener("change", () => editor.set("rules", select.value));
    return select;
  }

  show(cells, report, rules) {
    this.rows.value = cells.length;
    this.columns.value = cells[0].length;
    this.undo.disabled = !report.can_undo;
    this.redo.disabled = !report.can_redo;
    this.rules.value = rules;
  }
}

/** What is known of the position, beside the board. */
class Panel {
  constructor(parent, editor) {
    this.editor = editor;
    this.panel = append(parent, "div", { class: "konane-panel" });
    this.facts = append(this.panel, "dl", { class: "facts", "aria-live": "polite" });
    this.problem = append(this.panel, "p", { class: "problem", role: "status" });
    this.regions = append(this.panel, "div", { class: "regions" });
    this.options = append(this.panel, "div", { class: "options" });
  }

  show(report, isCurrent) {
    clearTimeout(this.waiting);
    this.panel.classList.toggle("is-outdated", !isCurrent || !report.is_complete);
    if (!isCurrent || (report.facts.length === 0 && !report.is_complete)) {
      // What is said of the position before stays for a moment, so that nothing flickers.
      this.waiting = setTimeout(() => this.showFacts([["value", "…"]]), PATIENCE);
    } else {
      this.showFacts(report.facts);
    }
    if (!isCurrent) return;
    this.complain(report.problem);
    this.showRegions(report.regions);
    this.showOptions(report.options);
  }

  complain(problem) {
    this.problem.textContent = problem ?? "";
  }

  showFacts(facts) {
    this.facts.replaceChildren();
    for (const [name, text] of facts) {
      append(this.facts, "dt", {}, name);
      append(this.facts, "dd", name === "value" ? { class: "value" } : {}, text);
    }
  }

  showRegions(regions) {
    this.regions.replaceChildren();
    if (regions.length < 2) return;
    append(this.regions, "h4", {}, "Regions");
    const list = append(this.regions, "ul");
    regions.forEach((region, index) => {
      const item = append(list, "li", { title: region.squares.join(" ") });
      const swatch = append(item, "span", { class: "swatch" }, region.label);
      swatch.style.setProperty("--tint", TINTS[index % TINTS.length]);
      append(item, "span", { class: "value" }, region.value);
    });
  }

  showOptions(options) {
    this.options.replaceChildren();
    for (const { player, moves } of options) {
      const part = append(this.options, "div", { class: "player" });
      append(part, "h4", {}, `${player}: ${moves.length === 1 ? "1 move" : `${moves.length} moves`}`);
      if (moves.length === 0) continue;
      const table = append(append(part, "div", { class: "moves" }), "table");
      const head = append(append(table, "thead"), "tr");
      const isExplained = moves.some(({ status }) => status !== "");
      const names = isExplained ? ["move", "to", "option"] : ["move"];
      for (const name of names) append(head, "th", { scope: "col" }, name);
      const body = append(table, "tbody");
      for (const move of moves) this.option(body, move);
    }
  }

  option(body, { move, value, status, is_best }) {
    const row = append(body, "tr", is_best ? { class: "is-best" } : {});
    const title = `Play ${move}${is_best ? ", a best move" : ""}`;
    const button = append(append(row, "td"), "button", { type: "button", title, "aria-label": title }, move);
    append(row, "td", { class: "value" }, value);
    append(row, "td", { class: "status" }, status);
    const point = (shown) => () => this.editor.board.point(shown);
    row.addEventListener("mouseenter", point(move));
    row.addEventListener("mouseleave", point(null));
    button.addEventListener("focus", point(move));
    button.addEventListener("blur", point(null));
    button.addEventListener("click", () => this.editor.ask({ do: "play", move }));
  }
}

class Editor {
  constructor(model, el) {
    this.model = model;
    // JupyterLab must not take keys for its own.
    const root = append(el, "div", { class: "konane-editor", "data-lm-suppress-shortcuts": "true" });
    root.addEventListener("keydown", (event) => this.pressed(event));
    this.tools = new Tools(root, this);
    const main = append(root, "div", { class: "konane-main" });
    const left = append(main, "div", { class: "konane-position" });
    this.board = new Board(left, (row, column, how) => this.act(row, column, how));
    this.text = append(left, "input", { type: "text", spellcheck: "false", "aria-label": "The position as text" });
    this.text.addEventListener("change", () => this.ask({ do: "read", text: this.text.value }));
    this.panel = new Panel(main, this);
    this.listen();
    this.show();
  }

  listen() {
    const show = () => this.show();
    const hear = (message) => this.panel.complain(message.problem);
    const events = [["change:text change:rules change:_report", show], ["msg:custom", hear]];
    for (const [names, handler] of events) for (const name of names.split(" ")) this.model.on(name, handler);
    this.close = () => {
      for (const [names, handler] of events) for (const name of names.split(" ")) this.model.off(name, handler);
    };
  }

  get cells() {
    return cellsOf(this.model.get("text"));
  }

  show() {
    const [text, rules, report] = ["text", "rules", "_report"].map((name) => this.model.get(name));
    const isCurrent = report.text === text && report.rules === rules;
    this.board.point(null);
    this.board.show(cellsOf(text), isCurrent && report.regions.length > 1 ? report.regions : []);
    this.tools.show(cellsOf(text), report, rules);
    this.text.value = text;
    this.panel.show(report, isCurrent);
  }

  set(name, value) {
    this.model.set(name, value);
    this.model.save_changes();
  }

  /** Has something done in Python. */
  ask(message) {
    this.model.send(message);
  }

  edit(cells) {
    this.set("text", textOf(cells));
  }

  /** Changes a cell: as the brush says on a click, to a hole and back with Shift, or to what is given. */
  act(row, column, how) {
    const cells = this.cells;
    const now = cells[row][column];
    const brush = how === "click" ? this.tools.brush : how;
    if (brush === "shift") {
      cells[row][column] = now === "#" ? "." : "#";
    } else if (brush === "cycle") {
      cells[row][column] = CYCLE[now];
    } else if (brush === "checkered") {
      const stone = checkeredStone(cells, row, column);
      cells[row][column] = now === stone ? "." : stone;
    } else {
      cells[row][column] = brush;
    }
    this.edit(cells);
  }

  resize() {
    const side = (input, now) => {
      const number = Math.round(Number(input.value));
      return number >= 1 ? Math.min(number, Math.max(LONGEST_SIDE, now)) : now;
    };
    const cells = this.cells;
    const rows = side(this.tools.rows, cells.length);
    const columns = side(this.tools.columns, cells[0].length);
    const resized = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => cells[row]?.[column] ?? "."),
    );
    this.edit(resized);
    this.show();
  }

  fill() {
    const cells = this.cells;
    this.edit(cells.map((line, row) => line.map((cell, column) => (cell === "#" ? cell : checkeredStone(cells, row, column)))));
  }

  clear() {
    this.edit(this.cells.map((line) => line.map((cell) => (cell === "#" ? cell : "."))));
  }

  pressed(event) {
    event.stopPropagation();
    // In fields of text the browser undoes.
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input[type=text], input[type=number]")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    this.ask({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
    event.preventDefault();
  }
}

export default {
  render({ model, el }) {
    const editor = new Editor(model, el);
    return () => editor.close();
  },
};
