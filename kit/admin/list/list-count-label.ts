import { formatCount } from '#shop/text/format-count.ts'

export type ListPage = { page: number; total: number; isMore: boolean }

/** Which of how many rows a page shows; `thing` is the name of one row. */
export function listCountLabel({ page, total, isMore }: ListPage, thing: string, pageSize: number): string {
  if (total <= pageSize) return total === 1 ? `1 ${thing}` : `${total} ${thing}s`
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, first + pageSize - 1)
  const all = isMore ? `more than ${formatCount(total)}` : formatCount(total)
  return `${thing.charAt(0).toUpperCase()}${thing.slice(1)}s ${formatCount(first)} to ${formatCount(last)} of ${all}`
}
