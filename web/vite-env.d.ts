/** True in the server build and false in the browser build, which drops server-only code. */
interface ImportMetaEnv {
  SSR: boolean
}
interface ImportMeta {
  readonly env: ImportMetaEnv
}

/** Vite resolves such an import to the URL of the built file. */
declare module '*?url&no-inline' {
  const url: string
  export default url
}

declare module '*.css'
