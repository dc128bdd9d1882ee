/** A path that cannot be decoded, or has a control character, belongs to no page: no route pattern matches a line break. */
export function isPagePathname(pathname: string): boolean {
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
