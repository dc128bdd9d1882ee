/** True in the renderer's build, and false in the browser's, which then leaves out what only a first answer needs. */
interface ImportMetaEnv {
  SSR: boolean
}
interface ImportMeta {
  readonly env: ImportMetaEnv
}

/** Vite answers such an import with the address of the built file. */
declare module '*?url&no-inline' {
  const address: string
  export default address
}

/** Styles are built beside the script that imports them, and stand in the page itself. */
declare module '*.css'
