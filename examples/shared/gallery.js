// SPDX-License-Identifier: MIT
// The card that is pointed at shows its example, one at a time. In: the page's links. Out: a live picture.

const PATIENCE_MS = 250; // who only passes by loads nothing

let timer = 0;
/** @type {HTMLIFrameElement | undefined} */
let shown;

function hide() {
  clearTimeout(timer);
  shown?.remove();
  shown = undefined;
}

function show(/** @type {HTMLAnchorElement} */ link) {
  hide();
  timer = setTimeout(() => {
    shown = document.createElement('iframe');
    shown.src = link.href;
    shown.tabIndex = -1;
    shown.title = link.querySelector('h2').textContent;
    link.querySelector('.picture').append(shown);
  }, PATIENCE_MS);
}

for (const link of document.querySelectorAll('a')) {
  link.addEventListener('pointerenter', () => show(link));
  link.addEventListener('focus', () => show(link));
  link.addEventListener('pointerleave', hide);
  link.addEventListener('blur', hide);
}
