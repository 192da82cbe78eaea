// SPDX-License-Identifier: MIT
// What vite makes of an import: the address of a script that is built for a worker.
declare module '*?worker&url' {
  const address: string;
  export default address;
}
