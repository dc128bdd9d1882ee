/* Pictures that are imported: their address in the built site. */
declare module '*.avif' {
  const address: string
  export default address
}
declare module '*.webp' {
  const address: string
  export default address
}
declare module '*.css' {}
