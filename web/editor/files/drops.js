// SPDX-License-Identifier: MIT
// Files dropped anywhere on the page. In: drags of files; a part of the page may take them before. Out: the files.

/**
 * @param {(files: File[]) => void} take
 * @param {() => string} text - shown while files hang over the page
 */
export function acceptDrops(take, text) {
  const sheet = document.createElement('div');
  sheet.className = 'drop-sheet';
  sheet.hidden = true;
  document.body.append(sheet);
  const holdsFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') === true;
  addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    sheet.textContent = text();
    sheet.hidden = false;
  });
  addEventListener('dragleave', (event) => { if (event.relatedTarget === null) sheet.hidden = true; });
  addEventListener('drop', (event) => {
    sheet.hidden = true;
    if (event.defaultPrevented || !holdsFiles(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length > 0) take(files);
  });
}
