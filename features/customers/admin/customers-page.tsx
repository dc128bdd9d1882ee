import { useLoaderData } from 'react-router'
import { customerMessages } from '#features/customers/customer-messages.ts'
import { customerName, type CustomerRow } from '#features/customers/customer.ts'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { formatRelativeDateTime } from '#shop/dates/relative-dates.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Price } from '#kit/display/price.tsx'
import { Table } from '#kit/display/table.tsx'
import { useAnnouncedPage } from '#kit/navigation/pagination.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { ListFilterForm } from '#kit/admin/list/list-filter-form.tsx'
import { customerListUrl, customerPath } from './customers-url.ts'
import type { loader } from './customers-page.server.ts'

export const head = adminHead(customerMessages.title)

const COLUMNS = [
  { label: 'Customer' },
  { label: 'Phone' },
  { label: 'Since' },
  { label: 'Orders', isNumber: true },
  { label: 'Spent', isNumber: true },
  { label: 'Last order' },
]
const NOTICES: Readonly<Partial<Record<string, { tone: 'success' | 'warning'; text: string }>>> = {
  erased: { tone: 'success', text: customerMessages.erased },
  'mail-files-left': { tone: 'warning', text: customerMessages.mailFilesLeft },
}

export default function CustomersPage() {
  const { view, list, notice: code, now } = useLoaderData<typeof loader>()
  const { customers, page, isMore } = list
  const notice = code === null ? undefined : NOTICES[code]
  const place = `Page ${page}`
  useAnnouncedPage(page, place)
  return (
    <>
      <ScreenHead title={customerMessages.title} />
      {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
      <ListFilterForm list={customerListUrl} view={view} placeholder={customerMessages.searchPlaceholder} />
      {customers.length === 0 ? (
        <EmptyState title={view.search ? customerMessages.noMatch : customerMessages.none}>
          {!view.search && customerMessages.noneHint}
        </EmptyState>
      ) : (
        <div className="customers-list">
          <Table caption={customerMessages.listTitle} columns={COLUMNS} className="customers-table">
            {customers.map((customer) => (
              <Row key={customer.user_id} customer={customer} now={now} />
            ))}
          </Table>
        </div>
      )}
      {(page > 1 || isMore) && (
        <nav aria-label="Pages" className="pager">
          {page > 1 && (
            <ShopLink
              to={customerListUrl.path({ ...view, page: page - 1 })}
              rel="prev"
              className="pager-step"
            >
              Previous
            </ShopLink>
          )}
          <p className="pager-place">{place}</p>
          {isMore && (
            <ShopLink
              to={customerListUrl.path({ ...view, page: page + 1 })}
              rel="next"
              className="pager-step"
            >
              Next
            </ShopLink>
          )}
        </nav>
      )}
    </>
  )
}

function Row({ customer, now }: { customer: CustomerRow; now: string }) {
  const { user_id, full_name, email, phone, city, has_account, created_at, orders, spent, last_order_at } =
    customer
  return (
    <tr>
      <th scope="row" className="cell-customer">
        <ShopLink to={customerPath(user_id)} className="quiet-link">
          {customerName(customer)}
        </ShopLink>
        {full_name && email && <span className="minor">{email}</span>}
        {!has_account && <span className="minor">{customerMessages.byPhone}</span>}
      </th>
      <td className="cell-phone">
        <span>{phone}</span>
        {city && <span className="minor">{city}</span>}
      </td>
      <td className="cell-since">
        <span className="cell-unit">Since </span>
        <span>{formatLondonDate(created_at)}</span>
      </td>
      <td className="number cell-orders">
        <span>{formatCount(orders)}</span>
        <span className="cell-unit">{orders === 1 ? ' order' : ' orders'}</span>
      </td>
      <td className="number cell-spent">
        <Price pounds={spent} />
      </td>
      <td className="cell-last">
        {last_order_at && <span className="cell-unit">Last order: </span>}
        <span className={last_order_at ? undefined : 'cell-none'}>
          {last_order_at ? formatRelativeDateTime(last_order_at, now) : 'None'}
        </span>
      </td>
    </tr>
  )
}
