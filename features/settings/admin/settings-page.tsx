import { useLoaderData } from 'react-router'
import { peopleMessages } from '#features/accounts/people/people-messages.ts'
import { contentMessages } from '#features/content/content-messages.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { TEXTS_PATH } from '#features/content/admin/content-paths.ts'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { useActionResult, useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import { DemonstrationPanel } from './demonstration-panel.tsx'
import { EmailFields } from './email-fields.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { LimitFields } from './limit-fields.tsx'
import { EnquiryFields, FirstStepsFields, LowStockFields } from './switch-fields.tsx'
import {
  EMAILS_PATH,
  mergeTyped,
  partVersions,
  PEOPLE_PATH,
  SETTINGS_PARTS,
  withBase,
  type SettingsPart,
  type SettingsView,
} from './settings-view.ts'
import { useFormBases } from './use-form-bases.tsx'
import { NewerSettings } from './live-settings.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import type { action, loader } from './settings-page.server.ts'
import type { ReactNode } from 'react'
import { notSaved } from '#shop/messages/not-saved.ts'

export const head = adminHead('Settings')

export const failureMessage = () => notSaved

export default function SettingsPage() {
  const loaded = useLoaderData<typeof loader>()
  const actionResult = useActionResult<typeof action>()
  const done = useDoneMessage()
  const failure = useFormFailure()
  useErrorPageTitle(failure !== undefined, failure)
  const { baseOf, earlierBaseOf } = useFormBases(loaded, actionResult)
  const isOutdated = (latest: SettingsView) => {
    const versions = partVersions(latest)
    return SETTINGS_PARTS.some((part) => partVersions(baseOf(part))[part] !== versions[part])
  }
  const fieldsOf = (part: SettingsPart) => {
    const isRefused = actionResult?.part === part && failure !== undefined
    const current = isRefused ? actionResult.current : undefined
    const values = (isRefused && failure.values) || {}
    return {
      view: withBase(loaded, current ?? baseOf(part), part),
      values: current ? mergeTyped(values, { before: earlierBaseOf(part), current }, part) : values,
      errors: isRefused ? failure.errors : {},
      // Values saved by somebody else meanwhile are shown beside the entries.
      isConflict: current !== undefined,
    }
  }
  return (
    <div className="settings">
      <div className="screen-head">
        <h1>Settings</h1>
        <p>{settingMessages.what}</p>
        <p>
          <ShopLink to={PEOPLE_PATH} className="link">
            {peopleMessages.link}
          </ShopLink>
        </p>
        <p>
          <ShopLink to={TEXTS_PATH} className="link">
            {contentMessages.link}
          </ShopLink>
        </p>
        <p>
          <ShopLink to={EMAILS_PATH} className="link">
            {settingMessages.emailsLink}
          </ShopLink>
        </p>
      </div>
      <NewerSettings isOutdated={isOutdated} />
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
      <SettingsPanel
        part="identity"
        title={settingMessages.identityTitle}
        lead={settingMessages.identityLead}
        done={actionResult?.part === 'identity' ? done : undefined}
      >
        {loaded.isDemonstration && <Notice tone="warning">{settingMessages.demonstration}</Notice>}
        <IdentityFields {...fieldsOf('identity')} />
      </SettingsPanel>
      <SettingsPanel
        part="emails"
        title={settingMessages.emailsTitle}
        lead={settingMessages.emailsLead}
        done={actionResult?.part === 'emails' ? done : undefined}
      >
        <EmailFields {...fieldsOf('emails')} />
        <p>
          <ShopLink to={EMAILS_PATH} className="link">
            {settingMessages.emailsPreview}
          </ShopLink>
        </p>
      </SettingsPanel>
      <DemonstrationPanel
        demonstration={loaded.demonstration}
        isNamed={!loaded.isDemonstration}
        error={fieldsOf('demonstration').errors['confirmed']}
        done={actionResult?.part === 'demonstration' ? done : undefined}
      />
      <SettingsPanel
        part="delivery"
        title={settingMessages.deliveryTitle}
        lead={settingMessages.deliveryLead}
        done={actionResult?.part === 'delivery' ? done : undefined}
      >
        <DeliveryFields {...fieldsOf('delivery')} />
      </SettingsPanel>
      <SettingsPanel
        part="limits"
        title={settingMessages.limitsTitle}
        lead={settingMessages.limitsLead}
        done={actionResult?.part === 'limits' ? done : undefined}
      >
        <LimitFields {...fieldsOf('limits')} />
      </SettingsPanel>
      <SettingsPanel
        part="low-stock"
        title={settingMessages.lowStockTitle}
        lead={settingMessages.lowStockLead}
        done={actionResult?.part === 'low-stock' ? done : undefined}
      >
        <LowStockFields {...fieldsOf('low-stock')} />
      </SettingsPanel>
      <SettingsPanel
        part="enquiries"
        title={settingMessages.enquiriesTitle}
        lead={settingMessages.enquiriesLead}
        done={actionResult?.part === 'enquiries' ? done : undefined}
      >
        <EnquiryFields {...fieldsOf('enquiries')} />
      </SettingsPanel>
      <SettingsPanel
        part="first-steps"
        title={settingMessages.firstStepsTitle}
        lead={settingMessages.firstStepsLead}
        done={actionResult?.part === 'first-steps' ? done : undefined}
      >
        <FirstStepsFields {...fieldsOf('first-steps')} />
      </SettingsPanel>
      <p className="minor">{settingMessages.retention(loaded.retention)}</p>
    </div>
  )
}

type SettingsPanelProps = {
  part: SettingsPart
  title: string
  lead: string
  done: string | undefined
  children: ReactNode
}

function SettingsPanel({ part, title, lead, done, children }: SettingsPanelProps) {
  return (
    <section className="panel" aria-labelledby={`${part}-title`}>
      <h2 id={`${part}-title`}>{title}</h2>
      <PostForm noValidate className="settings-form">
        <p className="minor">{lead}</p>
        {children}
        <div className="settings-save">
          <SendButton intent={part} pendingLabel="Saving...">
            Save<span className="visually-hidden">{` ${title}`}</span>
          </SendButton>
          <p role="status">{done}</p>
        </div>
      </PostForm>
    </section>
  )
}
