import { useEffect, useRef } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { formatRelativeDateTimeInSentence } from '#shop/dates/relative-dates.ts'
import { isMailKind, mailKindLabels } from '#features/mail/outbox/mail-kinds.ts'
import { mailRouteMessage, type MailRoute } from '#features/mail/transport/mail-route.ts'
import { isLinkExpired, type FailedMail, type FailedMails } from '#features/mail/outbox/failed-emails.ts'
import { outboxMessages } from '#features/mail/outbox/outbox-messages.ts'
import { shortId } from '#features/orders/order.ts'
import { ordersToSendMessages } from '#features/dashboard/dashboard-messages.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import type { EmailActionResult } from './dashboard-url.ts'
import type { action } from './dashboard-page.server.ts'
import { useStableEmailList } from './stable-email-list.tsx'
import { orderPath } from '#features/orders/admin/list/order-list-url.ts'

const FETCHER_KEY = 'send-mail-again'
/** By then the mail server has responded, or the retry is scheduled. */
const REFRESH_DELAY_MS = 3_000

type EmailsPanelProps = {
  failed: FailedMails
  route: MailRoute
  testTo: string
  path: string
  /** Null on the page with all failed emails. */
  pathOfAll: string | null
  now: string
}

export function EmailsPanel({ failed, route, testTo, path, pathOfAll, now }: EmailsPanelProps) {
  const { total, held } = failed
  const fetcher = useFetcher<EmailActionResult>({ key: FETCHER_KEY })
  const mails = useStableEmailList(failed.mails, fetcher.data)
  const serverResult = useActionResult<typeof action>()
  const actionResult = fetcher.data ?? serverResult
  useDelayedRefresh(fetcher.data)
  const resultRef = useRef<HTMLDivElement>(null)
  // The clicked button disappears with its row and would lose the focus.
  useEffect(() => {
    if (fetcher.data) resultRef.current?.focus()
  }, [fetcher.data])
  return (
    <DashboardPanel title="Emails">
      <div ref={resultRef} tabIndex={-1} className="outline-none">
        {actionResult && (
          <Notice tone={actionResult.kind === 'done' ? 'success' : 'error'} className="m-4">
            {actionResult.message}
          </Notice>
        )}
      </div>
      <div className="panel-body mail-route">
        <p className={route.kind === 'files' ? 'text-laterite' : undefined}>{mailRouteMessage(route)}</p>
        <PostForm by={fetcher.Form} action={path} preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value="test-email"
            size="small"
            variant="outline"
            pending={fetcher.state !== 'idle' && fetcher.formData?.get('intent') === 'test-email'}
            pendingLabel="Sending..."
            aria-describedby="test-email-to"
          >
            Send me a test email
          </Button>
          <span id="test-email-to" className="minor">
            {`to ${testTo}`}
          </span>
        </PostForm>
      </div>
      {held > 0 && <p className="panel-body text-muted pb-0">{outboxMessages.held(held)}</p>}
      {total === 0 ? (
        <p className="panel-body text-muted">{outboxMessages.noneFailed}</p>
      ) : (
        <>
          <p className="panel-body pb-2">
            <strong className="text-laterite">{outboxMessages.waiting(total)}</strong>
          </p>
          <ul className="list-rows *:flex *:flex-wrap *:items-baseline *:justify-between *:py-1.75 mails">
            {mails.map((mail) => (
              <li key={mail.id}>
                <FailedEmailDetails mail={mail} now={now} />
                {!mail.is_under_way && !isLinkExpired(mail, new Date(now)) && (
                  <PostForm by={fetcher.Form} action={path} preventScrollReset>
                    <input type="hidden" name="mail_id" value={mail.id} />
                    <Button
                      type="submit"
                      name="intent"
                      value="send-again"
                      size="small"
                      variant="outline"
                      pending={
                        fetcher.state !== 'idle' && fetcher.formData?.get('mail_id') === String(mail.id)
                      }
                      pendingLabel="Sending..."
                      aria-describedby={`mail-${mail.id}`}
                    >
                      Send again
                    </Button>
                  </PostForm>
                )}
              </li>
            ))}
          </ul>
          {total > failed.mails.length && (
            <p className="panel-body py-2 text-muted text-sm">
              {pathOfAll ? (
                <ShopLink to={pathOfAll} className="link" preventScrollReset>
                  {ordersToSendMessages.firstOf(failed.mails.length, total)}
                </ShopLink>
              ) : (
                ordersToSendMessages.firstOf(failed.mails.length, total)
              )}
            </p>
          )}
        </>
      )}
    </DashboardPanel>
  )
}

function useDelayedRefresh(actionResult: EmailActionResult | undefined) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (actionResult?.kind !== 'done' || actionResult.mail_id === null) return
    const timer = setTimeout(() => void revalidate(), REFRESH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [actionResult, revalidate])
}

function FailedEmailDetails({ mail, now }: { mail: FailedMail; now: string }) {
  const { id, kind, order_id, recipient, created_at, attempts, last_error, next_attempt_at, is_under_way } =
    mail
  const next = next_attempt_at
    ? `next try ${formatRelativeDateTimeInSentence(next_attempt_at, now)}`
    : outboxMessages.givenUp.toLowerCase()
  return (
    <div id={`mail-${id}`} className="mail-words">
      <p>
        <strong>{isMailKind(kind) ? mailKindLabels[kind] : kind}</strong>{' '}
        {order_id && (
          <ShopLink to={orderPath(order_id, {})} className="link order-id">
            {shortId(order_id)}
          </ShopLink>
        )}{' '}
        {recipient && <span className="mail-to">{`to ${recipient}`}</span>}
      </p>
      <p className="mail-why">{last_error}</p>
      <p className="minor">
        Written <time dateTime={created_at}>{formatRelativeDateTimeInSentence(created_at, now)}</time>
        <span>{`. ${outboxMessages.tries(attempts)}, ${is_under_way ? outboxMessages.underWay.toLowerCase() : next}.${isLinkExpired(mail, new Date(now)) ? ` ${outboxMessages.linkIsOver}` : ''}`}</span>
      </p>
    </div>
  )
}
