import { withQuery } from '#kit/admin/list/list-url.ts'

/** Part of the URL, so that it works without JavaScript and survives a reload. */
export type CategoryDialog = { kind: 'add' } | { kind: 'edit'; id: string }

export function readCategoryDialog(params: URLSearchParams): CategoryDialog | null {
  if (params.has('add')) return { kind: 'add' }
  const id = params.get('edit')
  return id ? { kind: 'edit', id } : null
}

export const categoryListPath = (dialog?: CategoryDialog | null, notice?: string): string =>
  withQuery('/admin/categories', {
    ...(dialog && { [dialog.kind]: dialog.kind === 'add' ? 'category' : dialog.id }),
    notice,
  })
