/**
 * §5: the name in lower case, each run of characters other than letters and digits as one hyphen.
 * Hyphens at either end are dropped, because they would make addresses that people mistype.
 */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
