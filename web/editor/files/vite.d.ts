// SPDX-License-Identifier: MIT
// What vite gives a page: the address of a script that is built for a worker, and whether the page was built.
declare module '*?worker&url' {
  const address: string;
  export default address;
}

interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
