/** Vite answers such an import with the address of the built file. */
declare module '*?url&no-inline' {
  const address: string
  export default address
}
