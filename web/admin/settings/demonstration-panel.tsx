import { Form, useNavigation } from 'react-router'
import { settingMessages } from '#shop/settings/setting-messages.ts'
import { categoryListPath } from '#web/admin/categories/category-list-url.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox-and-radio.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import type { SettingsView } from './settings-view.ts'

type DemonstrationPanelProps = {
  counts: SettingsView['demonstration']
  /** With a company of the owner: otherwise the next start would load the demonstration again. */
  isNamed: boolean
  error: string | undefined
  done: string | undefined
}

export function DemonstrationPanel({ counts, isNamed, error, done }: DemonstrationPanelProps) {
  const { state, formData } = useNavigation()
  const { deleted, switched_off, categories_deleted, categories_left } = counts
  const isRemovable = deleted + switched_off + categories_deleted > 0
  if (!isRemovable && categories_left === 0 && !done) return null
  const intent = 'remove-demonstration'
  return (
    <section className="panel" aria-labelledby="demonstration-title">
      <h2 id="demonstration-title">{settingMessages.demonstrationTitle}</h2>
      <Form method="post" noValidate className="settings-form">
        <FormUserIdInput />
        {isRemovable && <p>{settingMessages.demonstrationLead(counts)}</p>}
        {categories_left > 0 && (
          <p>
            <span>{settingMessages.demonstrationLeft(categories_left)}</span>{' '}
            <ShopLink to={categoryListPath()} className="link">
              {settingMessages.demonstrationLeftLink}
            </ShopLink>
          </p>
        )}
        {isRemovable && !isNamed && <p className="minor">{settingMessages.demonstrationFirst}</p>}
        {isRemovable && isNamed && (
          <>
            <Checkbox name="confirmed" label={settingMessages.demonstrationConfirm} error={error} />
            <div className="settings-save">
              <Button
                type="submit"
                variant="outline"
                name="intent"
                value={intent}
                pending={state !== 'idle' && formData?.get('intent') === intent}
                pendingLabel="Removing..."
              >
                {settingMessages.demonstrationRemove}
              </Button>
            </div>
          </>
        )}
        <p role="status">{done}</p>
      </Form>
    </section>
  )
}
