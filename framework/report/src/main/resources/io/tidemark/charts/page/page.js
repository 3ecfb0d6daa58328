'use strict';
// What all pages have: tables that can be sorted, chapters, navigation, themes, paper.
(() => {
  const root = document.documentElement;
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : darkSystem.matches);

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
  const ENOUGH_FIGURES = 6;
  const FEWEST_FIGURES = 2;
  const ROWS_ON_PAPER = 20;
  const FEWEST_ROWS = 5;
  let screen = null; // What the window shows, while the page is printed.

  function putOnPaper() {
    const opened = [...document.querySelectorAll('details')].filter(details => !details.open && !details.querySelector(':scope > pre'));
    screen = {theme: root.dataset.theme ?? '', opened};
    root.dataset.theme = 'light';
    root.dataset.paper = '';
    opened.forEach(details => { details.open = true; });
    document.querySelectorAll('figure > template').forEach(drawing => {
      drawing.parentNode.querySelector('.plot').append(drawing.content.cloneNode(true));
    });
    fitPaper();
  }

  function putOnScreen() {
    root.dataset.theme = screen.theme;
    delete root.dataset.paper;
    document.querySelectorAll('.plot > svg').forEach(drawing => drawing.remove());
    screen.opened.forEach(details => { details.open = false; });
    document.querySelectorAll('[data-left-out]').forEach(part => part.removeAttribute('data-left-out'));
    setTimeout(() => { screen = null; }); // After the events of what was folded again.
  }

  const isOnPaper = part => !part.closest('[data-left-out]');
  const leaveOut = parts => parts.forEach(part => { part.dataset.leftOut = ''; });

  // Leaves out the least important parts until the rest fits.
  function fitPaper() {
    const figures = [...document.querySelectorAll('figure')];
    const rank = figure => Number(figure.querySelector('template')?.dataset.rank ?? Infinity);
    const byImportance = figures.filter(figure => rank(figure) < Infinity).toSorted((one, other) => rank(one) - rank(other));
    const tables = [...document.querySelectorAll('main tbody')].filter(body => !body.closest('.data'));
    const rows = most => tables.forEach(body => leaveOut([...body.rows].slice(most)));
    const chapters = [...document.querySelectorAll('main > section')];
    const fits = () => document.body.scrollHeight * 25.4 / 96 < PAPER_MILLIMETRES;
    leaveOut(chapters.filter(chapter => NOT_ON_PAPER.includes(chapter.id)));
    leaveOut(figures.filter(figure => rank(figure) === Infinity));
    rows(ROWS_ON_PAPER);
    const fewer = (from, least) => {
      for (let left = from; left >= least && !fits(); left -= 2) {
        leaveOut(byImportance.slice(left));
      }
    };
    fewer(byImportance.length - 2, ENOUGH_FIGURES);
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
  const theme = document.getElementById('theme');
  theme.hidden = false;
  theme.onclick = () => { root.dataset.theme = isDark() ? 'light' : 'dark'; };
  addEventListener('beforeprint', putOnPaper);
  addEventListener('afterprint', putOnScreen);
  window.tidemark = {isDark, darkSystem, element, openTarget}; // For report.js and live.js.
  openTarget();
  placeLater();
})();
