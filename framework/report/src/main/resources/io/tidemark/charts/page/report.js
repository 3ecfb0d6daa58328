'use strict';
// Draws the charts that the page contains as JSON (ChartJson.java) with Chart.js. What is drawn is decided in Java;
// here is only how: scales, colours of the theme, zoom, tools.
(() => {
  const TABLE_ROWS = 1000;
  const LEGEND_LINES = 12;
  const VISIBLE_POINTS = 20;
  const {isDark, darkSystem, element, openTarget} = window.tidemark;
  const root = document.documentElement;
  const colourOf = thing => (isDark() ? thing.dark : thing.light);
  const number = (value, digits = 5) => value.toLocaleString('en', {maximumSignificantDigits: digits});

  // Percentiles are placed by 1 / (1 - p / 100): 90, 99 and 99.9 have equal distances.
  const place = (axis, value) => (axis.scale === 'PERCENTILE' ? 100 / (100 - value) : value);
  const valueAt = (axis, placed) => (axis.scale === 'PERCENTILE' ? 100 - 100 / placed : placed);

  const withoutUnit = ({title, head}) => title || head;

  // The greatest unit that leaves at least 1 (Unit.java).
  function unitFor({units}, size) {
    return units.findLast(([from]) => size >= from) ?? units[0];
  }

  function clock(seconds) {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const two = part => String(part).padStart(2, '0');
    return (hours ? `${hours}:${two(minutes)}` : minutes) + ':' + (rest < 10 ? '0' : '') + number(rest, 4);
  }

  // A value as text; on an axis in the unit of its greatest value.
  function formatted(axis, value, greatest = Math.abs(value), digits = 5) {
    if (axis.time && greatest >= 120) {
      return clock(Math.round(value * 10) / 10);
    }
    const [, size, name] = unitFor(axis, greatest);
    return value === 0 ? '0' : number(value / size, digits) + name;
  }

  const text = (axis, placed) => {
    switch (axis.scale) {
      case 'CATEGORY': return axis.ticks[placed];
      case 'PERCENTILE': return number(valueAt(axis, placed), 8);
      // Whole numbers as they are.
      default: return axis.units[0][1] === 1 ? number(placed) + axis.units[0][2] : formatted(axis, placed);
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

  // Texts of ticks say what times, and rates and sizes are.
  const isTitled = (axis, isY) => axis.title && !axis.time && !(isY && axis.units.at(-1)[2] && !/%/.test(axis.head));

  function scale(axis, isY) {
    const theme = getComputedStyle(document.body);
    const shared = {
      title: {display: isTitled(axis, isY), text: axis.title, color: theme.color},
      ticks: {color: theme.color, maxRotation: 50, includeBounds: false, ...(isY && {maxTicksLimit: 8})},
      grid: {color: getComputedStyle(document.querySelector('figure')).borderTopColor},
    };
    switch (axis.scale) {
      case 'CATEGORY':
        return {...shared, type: 'category', labels: axis.ticks, offset: true};
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
        return {...shared, type: 'linear', min: axis.min, max: axis.max, beginAtZero: isY, ...(axis.time && {afterBuildTicks: times})};
    }
  }

  const manyLines = spec => spec.lines.filter(line => line.kind !== 'BAND').length > LEGEND_LINES;

  // What is drawn, with its entry in the legend: bands of systems, lines, and single runs of the bands on demand.
  function datasets({spec, each}) {
    const bands = spec.lines.filter(line => line.kind === 'BAND');
    const banded = new Set(bands.map(line => line.environment));
    const isSingle = line => line.kind === 'LINE' && banded.has(line.environment);
    const many = manyLines(spec) && new Set(spec.lines.map(line => line.environment)).size > 1;
    const lines = spec.lines.filter(line => !isSingle(line) && line.kind !== 'BAND');
    return [
      ...bands.flatMap(line => band(spec, line)),
      ...lines.map(line => ({...dataset(spec, line), entry: many && line.kind !== 'DASHED' ? line.environment : line.label})),
      ...(each ? spec.lines.filter(isSingle).map(line => ({
        ...dataset(spec, line), borderWidth: 1, pointRadius: 0,
        entry: bands.find(each => each.environment === line.environment).label,
      })) : []),
    ];
  }

  const points = (spec, column, values) =>
    values.map((y, i) => ({x: place(spec.x, spec.columns[column][i]), y: y === null ? NaN : place(spec.y, y)}));

  function band(spec, {label, column, low, y: middle, high, ...theme}) {
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
        pointRadius: middle.filter(y => y !== null).length <= VISIBLE_POINTS ? 2.5 : 0, entry: label, low, high, isBand: true},
    ];
  }

  const LINE = {type: 'line', fill: false, pointHoverRadius: 4};

  const SIGNS = {POINTS: 'circle', FAILED: 'crossRot', MEANS: 'rectRot'};
  const RADII = {POINTS: 4, FAILED: 6, MEANS: 6};

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
      showLine: !(line.kind in SIGNS),
      pointStyle: SIGNS[line.kind],
      pointRadius: RADII[line.kind] ?? (few ? 2.5 : 0),
      low: line.low,
      high: line.high,
    };
  }

  // As many as a chart is high; the data table has the whole text.
  const MARK_LETTERS = 26;

  // Distance in pixels below which the texts of two marks cover each other.
  const MARK_DISTANCE = 14;

  // The texts of marks that have room: others are counted at the one before them, phases are left out.
  function markTexts(chart, spec) {
    const at = mark => chart.scales.x.getPixelForValue(place(spec.x, mark.from));
    const texts = new Map();
    const taken = [];
    const ordered = spec.marks.toSorted((one, other) =>
      (one.kind === 'PHASE') - (other.kind === 'PHASE') || one.from - other.from);
    for (const mark of ordered) {
      const before = taken.find(other => Math.abs(at(other) - at(mark)) < MARK_DISTANCE);
      if (!before) {
        taken.push(mark);
        texts.set(mark, 1);
      } else if (mark.kind !== 'PHASE') {
        texts.set(before, texts.get(before) + 1);
      }
    }
    return texts;
  }

  function markText(texts, mark) {
    const more = texts.get(mark) > 1 ? ` +${texts.get(mark) - 1}` : '';
    const letters = MARK_LETTERS - more.length;
    return (mark.text.length > letters ? mark.text.slice(0, letters - 1) + '…' : mark.text) + more;
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
        display: ({chart}) => markTexts(chart, spec).has(mark),
        rotation: -90,
        content: ({chart}) => markText(markTexts(chart, spec), mark),
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

  // In lines that are not longer than the chart.
  function wrapped(content, {left, right}) {
    const letters = Math.max(20, Math.floor((right - left) / (0.5 * Chart.defaults.font.size)) - 2);
    return content.match(new RegExp(`.{1,${letters}}(?: |$)|.{${letters}}`, 'g')).map(line => line.trim());
  }

  // The page's colour, through which lines below a text are still visible.
  const veil = () => getComputedStyle(root).backgroundColor.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.75)');

  function reference({label, y, low, high}) {
    const {color} = getComputedStyle(document.body);
    const line = {type: 'line', scaleID: 'y', value: y, borderColor: color, borderWidth: 1, borderDash: [2, 3],
      label: {display: true, content: ({chart}) => wrapped(label, chart.chartArea), textAlign: 'start', color, backgroundColor: veil(),
        position: 'start', yAdjust: ({chart}) => -4 - 0.65 * Chart.defaults.font.size * wrapped(label, chart.chartArea).length,
        padding: 2, font: {size: Chart.defaults.font.size - 1, weight: 'normal'}}};
    return low === undefined ? [line] : [{type: 'box', yMin: low, yMax: high, borderWidth: 0, backgroundColor: '#8884', drawTime: 'beforeDatasetsDraw'}, line];
  }

  // Intervals of means: lines with ends, arrows where the axis ends before them.
  const intervals = {
    id: 'intervals',
    afterDatasetsDraw: chart => {
      const {ctx, data, scales: {x, y}} = chart;
      data.datasets.forEach((drawn, i) => {
        if (!drawn.low || drawn.isBand || !chart.isDatasetVisible(i)) {
          return;
        }
        ctx.strokeStyle = drawn.borderColor;
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        drawn.data.forEach((point, at) => {
          if (drawn.low[at] === null) {
            return;
          }
          const px = x.getPixelForValue(point.x);
          const ends = [drawn.low[at], drawn.high[at]].map(value => y.getPixelForValue(value));
          const [low, high] = ends.map(end => Math.min(y.bottom, Math.max(y.top, end)));
          ctx.moveTo(px, low);
          ctx.lineTo(px, high);
          [[low, ends[0], -6], [high, ends[1], 6]].forEach(([end, real, inside]) => {
            const back = end === real ? end : end + inside;
            ctx.moveTo(px - 5, back);
            ctx.lineTo(px, end);
            ctx.lineTo(px + 5, back);
          });
        });
        ctx.stroke();
      });
    },
  };

  const background = {
    id: 'background',
    beforeDraw: ({ctx, width, height}) => {
      ctx.fillStyle = getComputedStyle(root).backgroundColor;
      ctx.fillRect(0, 0, width, height);
    },
  };

  function options(view) {
    const {spec} = view;
    const few = spec.columns.length === 1 && !manyLines(spec);
    const bands = spec.lines.some(line => line.kind === 'BAND') && !view.each;
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
        annotation: {annotations: [...spec.marks.flatMap(mark => annotations(spec, mark)), ...spec.references.flatMap(reference)]},
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
    figure.querySelector('[data-do=each]').hidden = !spec.lines.some(line => line.kind === 'BAND'
      && spec.lines.some(other => other.kind === 'LINE' && other.environment === line.environment));
    made.chart = new Chart(figure.querySelector('canvas'), {
      type: 'line',
      data: {datasets: datasets(made)},
      options: options(made),
      plugins: [background, intervals],
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
      return drawn[drawn[0].isBand ? 0 : Math.floor(drawn.length / 2)].borderColor;
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
      lines.display = !manyLines(made.spec);
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
  function rows({x, y, columns, lines: drawn}) {
    const lines = drawn.flatMap(line => (line.low
      ? [{...line, label: line.kind === 'BAND' ? `${line.label}: median` : line.label},
          {...line, label: `${line.label}: lowest`, y: line.low}, {...line, label: `${line.label}: highest`, y: line.high}]
      : [line]));
    const cell = (axis, value) => (axis.scale === 'CATEGORY' ? axis.ticks[value] : value ?? '');
    return columns.length === 1
      ? [[x.head, ...lines.map(line => `${line.label}: ${y.head}`)],
          ...columns[0].map((at, i) => [cell(x, at), ...lines.map(line => cell(y, line.y[i]))])]
      : [['line', x.head, y.head],
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
    const at = x => (spec.x.scale === 'CATEGORY' ? spec.x.ticks[x] : number(x));
    marks.append(...spec.marks.map(mark => element('li',
      `${mark.kind.toLowerCase()} at ${at(mark.from)}${mark.to > mark.from ? ` to ${at(mark.to)}` : ''}: ${mark.text}`)));
    marks.append(...spec.references.map(line => element('li', `line at ${number(line.y)}: ${line.label}`)));
    scroll.append(marks, table);
    return scroll;
  }

  // ---- Start.
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
  document.getElementById('theme').addEventListener('click', redraw);
  darkSystem.onchange = redraw;
  const observer = new IntersectionObserver(entries => {
    entries.filter(entry => entry.isIntersecting).forEach(entry => { observer.unobserve(entry.target); draw(entry.target); });
    root.dataset.drawnMillis ??= Math.round(performance.now()); // Of the first charts; for tests and benchmarks.
  }, {rootMargin: '300px'});
  document.querySelectorAll('figure').forEach(adopt);
  openTarget(); // What is drawn may have another height.
  Object.assign(window.tidemark, {adopt, update, remove}); // For live.js.
})();
