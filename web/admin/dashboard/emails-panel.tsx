import { useEffect, useRef } from 'react'
import { useActionData, useFetcher, useRevalidator } from 'react-router'
import { formatNearDateTimeWithin } from '#shop/dates/relative-dates.ts'
import { isMailKind } from '#shop/mail/outbox/mail-kinds.ts'
import { mailRouteSentence, type MailRoute } from '#shop/mail/transport/mail-route.ts'
import { isLinkOver, mailKindNames, type FailedMail, type FailedMails } from '#shop/mail/outbox/failed-emails.ts'
import { mailWords } from '#shop/mail/outbox/outbox-messages.ts'
import { shortId } from '#shop/orders/order.ts'
import { sendWords } from '#shop/reports/dashboard/dashboard-messages.ts'
import type { SalesPeriod } from '#shop/reports/sales/sales-period.ts'
import { FormOwner } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { dashboardPath, type MailAnswer } from './dashboard-url.ts'
import { useKeptMails } from './stable-email-list.ts'
import { orderPath } from '#web/admin/orders/order-list-url.ts'

const FETCHER_KEY = 'send-mail-again'
/** By then the mail server has answered, or the mail waits for its next turn. */
const LOOK_AGAIN_MILLISECONDS = 3_000

type EmailsPanelProps = { failed: FailedMails; route: MailRoute; testTo: string; days: SalesPeriod; now: string }

/** Where emails go; D28: those that did not go out, with the reason, and the way to have them tried at once. */
export function EmailsPanel({ failed, route, testTo, days, now }: EmailsPanelProps) {
  const { total, held } = failed
  const fetcher = useFetcher<MailAnswer>({ key: FETCHER_KEY })
  const mails = useKeptMails(failed.mails, fetcher.data)
  const rendered = useActionData() as MailAnswer | undefined
  const answer = fetcher.data ?? rendered
  useLookAgain(fetcher.data)
  const told = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with its mail, and the focus must not go with it.
  useEffect(() => void (fetcher.data && told.current?.focus()), [fetcher.data])
  return (
    <DashboardPanel title="Emails">
      <div ref={told} tabIndex={-1} className="outline-none">
        {answer && (
          <Notice tone={answer.kind === 'done' ? 'success' : 'error'} className="m-4">
            {answer.message}
          </Notice>
        )}
      </div>
      <div className="panel-body mail-route">
        <p className={route.kind === 'files' ? 'morning-alarm' : undefined}>{mailRouteSentence(route)}</p>
        <fetcher.Form method="post" action={dashboardPath(days)} preventScrollReset>
          <FormOwner />
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
            to {testTo}
          </span>
        </fetcher.Form>
      </div>
      {held > 0 && <p className="panel-body morning-empty mail-held">{mailWords.held(held)}</p>}
      {total === 0 ? (
        <p className="panel-body morning-empty">{mailWords.noneFailed}</p>
      ) : (
        <>
          <p className="panel-body morning-lead">
            <strong className="morning-alarm">{mailWords.waiting(total)}</strong>
          </p>
          <ul className="morning-list mails">
            {mails.map((mail) => (
              <li key={mail.id}>
                <MailWords mail={mail} now={now} />
                {!mail.is_under_way && !isLinkOver(mail, new Date(now)) && (
                  <fetcher.Form method="post" action={dashboardPath(days)} preventScrollReset>
                    <FormOwner />
                    <input type="hidden" name="mail_id" value={mail.id} />
                    <Button
                      type="submit"
                      name="intent"
                      value="send-again"
                      size="small"
                      variant="outline"
                      pending={fetcher.state !== 'idle' && fetcher.formData?.get('mail_id') === String(mail.id)}
                      pendingLabel="Sending..."
                      aria-describedby={`mail-${mail.id}`}
                    >
                      Send again
                    </Button>
                  </fetcher.Form>
                )}
              </li>
            ))}
          </ul>
          {total > failed.mails.length && <p className="panel-body morning-more">{sendWords.firstOf(failed.mails.length, total)}</p>}
        </>
      )}
    </DashboardPanel>
  )
}

/** The worker has the mail by now; whether it went out is known a little later. */
function useLookAgain(answer: MailAnswer | undefined) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (answer?.kind !== 'done' || answer.mail_id === null) return
    const timer = setTimeout(() => void revalidate(), LOOK_AGAIN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [answer, revalidate])
}

function MailWords({ mail, now }: { mail: FailedMail; now: string }) {
  const { id, kind, order_id, recipient, created_at, attempts, last_error, next_attempt_at, is_under_way } = mail
  const next = next_attempt_at ? `next try ${formatNearDateTimeWithin(next_attempt_at, now)}` : mailWords.givenUp.toLowerCase()
  return (
    <div id={`mail-${id}`} className="mail-words">
      <p>
        <strong>{isMailKind(kind) ? mailKindNames[kind] : kind}</strong>{' '}
        {order_id && (
          <ShopLink to={orderPath(order_id, {})} className="link order-id">
            {shortId(order_id)}
          </ShopLink>
        )}{' '}
        {recipient && <span className="mail-to">to {recipient}</span>}
      </p>
      <p className="mail-why">{last_error}</p>
      <p className="minor">
        Written <time dateTime={created_at}>{formatNearDateTimeWithin(created_at, now)}</time>. {mailWords.tries(attempts)}, {is_under_way ? mailWords.underWay.toLowerCase() : next}.
        {isLinkOver(mail, new Date(now)) && ` ${mailWords.linkIsOver}`}
      </p>
    </div>
  )
}
