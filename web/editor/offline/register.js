// SPDX-License-Identifier: MIT
// Keeps the page for a start without a network, once it has been loaded and has time. Where the browser cannot, or
// the page was not built, it works as any page.

export function keepOffline() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => setTimeout(() => {
    navigator.serviceWorker.register(new URL('./service_worker.js', document.baseURI)).catch(() => {}); // private mode, no https
  }, 1000);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
