'use strict';
// Replaces the content of the page by what the command sends. Elements stay the same as far as possible, so that
// focus, zoom and open tables stay.
(() => {
  const {adopt, update, remove} = window.tidemark;
  const connection = document.getElementById('connection');
  let waiting = null;

  // The element that takes the place of the old one: the old one where it can be changed.
  function merged(old, fresh) {
    if (!old || old.localName !== fresh.localName || old.id !== fresh.id) {
      return fresh;
    }
    if (old.localName === 'figure') {
      update(old, fresh);
      return old;
    }
    if (old.isEqualNode(fresh)) {
      return old;
    }
    if (!old.childElementCount || !fresh.childElementCount) {
      return fresh;
    }
    for (const {name, value} of fresh.attributes) {
      old.setAttribute(name, value);
    }
    const before = [...old.children];
    const children = [...fresh.children].map((child, i) =>
      merged(child.id ? before.find(other => other.id === child.id) : before[i], child));
    if (children.length !== before.length || children.some((child, i) => child !== before[i])) {
      old.replaceChildren(...children);
    }
    return old;
  }

  function show(html) {
    const main = document.querySelector('main');
    const before = [...main.querySelectorAll('figure')];
    merged(main, new DOMParser().parseFromString(html, 'text/html').querySelector('main'));
    before.filter(figure => !figure.isConnected).forEach(remove);
    main.querySelectorAll('figure').forEach(adopt);
  }

  function showNow() {
    if (waiting !== null) {
      show(waiting);
      waiting = null;
    }
  }

  const source = new EventSource('events');
  source.onopen = () => { connection.textContent = ''; };
  source.onmessage = ({data}) => {
    waiting = data;
    if (!document.hidden) { // A hidden page must not take the time of the machine that measures.
      showNow();
    }
  };
  source.addEventListener('end', () => {
    source.close();
    showNow();
    connection.textContent = 'The command has ended. This page is not updated any more; it can still be read.';
    document.documentElement.dataset.ended = '';
  });
  source.onerror = () => {
    connection.textContent = 'No connection to the command: it was stopped, or it is being started again. This page tries again.';
  };
  document.addEventListener('visibilitychange', showNow);
})();
