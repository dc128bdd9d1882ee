import { Form, useLoaderData } from 'react-router'
import { MAIL_KINDS, mailKindLabels } from '#features/mail/outbox/mail-kinds.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useActionResult, useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { CustomerEmailsPanel } from './customer-emails-panel.tsx'
import { EMAILS_PATH, SETTINGS_LINK } from './settings-view.ts'
import type { action, CustomerEmailsView, loader } from './emails-page.server.ts'
import { useFormBases } from './use-form-bases.tsx'
import { NewerSettings } from './live-settings.tsx'

export const head = adminHead<typeof loader>(
  (data) => `${mailKindLabels[data.kind]} – ${settingMessages.previewTitle}`,
)

export const failureMessage = () => notSaved

export default function EmailsPage() {
  const { kind, subject, html, text, customer } = useLoaderData<typeof loader>()
  const actionResult = useActionResult<typeof action>()
  const done = useDoneMessage()
  const failure = useFormFailure()
  const isSwitching = actionResult?.part === 'customer-emails'
  const base = useFormBases(customer, actionResult).baseOf('customer-emails')
  return (
    <div className="settings">
      <ScreenHead
        trail={[SETTINGS_LINK]}
        title={settingMessages.previewTitle}
        lead={settingMessages.previewLead}
      />
      <NewerSettings<{ customer: CustomerEmailsView }>
        isOutdated={(latest) => latest.customer.version !== base.version}
      />
      {done && !isSwitching && <Notice tone="success">{done}</Notice>}
      {failure?.message && <Notice tone="error">{failure.message}</Notice>}
      <CustomerEmailsPanel
        kind={kind}
        view={(isSwitching && actionResult.current) || base}
        typed={isSwitching ? failure?.values : undefined}
        isConflict={isSwitching && actionResult.current !== undefined}
        done={isSwitching ? done : undefined}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Form method="get" action={EMAILS_PATH} className="flex flex-wrap items-end gap-3">
          <SelectField
            key={kind}
            name="kind"
            label={settingMessages.previewChoose}
            defaultValue={kind}
            options={MAIL_KINDS.map((value) => ({ value, label: mailKindLabels[value] }))}
          />
          <Button type="submit" variant="outline">
            {settingMessages.previewShow}
          </Button>
        </Form>
        <PostForm action={`${EMAILS_PATH}?kind=${kind}`}>
          <input type="hidden" name="kind" value={kind} />
          <SendButton intent="test-email" pendingLabel="Sending...">
            {settingMessages.previewTest}
          </SendButton>
        </PostForm>
      </div>
      <section className="panel" aria-labelledby="email-subject">
        <h2 id="email-subject">{subject}</h2>
        {/* No scripts run in it, and its links open elsewhere. */}
        <iframe
          className="email-preview"
          title={subject}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        />
        <details className="email-text">
          <summary>{settingMessages.previewText}</summary>
          <pre>{text}</pre>
        </details>
      </section>
    </div>
  )
}
