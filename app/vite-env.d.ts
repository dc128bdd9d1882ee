/** True in the server build; the browser build drops server-only code. */
interface ImportMetaEnv {
  SSR: boolean
}
interface ImportMeta {
  readonly env: ImportMetaEnv
}

declare module '*?url&no-inline' {
  const url: string
  export default url
}

declare module '*.css'
