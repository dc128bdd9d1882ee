export const CATEGORIES_PATH = '/admin/categories'

/** In the URL, so that it works without JavaScript and survives a reload. */
export type CategoryDialog = { kind: 'add' } | { kind: 'edit'; id: string }

export function readCategoryDialog(params: URLSearchParams): CategoryDialog | null {
  if (params.has('add')) return { kind: 'add' }
  const id = params.get('edit')
  return id ? { kind: 'edit', id } : null
}

export function categoryListPath(dialog?: CategoryDialog | null, notice?: string): string {
  const params = new URLSearchParams()
  if (dialog?.kind === 'add') params.set('add', 'category')
  else if (dialog) params.set('edit', dialog.id)
  if (notice) params.set('notice', notice)
  const query = params.toString()
  return query ? `${CATEGORIES_PATH}?${query}` : CATEGORIES_PATH
}
