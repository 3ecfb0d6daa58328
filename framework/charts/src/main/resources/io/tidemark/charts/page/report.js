'use strict';
// Draws the charts that the page contains as JSON (ChartJson.java) and sorts its tables. What is drawn is
// decided in Java; here is only how: scales, colours of the theme, zoom, tools.
(() => {
  const TABLE_ROWS = 1000;
  const LEGEND_LINES = 12;
  const VISIBLE_POINTS = 20;
  const root = document.documentElement;
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : darkSystem.matches);
  const colourOf = thing => (isDark() ? thing.dark : thing.light);
  const number = (value, digits = 5) => value.toLocaleString('en', {maximumSignificantDigits: digits});

  // Percentiles are placed by 1 / (1 - p / 100): 90, 99 and 99.9 have equal distances.
  const place = (axis, value) => (axis.scale === 'PERCENTILE' ? 100 / (100 - value) : value);
  const valueAt = (axis, placed) => (axis.scale === 'PERCENTILE' ? 100 - 100 / placed : placed);
  const text = (axis, placed) =>
    axis.scale === 'CATEGORY' ? axis.categories[placed] : number(valueAt(axis, placed), axis.scale === 'PERCENTILE' ? 8 : 5);

  function scale(axis, beginAtZero) {
    const theme = getComputedStyle(document.body);
    const shared = {
      title: {display: true, text: axis.title, color: theme.color},
      ticks: {color: theme.color, maxRotation: 50, includeBounds: false},
      grid: {color: getComputedStyle(document.querySelector('figure')).borderTopColor},
    };
    switch (axis.scale) {
      case 'CATEGORY':
        return {...shared, type: 'category', labels: axis.categories, offset: true};
      case 'PERCENTILE':
        shared.ticks.callback = placed => text(axis, placed);
        return {
          ...shared,
          type: 'logarithmic',
          afterBuildTicks: built => {
            const shown = [1, 2, 4, 10, 20, 100, 1e3, 1e4, 1e5, 1e6, 1e7];
            built.ticks = shown.filter(v => v >= built.min && v <= built.max).map(value => ({value}));
          },
        };
      case 'LOGARITHMIC':
        shared.ticks.callback = function (value) {
          const many = this.max > 1e3 * this.min;
          return (many ? /^1e/ : /^[125]e/).test(value.toExponential()) ? number(value) : null;
        };
        return {...shared, type: 'logarithmic'};
      default:
        shared.ticks.callback = value => number(value);
        return {...shared, type: 'linear', min: axis.min, max: axis.max, beginAtZero};
    }
  }

  function dataset(spec, line) {
    const x = spec.columns[line.column];
    const colour = colourOf(line);
    const few = line.kind !== 'DASHED' && line.y.filter(y => y !== null).length <= VISIBLE_POINTS;
    return {
      type: line.kind === 'BARS' ? 'bar' : 'line',
      label: line.label,
      data: line.y.map((y, i) => ({x: place(spec.x, x[i]), y: y === null ? NaN : place(spec.y, y)})),
      borderColor: colour,
      backgroundColor: colour,
      borderWidth: line.kind === 'DASHED' ? 1.5 : 1.75,
      borderDash: line.kind === 'DASHED' ? [5, 4] : [],
      showLine: line.kind !== 'POINTS',
      pointRadius: line.kind === 'POINTS' ? 4 : few ? 2.5 : 0,
      pointHoverRadius: 4,
    };
  }

  // As many as a chart is high; the data table has the whole text.
  const MARK_LETTERS = 26;

  function annotations(spec, mark) {
    const colour = colourOf(mark);
    const from = place(spec.x, mark.from);
    const to = place(spec.x, mark.to);
    const isRange = mark.kind !== 'PHASE' && to > from;
    const shared = {drawTime: 'beforeDatasetsDraw', borderColor: colour, borderWidth: mark.kind === 'PHASE' || isRange ? 1 : 2};
    const range = {...shared, type: 'box', xMin: from, xMax: to, backgroundColor: colour + '33'};
    const start = {
      ...shared,
      type: 'line',
      scaleID: 'x',
      value: from,
      label: {
        display: true,
        rotation: -90,
        content: mark.text.length > MARK_LETTERS ? mark.text.slice(0, MARK_LETTERS - 1) + '…' : mark.text,
        color: colour,
        backgroundColor: 'transparent',
        font: {size: 11, weight: 'normal'},
        padding: 2,
        position: isRange ? 'end' : 'start',
        xAdjust: 8,
      },
    };
    return isRange ? [range, start] : [start];
  }

  // The page's colour, through which lines below a text are still visible.
  const veil = () => getComputedStyle(root).backgroundColor.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.75)');

  function reference(line) {
    const colour = getComputedStyle(document.body).color;
    return {type: 'line', scaleID: 'y', value: line.y, borderColor: colour, borderWidth: 1, borderDash: [2, 3],
      label: {display: true, content: line.label, color: colour, backgroundColor: veil(), position: 'start', yAdjust: -9,
        padding: 2, font: {size: 11, weight: 'normal'}}};
  }

  const background = {
    id: 'background',
    beforeDraw: ({ctx, width, height}) => {
      ctx.fillStyle = getComputedStyle(root).backgroundColor;
      ctx.fillRect(0, 0, width, height);
    },
  };

  function options(view) {
    const {spec} = view;
    const few = spec.columns.length === 1 && spec.lines.length <= LEGEND_LINES;
    return {
      animation: false,
      parsing: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: few ? {mode: 'index', intersect: false} : {mode: 'nearest', axis: 'xy', intersect: false},
      scales: {x: scale(spec.x, false), y: {...scale(spec.y, true), afterFit: built => { built.width = Math.max(built.width, 76); }}},
      plugins: {
        legend: {display: false},
        title: {display: false, text: view.title, color: getComputedStyle(document.body).color},
        tooltip: {callbacks: {
          title: items => (items.length ? `${spec.x.title}: ${text(spec.x, items[0].parsed.x)}` : ''),
          label: item => `${item.dataset.label}: ${text(spec.y, item.parsed.y)}`,
        }},
        annotation: {annotations: [...spec.marks.flatMap(mark => annotations(spec, mark)), ...spec.references.map(reference)]},
        zoom: {
          limits: {x: {min: 'original', max: 'original'}},
          zoom: {
            mode: 'x',
            drag: {enabled: true, backgroundColor: '#8884'},
            wheel: {enabled: true, modifierKey: 'ctrl'},
            onZoom: () => follow(view),
          },
          pan: {mode: 'x', onPan: () => follow(view)},
        },
      },
    };
  }

  // ---- Charts are drawn when they come into view: a page may have many.
  const views = new Map(); // By figure.

  function view(figure) {
    const spec = JSON.parse(figure.querySelector('script').textContent);
    const made = {figure, spec, title: figure.querySelector('h3').textContent};
    made.chart = new Chart(figure.querySelector('canvas'), {
      type: 'line',
      data: {datasets: spec.lines.map(line => dataset(spec, line))},
      options: options(made),
      plugins: [background],
    });
    legend(made);
    return made;
  }

  function draw(figure) {
    if (!views.has(figure)) {
      const made = view(figure);
      views.set(figure, made);
      const leader = [...views.values()].find(other => other !== made && isLinked(other, made) && other.zoomed);
      if (leader) {
        show(made, leader.chart.scales.x);
      }
    }
  }

  // After its data or the theme has changed; lines that were hidden stay hidden.
  function refresh(made) {
    const {chart, spec} = made;
    const {min, max} = chart.scales.x;
    const before = new Map(chart.data.datasets.map(each => [each.label, each]));
    chart.options = options(made);
    chart.data.datasets = spec.lines.map(line => Object.assign(before.get(line.label) ?? {}, dataset(spec, line)));
    chart.update('none');
    if (made.zoomed) {
      show(made, {min, max});
    }
    legend(made);
  }

  const redraw = () => views.forEach(refresh);

  // ---- Zoom: the timelines of a workload have one time axis.
  const isTimeline = ({figure}) => figure.classList.contains('timeline');
  const isLinked = (one, other) =>
    isTimeline(one) && isTimeline(other) && one.figure.parentNode === other.figure.parentNode;

  function show(made, {min, max}) {
    made.chart.zoomScale('x', {min, max}, 'none');
    zoomed(made, true);
  }

  function zoomed(made, is) {
    made.zoomed = is;
    const {min, max} = made.chart.scales.x;
    made.figure.querySelector('[data-do=reset]').disabled = !is;
    say(made, is ? `Shows ${text(made.spec.x, min)} to ${text(made.spec.x, max)}` : '');
  }

  function follow(made) {
    const {min, max} = made.chart.scales.x;
    zoomed(made, made.chart.isZoomedOrPanned());
    for (const other of views.values()) {
      if (other !== made && isLinked(made, other)) {
        show(other, {min, max});
      }
    }
  }

  function reset(made) {
    for (const other of views.values()) {
      if (other === made || isLinked(made, other)) {
        other.chart.resetZoom('none');
        zoomed(other, false);
      }
    }
  }

  const say = (made, message) => { made.figure.querySelector('output').textContent = message; };

  // ---- Legend: lines, or environments where there are many lines.
  function legend(made) {
    const {spec, chart, figure} = made;
    const byEnvironment = spec.lines.length > LEGEND_LINES && new Set(spec.lines.map(line => line.environment)).size > 1;
    const entries = new Map();
    spec.lines.forEach((line, i) => {
      const name = byEnvironment ? line.environment : line.label;
      entries.set(name, [...(entries.get(name) ?? []), i]);
    });
    const colours = [...entries].map(([name, indexes]) => name + colourOf(spec.lines[indexes[0]])).join();
    if (made.legend === colours) {
      return;
    }
    made.legend = colours;
    figure.querySelector('.legend').replaceChildren(...[...entries].map(([name, indexes]) => {
      const line = spec.lines[indexes[Math.floor(indexes.length / 2)]];
      const button = element('button', name, {type: 'button'});
      const swatch = element('i', '', {class: line.kind.toLowerCase()});
      swatch.style.backgroundColor = colourOf(line);
      button.prepend(swatch);
      button.setAttribute('aria-pressed', chart.isDatasetVisible(indexes[0]));
      button.onclick = () => {
        const visible = !chart.isDatasetVisible(indexes[0]);
        indexes.forEach(i => chart.setDatasetVisibility(i, visible));
        button.setAttribute('aria-pressed', visible);
        chart.update('none');
      };
      const item = element('li');
      item.append(button);
      return item;
    }));
  }

  // ---- Tools of a chart.
  const tools = {
    zoomIn: made => made.chart.zoom({x: 1.5}),
    zoomOut: made => made.chart.zoom({x: 1 / 1.5}),
    left: made => made.chart.pan({x: made.chart.width / 8}),
    right: made => made.chart.pan({x: -made.chart.width / 8}),
    reset,
    png: made => {
      const {title, legend: lines} = made.chart.options.plugins;
      title.display = true;
      lines.display = made.spec.lines.length <= LEGEND_LINES;
      made.chart.update('none');
      Object.assign(document.createElement('a'), {href: made.chart.toBase64Image(), download: made.figure.id + '.png'}).click();
      title.display = lines.display = false;
      made.chart.update('none');
    },
    copy: made => navigator.clipboard
      .writeText(rows(made.spec).map(row => row.join('\t')).join('\n'))
      .then(() => say(made, 'Copied'), () => say(made, 'The browser does not permit copying; use the table')),
  };
  const KEYS = {'+': 'zoomIn', '-': 'zoomOut', ArrowLeft: 'left', ArrowRight: 'right', 0: 'reset', Escape: 'reset'};

  // One column for each line where they share their x, else one row for each point of each line.
  function rows({x, y, columns, lines}) {
    const cell = (axis, value) => (axis.scale === 'CATEGORY' ? axis.categories[value] : value ?? '');
    return columns.length === 1
      ? [[x.title, ...lines.map(line => `${line.label}: ${y.title}`)],
          ...columns[0].map((at, i) => [cell(x, at), ...lines.map(line => cell(y, line.y[i]))])]
      : [['line', x.title, y.title],
          ...lines.flatMap(line => line.y.map((value, i) => [line.label, cell(x, columns[line.column][i]), cell(y, value)]))];
  }

  function dataTable({spec, title}) {
    const all = rows(spec);
    const table = element('table');
    const left = all.length - 1 - TABLE_ROWS;
    table.append(element('caption', `${title}${left > 0 ? `: the first ${TABLE_ROWS} of ${all.length - 1} rows; "Copy data" has all` : ''}`));
    all.slice(0, TABLE_ROWS + 1).forEach((row, i) => {
      const line = table.appendChild(element('tr'));
      line.append(...row.map(value => element(i === 0 ? 'th' : 'td', String(value))));
    });
    const scroll = element('div', '', {class: 'scroll'});
    const marks = element('ul');
    marks.append(...spec.marks.map(mark => element('li',
      `${mark.kind.toLowerCase()} at ${number(mark.from)}${mark.to > mark.from ? ` to ${number(mark.to)}` : ''}: ${mark.text}`)));
    marks.append(...spec.references.map(line => element('li', `line at ${number(line.y)}: ${line.label}`)));
    scroll.append(marks, table);
    return scroll;
  }

  function element(name, content = '', attributes = {}) {
    const made = document.createElement(name);
    made.textContent = content;
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
  }

  // ---- Tables.
  function sort(head) {
    const body = head.closest('table').tBodies[0];
    const descending = head.getAttribute('aria-sort') === 'ascending';
    const key = row => {
      const cell = row.cells[head.cellIndex];
      return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
    };
    const order = (one, other) =>
      typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en', {numeric: true});
    const sorted = [...body.rows].map(row => [key(row), row]).sort((one, other) => order(one[0], other[0]));
    body.append(...(descending ? sorted.reverse() : sorted).map(pair => pair[1]));
    head.parentNode.querySelectorAll('[aria-sort]').forEach(other => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
  }

  // ---- Start.
  document.querySelectorAll('th button').forEach(button => { button.onclick = () => sort(button.parentNode); });
  const adopted = new Set();
  function adopt(figure) {
    if (adopted.has(figure)) {
      return;
    }
    adopted.add(figure);
    figure.querySelectorAll('[data-do]').forEach(button => {
      button.onclick = () => { draw(figure); tools[button.dataset.do](views.get(figure)); };
    });
    figure.querySelector('.plot').onkeydown = event => {
      const tool = KEYS[event.key];
      if (tool && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        tools[tool](views.get(figure));
      }
    };
    figure.querySelector('.data').ontoggle = ({target}) => {
      draw(figure);
      if (target.open && target.childElementCount === 1) {
        target.append(dataTable(views.get(figure)));
      }
    };
    observer.observe(figure);
  }

  // A figure with other data: what the reader has zoomed, hidden or opened stays so.
  function update(figure, fresh) {
    const data = figure.querySelector('script');
    data.textContent = fresh.querySelector('script').textContent;
    const made = views.get(figure);
    if (made) {
      made.spec = JSON.parse(data.textContent);
      refresh(made);
      const table = figure.querySelector('.data > .scroll');
      if (table) {
        table.replaceWith(dataTable(made));
      }
    }
  }

  function remove(figure) {
    views.get(figure)?.chart.destroy();
    views.delete(figure);
    adopted.delete(figure);
  }
  const theme = document.getElementById('theme');
  theme.hidden = false;
  theme.onclick = () => { root.dataset.theme = isDark() ? 'light' : 'dark'; redraw(); };
  darkSystem.onchange = redraw;
  let screenTheme;
  addEventListener('beforeprint', () => {
    screenTheme = root.dataset.theme ?? '';
    root.dataset.theme = 'light';
    adopted.forEach(draw);
    redraw();
  });
  addEventListener('afterprint', () => { root.dataset.theme = screenTheme; redraw(); });
  const observer = new IntersectionObserver(entries => {
    entries.filter(entry => entry.isIntersecting).forEach(entry => { observer.unobserve(entry.target); draw(entry.target); });
    root.dataset.drawnMillis ??= Math.round(performance.now()); // Of the first charts; for tests and benchmarks.
  }, {rootMargin: '300px'});
  document.querySelectorAll('figure').forEach(adopt);
  window.tidemark = {adopt, update, remove}; // For live.js.
})();
