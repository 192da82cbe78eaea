// SPDX-License-Identifier: MIT
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => { window.result = data; };
worker.onerror = (event) => { window.result = { error: event.message }; };
