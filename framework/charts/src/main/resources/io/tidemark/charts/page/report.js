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

  // Units that a person would use, by the unit in which values are stored: from which value on, and its size.
  const COUNTS = [['', 1], ['k', 1e3], ['M', 1e6], ['G', 1e9]];
  const RATES = COUNTS.map(([name, size]) => [name + '/s', size]);
  const UNITS = {
    'messages/s': RATES, '1/s': RATES, messages: COUNTS, number: COUNTS,
    ms: [[' ns', 1e-6], [' µs', 1e-3], [' ms', 1], [' s', 1e3]],
    MB: [[' B', 1e-6], [' kB', 1e-3], [' MB', 1], [' GB', 1e3], [' TB', 1e6]],
    'MB/s': [[' B/s', 1e-6], [' kB/s', 1e-3], [' MB/s', 1], [' GB/s', 1e3]],
    bytes: [[' B', 1]], s: [[' s', 1]], '%': [[' %', 1]],
  };
  const unitOf = ({title}) => /\(([^()]*)\)$/.exec(title)?.[1] ?? title;
  const isTime = axis => axis.title === 'time (s)';
  const withoutUnit = ({title}) => title.replace(/ *\([^()]*\)$/, '');

  // The greatest unit that leaves at least 1; thousands are written out below 10,000.
  function unitFor(axis, size) {
    const units = UNITS[unitOf(axis)] ?? [['', 1]];
    return units.findLast(([name, each]) => size >= (/^k/.test(name) && each === 1e3 ? 1e4 : each)) ?? units[0];
  }

  function clock(seconds) {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const two = part => String(part).padStart(2, '0');
    return (hours ? `${hours}:${two(minutes)}` : minutes) + ':' + (rest < 10 ? '0' : '') + number(rest, 4);
  }

  // A value as text; on an axis in the unit of its greatest value.
  function formatted(axis, value, greatest = Math.abs(value), digits = 5) {
    if (isTime(axis)) {
      return greatest < 120 ? number(value, digits) + ' s' : clock(Math.round(value * 10) / 10);
    }
    const [name, size] = unitFor(axis, greatest);
    return value === 0 ? '0' : number(value / size, digits) + name;
  }

  const text = (axis, placed) => {
    switch (axis.scale) {
      case 'CATEGORY': return axis.categories[placed];
      case 'PERCENTILE': return number(valueAt(axis, placed), 8);
      // Whole numbers as they are.
      default: return unitFor(axis, 0)[1] === 1 && !isTime(axis) ? number(placed) + unitFor(axis, 0)[0] : formatted(axis, placed);
    }
  };

  // Distances between times that people count in.
  const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400, 172800, 604800];
  const TIME_PIXELS = 65;

  function times(built) {
    const least = (built.max - built.min) / Math.max(2, built.width / TIME_PIXELS);
    const step = TIMES.find(each => each >= least);
    if (step && built.max - built.min > 3) {
      built.ticks = [];
      for (let at = Math.ceil(built.min / step) * step; at <= built.max; at += step) {
        built.ticks.push({value: at || 0}); // No -0.
      }
    }
  }

  // A range without two of 1, 2 and 5.
  const isNarrow = built => built.max < 2 * built.min;

  // Such a range has the ticks of a linear axis.
  function evenly(built) {
    if (isNarrow(built) && built.max > built.min) {
      const least = (built.max - built.min) / 5;
      const power = 10 ** Math.floor(Math.log10(least));
      const step = [1, 2, 5, 10].find(each => each * power >= least) * power;
      built.ticks = [];
      for (let at = Math.ceil(built.min / step); at * step <= built.max; at++) {
        built.ticks.push({value: at * step});
      }
    }
  }

  function scale(axis, isY) {
    const theme = getComputedStyle(document.body);
    const clear = isTime(axis) || isY && unitOf(axis) in UNITS && unitOf(axis) !== '%';
    const shared = {
      title: {display: !clear, text: withoutUnit(axis), color: theme.color},
      ticks: {color: theme.color, maxRotation: 50, includeBounds: false, ...(isY && {maxTicksLimit: 8})},
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
          return isNarrow(this) || (many ? /^1e/ : /^[125]e/).test(value.toExponential()) ? formatted(axis, value) : null;
        };
        return {...shared, type: 'logarithmic', afterBuildTicks: evenly};
      default:
        shared.ticks.callback = function (value) {
          return formatted(axis, value, Math.max(Math.abs(this.min), Math.abs(this.max)));
        };
        return {...shared, type: 'linear', min: axis.min, max: axis.max, beginAtZero: isY, ...(isTime(axis) && {afterBuildTicks: times})};
    }
  }

  // What is drawn, with its entry in the legend: bands of systems, lines, and single runs of the bands on demand.
  function datasets({spec, each}) {
    const banded = new Set(spec.spreads.map(spread => spread.environment));
    const isSingle = line => line.kind === 'LINE' && banded.has(line.environment);
    const many = spec.lines.length > LEGEND_LINES && new Set(spec.lines.map(line => line.environment)).size > 1;
    const lines = spec.lines.filter(line => !isSingle(line));
    return [
      ...spec.spreads.flatMap(spread => band(spec, spread)),
      ...lines.map(line => ({...dataset(spec, line), entry: many ? line.environment : line.label})),
      ...(each ? spec.lines.filter(isSingle).map(line => ({
        ...dataset(spec, line), borderWidth: 1, pointRadius: 0,
        entry: spec.spreads.find(spread => spread.environment === line.environment).label,
      })) : []),
    ];
  }

  const points = (spec, column, values) =>
    values.map((y, i) => ({x: place(spec.x, spec.columns[column][i]), y: y === null ? NaN : place(spec.y, y)}));

  function band(spec, {label, column, low, middle, high, ...theme}) {
    const colour = colourOf(theme);
    // A logarithmic axis has no place for 0.
    const least = spec.y.scale === 'LOGARITHMIC' ? Math.min(...[...low, ...high].filter(y => y > 0)) : -Infinity;
    const edge = values => ({
      ...LINE, data: points(spec, column, values.map(y => (y === null ? null : Math.max(least, y)))),
      borderWidth: 0, pointRadius: 0, pointHoverRadius: 0, backgroundColor: colour + '38', entry: label, isEdge: true,
    });
    return [
      {...edge(low), label: `${label}: lowest`},
      {...edge(high), label: `${label}: highest`, fill: '-1'},
      {...LINE, label, data: points(spec, column, middle), borderColor: colour, backgroundColor: colour, borderWidth: 2,
        pointRadius: middle.filter(y => y !== null).length <= VISIBLE_POINTS ? 2.5 : 0, entry: label, low, high},
    ];
  }

  const LINE = {type: 'line', fill: false, pointHoverRadius: 4};

  function dataset(spec, line) {
    const colour = colourOf(line);
    const few = line.kind !== 'DASHED' && line.y.filter(y => y !== null).length <= VISIBLE_POINTS;
    return {
      ...LINE,
      type: line.kind === 'BARS' ? 'bar' : 'line',
      label: line.label,
      data: points(spec, line.column, line.y),
      borderColor: colour,
      backgroundColor: colour,
      borderWidth: line.kind === 'DASHED' ? 1.5 : 1.75,
      borderDash: line.kind === 'DASHED' ? [5, 4] : [],
      showLine: line.kind !== 'POINTS',
      pointRadius: line.kind === 'POINTS' ? 4 : few ? 2.5 : 0,
    };
  }

  // As many as a chart is high; the data table has the whole text.
  const MARK_LETTERS = 26;

  // Distance in pixels below which the names of two phases cover each other.
  const PHASE_DISTANCE = 14;

  // Whether the name of a phase has room beside those before it; the data table has all of them.
  function hasRoom(chart, spec, mark) {
    let last = -Infinity;
    for (const phase of spec.marks.filter(({kind}) => kind === 'PHASE')) {
      const x = chart.scales.x.getPixelForValue(place(spec.x, phase.from));
      const room = x - last >= PHASE_DISTANCE;
      if (phase === mark) {
        return room;
      }
      last = room ? x : last;
    }
    return true;
  }

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
        display: mark.kind === 'PHASE' ? ({chart}) => hasRoom(chart, spec, mark) : true,
        rotation: -90,
        content: mark.text.length > MARK_LETTERS ? mark.text.slice(0, MARK_LETTERS - 1) + '…' : mark.text,
        color: colour,
        backgroundColor: 'transparent',
        drawTime: mark.kind === 'CHANGE' ? 'afterDatasetsDraw' : shared.drawTime,
        font: {size: Chart.defaults.font.size - 1, weight: 'normal'},
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
        padding: 2, font: {size: Chart.defaults.font.size - 1, weight: 'normal'}}};
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
    const bands = spec.spreads.length > 0 && !view.each;
    return {
      animation: false,
      parsing: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: bands ? {mode: 'nearest', axis: 'x', intersect: false}
        : few ? {mode: 'index', intersect: false} : {mode: 'nearest', axis: 'xy', intersect: false},
      scales: {x: scale(spec.x, false), y: {...scale(spec.y, true), afterFit: built => { built.width = Math.max(built.width, 5.6 * Chart.defaults.font.size); }}},
      plugins: {
        legend: {display: false, labels: {filter: ({datasetIndex}, {datasets: all}) => !all[datasetIndex].isEdge}},
        title: {display: false, text: view.title, color: getComputedStyle(document.body).color},
        tooltip: {filter: item => !item.dataset.isEdge, callbacks: {
          title: items => (items.length ? `${withoutUnit(spec.x)}: ${text(spec.x, items[0].parsed.x)}` : ''),
          label: ({dataset: {label, low, high}, parsed, dataIndex}) => `${label}: ${text(spec.y, parsed.y)}`
            + (low ? ` (${text(spec.y, low[dataIndex])} to ${text(spec.y, high[dataIndex])})` : ''),
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
    const made = {figure, spec, title: figure.querySelector('h3').textContent, each: false};
    figure.querySelector('[data-do=each]').hidden = !spec.spreads.length;
    made.chart = new Chart(figure.querySelector('canvas'), {
      type: 'line',
      data: {datasets: datasets(made)},
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
    const {chart} = made;
    const {min, max} = chart.scales.x;
    const before = new Map(chart.data.datasets.map(each => [each.label, each]));
    chart.options = options(made);
    chart.data.datasets = datasets(made).map(drawn => Object.assign(before.get(drawn.label) ?? {}, drawn));
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
    made.figure.classList.toggle('zoomed', is);
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

  // ---- Legend: systems or lines; systems where there are many lines.
  function legend(made) {
    const {chart, figure} = made;
    const entries = new Map();
    chart.data.datasets.forEach((drawn, i) => entries.set(drawn.entry, [...(entries.get(drawn.entry) ?? []), i]));
    const colour = indexes => {
      const drawn = indexes.map(i => chart.data.datasets[i]).filter(each => !each.isEdge);
      return drawn[drawn[0].low ? 0 : Math.floor(drawn.length / 2)].borderColor;
    };
    const colours = [...entries].map(([name, indexes]) => name + indexes + colour(indexes)).join();
    if (made.legend === colours) {
      return;
    }
    made.legend = colours;
    figure.querySelector('.legend').replaceChildren(...[...entries].map(([name, indexes]) => {
      const first = chart.data.datasets[indexes[0]];
      const button = element('button', name, {type: 'button'});
      const swatch = element('i', '', {class: first.isEdge ? 'band' : first.borderDash?.length ? 'dashed' : 'line'});
      swatch.style.setProperty('--colour', colour(indexes));
      button.prepend(swatch);
      const isVisible = chart.isDatasetVisible(indexes[0]);
      indexes.forEach(i => chart.setDatasetVisibility(i, isVisible)); // Also runs that were added.
      button.setAttribute('aria-pressed', isVisible);
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
    chart.update('none');
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
    each: (made, button) => {
      made.each = !made.each;
      button.setAttribute('aria-pressed', made.each);
      refresh(made);
    },
    wide: (made, button) => {
      const wide = made.figure.classList.toggle('wide');
      button.setAttribute('aria-pressed', wide);
    },
    table: (made, button) => {
      const data = made.figure.querySelector('.data');
      data.hidden = !data.hidden;
      button.setAttribute('aria-expanded', !data.hidden);
      data.replaceChildren(...(data.hidden ? [] : [dataTable(made)]));
    },
    copy: made => navigator.clipboard
      .writeText(rows(made.spec).map(row => row.join('\t')).join('\n'))
      .then(() => say(made, 'Copied'), () => say(made, 'The browser does not permit copying; use the table')),
  };
  const KEYS = {'+': 'zoomIn', '-': 'zoomOut', ArrowLeft: 'left', ArrowRight: 'right', 0: 'reset', Escape: 'reset'};

  // One column for each line where they share their x, else one row for each point of each line.
  function rows({x, y, columns, lines: runs, spreads}) {
    const lines = [...spreads.flatMap(({label, column, low, middle, high}) => [
      {label: `${label}: median`, column, y: middle}, {label: `${label}: lowest`, column, y: low},
      {label: `${label}: highest`, column, y: high}]), ...runs];
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
    const at = x => (spec.x.scale === 'CATEGORY' ? spec.x.categories[x] : number(x));
    marks.append(...spec.marks.map(mark => element('li',
      `${mark.kind.toLowerCase()} at ${at(mark.from)}${mark.to > mark.from ? ` to ${at(mark.to)}` : ''}: ${mark.text}`)));
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

  // ---- Chapters: what is folded is remembered for a reload; a link into a folded part opens it.
  const FOLDS = 'folds ' + location.pathname;
  const foldable = [...document.querySelectorAll('details')];
  const folds = stored();

  function stored() {
    try {
      return JSON.parse(sessionStorage.getItem(FOLDS)) ?? {};
    } catch {
      return {}; // The browser does not permit it.
    }
  }

  function remember(details, place) {
    folds[place] = details.open;
    try {
      sessionStorage.setItem(FOLDS, JSON.stringify(folds));
    } catch {
      // As before: the page works without.
    }
  }

  function unfold(element) {
    for (let part = element?.closest('details'); part; part = part.parentNode.closest('details')) {
      part.open = true;
    }
  }

  function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) {
      unfold(target.querySelector('.chapter > *') ?? target);
      target.scrollIntoView();
    }
  }

  foldable.forEach((details, place) => {
    details.open = folds[place] ?? details.open;
    details.ontoggle = () => {
      if (!screen) { // Not while it is printed.
        remember(details, place);
      }
    };
  });
  document.querySelectorAll('a[href^="#"]').forEach(link => {
    link.addEventListener('click', () => setTimeout(openTarget)); // Also if the address does not change.
  });
  addEventListener('hashchange', openTarget);

  // ---- Navigation: the chapter in view is the last one that begins in the upper part of the window.
  const links = [...document.querySelectorAll('nav a')];

  function showPlace() {
    const begun = links.filter(link => scrollY > 0
      && document.getElementById(link.hash.slice(1)).getBoundingClientRect().top < innerHeight * 0.3);
    const atEnd = scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - 2;
    const current = (atEnd ? links : begun).at(-1) ?? links[0];
    links.filter(link => link.hasAttribute('aria-current') !== (link === current)).forEach(link => {
      link.toggleAttribute('aria-current', link === current);
      if (link === current) {
        link.setAttribute('aria-current', 'true');
        link.parentNode.scrollTo({left: link.offsetLeft - 40, top: link.offsetTop - link.parentNode.clientHeight / 2});
      }
    });
  }

  let placed = false;
  function placeLater() {
    if (!placed && links.length) {
      placed = true;
      requestAnimationFrame(() => { placed = false; showPlace(); });
    }
  }
  addEventListener('scroll', placeLater, {passive: true});
  addEventListener('resize', placeLater);

  // ---- On paper: answer, environment, figures and method on at most 4 pages; the rest is named.
  const PAPER_MILLIMETRES = 4 * 255 * 0.9; // Of A4 or Letter; parts that are not divided leave some of it empty.
  const NOT_ON_PAPER = ['configuration', 'differences', 'references'];
  const FIGURES_ON_PAPER = 10;
  const ENOUGH_FIGURES = 6;
  const FEWEST_FIGURES = 2;
  const ROWS_ON_PAPER = 20;
  const FEWEST_ROWS = 5;
  const LESS_IMPORTANT = /-(worker|broker|schedule|in-flight|failed|request-leg|round-trip-response)|-distribution$|-runs-/;
  const PAPER_FONT = 8;
  const SCREEN_FONT = Chart.defaults.font.size;
  let screen = null; // What the window shows, while the page is printed.

  function putOnPaper() {
    const opened = [...document.querySelectorAll('details')].filter(details => !details.open && !details.querySelector(':scope > pre'));
    screen = {theme: root.dataset.theme ?? '', opened};
    root.dataset.theme = 'light';
    root.dataset.paper = '';
    Chart.defaults.font.size = PAPER_FONT;
    opened.forEach(details => { details.open = true; });
    fitPaper();
    [...adopted].filter(isOnPaper).forEach(draw);
    views.forEach(made => { refresh(made); made.chart.resize(); });
  }

  function putOnScreen() {
    root.dataset.theme = screen.theme;
    delete root.dataset.paper;
    Chart.defaults.font.size = SCREEN_FONT;
    screen.opened.forEach(details => { details.open = false; });
    document.querySelectorAll('[data-left-out]').forEach(part => part.removeAttribute('data-left-out'));
    views.forEach(made => { refresh(made); made.chart.resize(); });
    setTimeout(() => { screen = null; }); // After the events of what was folded again.
  }

  const isOnPaper = part => !part.closest('[data-left-out]');
  const leaveOut = parts => parts.forEach(part => { part.dataset.leftOut = ''; });

  // Leaves out the least important parts until the rest fits.
  function fitPaper() {
    const figures = [...document.querySelectorAll('figure')];
    const rank = ({id}) => (id.startsWith('sweeps') ? 0 : LESS_IMPORTANT.test(id) ? 2 : 1);
    const byImportance = figures.toSorted((one, other) => rank(one) - rank(other));
    const tables = [...document.querySelectorAll('main tbody')].filter(body => !body.closest('.data'));
    const rows = most => tables.forEach(body => leaveOut([...body.rows].slice(most)));
    const chapters = [...document.querySelectorAll('main > section')];
    const fits = () => document.body.scrollHeight * 25.4 / 96 < PAPER_MILLIMETRES;
    leaveOut(chapters.filter(chapter => NOT_ON_PAPER.includes(chapter.id)));
    leaveOut(byImportance.slice(FIGURES_ON_PAPER));
    rows(ROWS_ON_PAPER);
    const fewer = (from, least) => {
      for (let left = from; left >= least && !fits(); left -= 2) {
        leaveOut(byImportance.slice(left));
      }
    };
    fewer(FIGURES_ON_PAPER - 2, ENOUGH_FIGURES);
    for (let most = ROWS_ON_PAPER - 5; most >= FEWEST_ROWS && !fits(); most -= 5) {
      rows(most);
    }
    fewer(ENOUGH_FIGURES - 2, FEWEST_FIGURES);
    for (const chapter of chapters.slice(1).reverse()) {
      if (!fits()) {
        leaveOut([chapter]);
      }
    }
    leaveOut(chapters.filter(chapter => chapter.querySelector('figure') && ![...chapter.querySelectorAll('figure')].some(isOnPaper)));
    nameLeftOut(chapters, figures, tables);
  }

  function nameLeftOut(chapters, figures, tables) {
    const titles = chapters.filter(chapter => !isOnPaper(chapter)).map(chapter => chapter.querySelector('h2').textContent);
    const charts = figures.filter(figure => !isOnPaper(figure));
    const rows = tables.flatMap(body => [...body.rows]).filter(row => row.hasAttribute('data-left-out') && isOnPaper(row.parentNode));
    const named = [
      titles.length ? `the ${titles.length === 1 ? 'chapter' : 'chapters'} ${titles.join(', ')}` : '',
      charts.length ? `${charts.length} of ${figures.length} charts` : '',
      rows.length ? `${rows.length} rows of tables` : '',
    ].filter(Boolean);
    let sentence = document.getElementById('left-out');
    if (!sentence) {
      sentence = element('p', '', {id: 'left-out'});
      document.body.append(sentence);
    }
    sentence.textContent = named.length ? `Not printed: ${named.join('; ')}. The page has them.` : '';
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
      button.onclick = () => { draw(figure); tools[button.dataset.do](views.get(figure), button); };
    });
    figure.querySelector('.plot').onkeydown = event => {
      const tool = KEYS[event.key];
      if (tool && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        tools[tool](views.get(figure));
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
      const shown = figure.querySelector('.data');
      if (!shown.hidden) {
        shown.replaceChildren(dataTable(made));
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
  addEventListener('beforeprint', putOnPaper);
  addEventListener('afterprint', putOnScreen);
  const observer = new IntersectionObserver(entries => {
    entries.filter(entry => entry.isIntersecting).forEach(entry => { observer.unobserve(entry.target); draw(entry.target); });
    root.dataset.drawnMillis ??= Math.round(performance.now()); // Of the first charts; for tests and benchmarks.
  }, {rootMargin: '300px'});
  document.querySelectorAll('figure').forEach(adopt);
  openTarget();
  placeLater();
  window.tidemark = {adopt, update, remove}; // For live.js.
})();
