'use strict';
// Zooms the flame graphs that the page contains (FlameGraph.java): a click on a frame makes it as wide as the graph,
// a click on a frame above it goes back.
(() => {
  const WIDTH = 1200;
  const LETTER = 6.6;
  const fitting = (name, width) => {
    const letters = Math.floor((width - 6) / LETTER);
    return letters < 3 ? '' : name.length <= letters ? name : name.slice(0, letters - 1) + '…';
  };

  function zoom(svg, frame) {
    const [left, share] = [+frame.dataset.x, +frame.dataset.w];
    const row = +frame.querySelector('rect').getAttribute('y');
    for (const each of svg.querySelectorAll('g')) {
      const [x, w] = [+each.dataset.x, +each.dataset.w];
      const rect = each.querySelector('rect');
      const above = +rect.getAttribute('y') < row;
      const around = above && x <= left + 1e-4 && x + w >= left + share - 1e-4;
      const inside = !above && x >= left - 1e-5 && x + w <= left + share + 1e-4;
      each.classList.toggle('out', !around && !inside);
      each.classList.toggle('over', around);
      const from = around ? 0 : ((x - left) / share) * WIDTH;
      const width = around ? WIDTH : (w / share) * WIDTH;
      rect.setAttribute('x', from);
      rect.setAttribute('width', Math.max(0.5, width - 0.5));
      const text = each.querySelector('text');
      text.setAttribute('x', from + 3);
      text.textContent = fitting(each.dataset.n, width);
    }
  }

  for (const svg of document.querySelectorAll('svg.flame')) {
    svg.addEventListener('click', event => {
      const frame = event.target.closest('g');
      if (frame) zoom(svg, frame);
    });
  }
})();
