import { parsePageNumber } from '#shop/paging/paging.ts'
import { stripNul } from '#shop/text/strip-nul.ts'

export const CUSTOMERS_PATH = '/admin/customers'
const MAX_SEARCH_LENGTH = 200

export type CustomerListView = { search: string; page: number }

export const readCustomerListView = (params: URLSearchParams): CustomerListView => ({
  search: stripNul(params.get('search') ?? '')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH),
  page: parsePageNumber(params.get('page')),
})

export function customerListPath({ search, page }: Partial<CustomerListView>, notice?: string): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (page && page > 1) params.set('page', String(page))
  if (notice) params.set('notice', notice)
  const query = params.toString()
  return query ? `${CUSTOMERS_PATH}?${query}` : CUSTOMERS_PATH
}

export const customerPath = (id: string): string => `${CUSTOMERS_PATH}/${id}`
