import { mailKindLabels, type MailKind } from '#features/mail/outbox/mail-kinds.ts'
import { OPTIONAL_EMAILS } from '#features/settings/owner-switches.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import type { CustomerEmailsView } from './emails-page.server.ts'
import { EMAILS_PATH } from './settings-view.ts'

type CustomerEmailsPanelProps = {
  /** The kind of email in the preview. */
  kind: MailKind
  view: CustomerEmailsView
  /** The entries of a refused form; unticked boxes are missing. */
  typed: Readonly<Record<string, string>> | undefined
  isConflict: boolean
  done: string | undefined
}

export function CustomerEmailsPanel({ kind, view, typed, isConflict, done }: CustomerEmailsPanelProps) {
  return (
    <section className="panel" aria-labelledby="customer-emails-title">
      <h2 id="customer-emails-title">{settingMessages.customerEmailsTitle}</h2>
      <PostForm className="settings-form">
        <p className="minor">{settingMessages.customerEmailsLead}</p>
        <input type="hidden" name="version" value={view.version} />
        <ul className="grid gap-1">
          <EmailSwitch kind="order-confirmation" isShown={kind === 'order-confirmation'}>
            <Checkbox
              name="order-confirmation"
              label={mailKindLabels['order-confirmation']}
              hint={settingMessages.confirmationAlways}
              checked
              disabled
              readOnly
            />
          </EmailSwitch>
          {OPTIONAL_EMAILS.map((each) => (
            <EmailSwitch key={each} kind={each} isShown={kind === each}>
              <Checkbox
                name={each}
                label={mailKindLabels[each]}
                hint={isConflict ? settingMessages.nowTicked(view.emails[each]) : undefined}
                defaultChecked={typed ? typed[each] !== undefined : view.emails[each]}
              />
            </EmailSwitch>
          ))}
        </ul>
        <div className="settings-save">
          <SendButton intent="customer-emails" pendingLabel="Saving...">
            Save<span className="visually-hidden"> {settingMessages.customerEmailsTitle}</span>
          </SendButton>
          <p role="status">{done}</p>
        </div>
      </PostForm>
    </section>
  )
}

type EmailSwitchProps = { kind: MailKind; isShown: boolean; children: React.ReactNode }

function EmailSwitch({ kind, isShown, children }: EmailSwitchProps) {
  return (
    <li className="flex items-start justify-between gap-4">
      {children}
      <ShopLink
        to={`${EMAILS_PATH}?kind=${kind}`}
        className="link inline-flex min-h-11 flex-none items-center"
        aria-label={`${settingMessages.seeEmail}: ${mailKindLabels[kind]}`}
        aria-current={isShown ? 'page' : undefined}
        preventScrollReset
      >
        {settingMessages.seeEmail}
      </ShopLink>
    </li>
  )
}
