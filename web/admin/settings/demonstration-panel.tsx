import { Form, useNavigation } from 'react-router'
import { settingMessages } from '#shop/settings/setting-messages.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox-and-radio.tsx'

type DemonstrationPanelProps = {
  products: number
  ordered: number
  /** With a company of the owner: otherwise the next start would load the demonstration again. */
  isNamed: boolean
  error: string | undefined
  done: string | undefined
}

export function DemonstrationPanel({ products, ordered, isNamed, error, done }: DemonstrationPanelProps) {
  const { state, formData } = useNavigation()
  if (products === 0 && !done) return null
  const intent = 'remove-demonstration'
  return (
    <section className="panel" aria-labelledby="demonstration-title">
      <h2 id="demonstration-title">{settingMessages.demonstrationTitle}</h2>
      <Form method="post" noValidate className="settings-form">
        <FormUserIdInput />
        {products > 0 && <p>{settingMessages.demonstrationLead(products, ordered)}</p>}
        {products > 0 && !isNamed && <p className="minor">{settingMessages.demonstrationFirst}</p>}
        {products > 0 && isNamed && (
          <>
            <Checkbox name="confirmed" label={settingMessages.demonstrationConfirm} error={error} />
            <div className="settings-save">
              <Button
                type="submit"
                variant="outline"
                name="intent"
                value="remove-demonstration"
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
