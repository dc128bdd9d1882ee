/** True in the server build; the browser build drops server-only code. */
interface ImportMetaEnv {
  SSR: boolean
}
interface ImportMeta {
  readonly env: ImportMetaEnv
}

/** Such an import is the URL of the built file. */
declare module '*?url&no-inline' {
  const url: string
  export default url
}

declare module '*.css'
