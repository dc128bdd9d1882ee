import { listUrl, pageNumber, searchText } from '#kit/admin/list/list-url.ts'

export const customerListUrl = listUrl('/admin/customers', { search: searchText }, { page: pageNumber })

export const customerPath = (id: string): string => `${customerListUrl.base}/${id}`
