import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { customerMessages } from '#features/customers/customer-messages.ts'
import { customerName, type CustomerDetail } from '#features/customers/customer.ts'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { formatRelativeDateTime } from '#shop/dates/relative-dates.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { isMailKind, mailKindLabels } from '#features/mail/outbox/mail-kinds.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { Price } from '#kit/display/price.tsx'
import { Table } from '#kit/display/table.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { orderListPath, orderPath } from '#features/orders/admin/list/order-list-url.ts'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'
import { OrderStatusBadge } from '#features/orders/admin/list/order-status-badge.tsx'
import { OrderWarnings } from '#features/orders/admin/list/order-warnings.tsx'
import { CustomerDataPanel } from './customer-data-panel.tsx'
import { CustomerNotesPanel } from './customer-notes-panel.tsx'
import { customerListUrl } from './customers-url.ts'
import type { loader } from './customer-page.server.ts'

export const head = adminHead<typeof loader>((data) =>
  data.customer ? customerName(data.customer) : customerMessages.notFound,
)

export const failureMessage = (form: FormData) =>
  form.get('intent') === 'erase' ? customerMessages.notErased : notSaved

export default function CustomerPage() {
  const { customer, now } = useLoaderData<typeof loader>()
  const failure = useFormFailure()
  const done = useDoneMessage()
  useErrorPageTitle(failure !== undefined, failure)
  if (!customer)
    return (
      <EmptyState
        level="h1"
        title={customerMessages.notFound}
        action={<LinkButton to={customerListUrl.base}>{customerMessages.title}</LinkButton>}
      >
        {customerMessages.notFoundHint}
      </EmptyState>
    )
  return (
    <div className="customer">
      <ScreenHead
        trail={[{ to: customerListUrl.base, label: customerMessages.title }]}
        title={customerName(customer)}
      />
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
      {done && <Notice tone="success">{done}</Notice>}
      <ContactPanel customer={customer} />
      <OrdersPanel customer={customer} now={now} />
      <CustomerNotesPanel notes={customer.notes} />
      <EmailsPanel emails={customer.emails} now={now} />
      <CustomerDataPanel customer={customer} />
    </div>
  )
}

const accountState = ({ has_account, is_email_verified }: CustomerDetail) =>
  has_account
    ? is_email_verified
      ? customerMessages.account
      : customerMessages.unverified
    : customerMessages.byPhone

function ContactPanel({ customer }: { customer: CustomerDetail }) {
  const { email, phone, address, city, post_code, country, created_at } = customer
  const place = [address, city, post_code, country].filter(Boolean).join(', ')
  return (
    <section className="panel" aria-labelledby="contact-title">
      <h2 id="contact-title">Contact</h2>
      <dl className="panel-body facts">
        <Fact label="Email">{email ? <EmailLink address={email} /> : 'None'}</Fact>
        <Fact label="Phone">{phone ? <PhoneLink number={phone} /> : 'None'}</Fact>
        <Fact label="Address">{place}</Fact>
        <Fact label="Sign-in">{accountState(customer)}</Fact>
        <Fact label="Customer since">{formatLondonDate(created_at)}</Fact>
      </dl>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fact">
    <dt>{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const ORDER_COLUMNS = [
  { label: 'Order' },
  { label: 'Placed' },
  { label: 'Status' },
  { label: 'Total', isNumber: true },
]
const REFUNDED_COLUMN = { label: 'Refunded', isNumber: true }

type OrdersPanelProps = { customer: CustomerDetail; now: string }

function OrdersPanel({ customer: { orders, order_count, spent, email }, now }: OrdersPanelProps) {
  const hasRefunds = orders.some(({ refunded }) => refunded > 0)
  return (
    <section className="panel" aria-labelledby="orders-title">
      <div className="panel-head">
        <h2 id="orders-title">
          <span>{`${order_count === 1 ? '1 order' : `${formatCount(order_count)} orders`},`}</span>{' '}
          <Price pounds={spent} /> spent
        </h2>
        {orders.length < order_count && email && (
          <ShopLink to={orderListPath({ search: email })} className="link">
            All orders
          </ShopLink>
        )}
      </div>
      {orders.length > 0 && (
        <Table
          caption="Orders, the newest first"
          columns={hasRefunds ? [...ORDER_COLUMNS, REFUNDED_COLUMN] : ORDER_COLUMNS}
        >
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <ShopLink to={orderPath(order.id, {})} className="quiet-link">
                  <OrderNumber id={order.id} />
                </ShopLink>
              </th>
              <td>
                <RelativeTime at={order.created_at} now={now} />
              </td>
              <td>
                <OrderStatusBadge status={order.status} />
                <OrderWarnings order={order} />
              </td>
              <td className="number">
                <Price pounds={order.total_amount} />
              </td>
              {hasRefunds && (
                <td className="number">{order.refunded > 0 && <Price pounds={order.refunded} />}</td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

/** The time of day stays on one line, however narrow the table is. */
function RelativeTime({ at, now }: { at: string; now: string }) {
  const text = formatRelativeDateTime(at, now)
  const end = text.lastIndexOf(', ') + 2
  return (
    <time dateTime={at}>
      <span>{text.slice(0, end)}</span>
      <span className="whitespace-nowrap">{text.slice(end)}</span>
    </time>
  )
}

function EmailsPanel({ emails, now }: { emails: CustomerDetail['emails']; now: string }) {
  return (
    <section className="panel" aria-labelledby="emails-title">
      <h2 id="emails-title">{customerMessages.emailsTitle}</h2>
      <p className="panel-body minor">
        {emails.length === 0 ? customerMessages.noEmails : customerMessages.emailsKept}
      </p>
      {emails.length > 0 && (
        <Table
          caption={customerMessages.emailsTitle}
          columns={[{ label: 'Email' }, { label: 'Order' }, { label: 'Sent' }]}
        >
          {emails.map(({ id, kind, order_id, sent_at, dropped_at }) => (
            <tr key={id}>
              <th scope="row">{isMailKind(kind) ? mailKindLabels[kind] : kind}</th>
              <td>
                {order_id && (
                  <ShopLink to={orderPath(order_id, {})} className="quiet-link">
                    <OrderNumber id={order_id} />
                  </ShopLink>
                )}
              </td>
              <td>{sent_at ? <RelativeTime at={sent_at} now={now} /> : dropped_at ? 'Not sent' : 'Waits'}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
