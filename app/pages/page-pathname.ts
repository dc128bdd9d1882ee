/** A path that cannot be decoded or contains a control character belongs to no page: route patterns do not match line breaks. */
export function isPagePathname(pathname: string): boolean {
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
