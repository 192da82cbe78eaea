// SPDX-License-Identifier: MIT
// The editor without a network: what was built is kept in the browser at the first visit and served from there. The
// build (vite_offline.js) puts `FILES`, paths from this file on, and `NAME`, their hash, in front of this text.
// A new build is fetched beside the old one and takes its place when no page shows the old one any more.

/** @type {any} */
const worker = globalThis;
const { FILES, NAME } = worker;
const PREFIX = 'three-action-editor ';
const scope = new URL('./', worker.location.href);

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(PREFIX + NAME);
    await cache.addAll(FILES.map((/** @type {string} */ path) => new Request(new URL(path, scope), { cache: 'reload' })));
  })());
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + NAME).map((name) => caches.delete(name)));
    await worker.clients.claim();
  })());
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(scope.href)) return;
  const path = url.pathname.slice(scope.pathname.length) || 'index.html';
  if (!FILES.includes(path)) return;
  event.respondWith((async () => {
    const cache = await caches.open(PREFIX + NAME);
    return await cache.match(new URL(path, scope)) ?? fetch(request);
  })());
});
