import { useState, type FormEvent } from 'react'
import { Form } from 'react-router'
import { packingSlipMessages } from '#shop/orders/admin-order-messages.ts'
import { Button } from '#web/ui/form/button.tsx'
import { PACKING_SLIPS_PATH } from './packing-slips-url.ts'

/** The boxes of the rows belong to this form, wherever they stand. */
export const PACKING_SLIPS_FORM_ID = 'slips'

type PackingSlipsFormProps = { chosen: number; total: number; onChooseAll: (isChosen: boolean) => void }

/** Prints packing slips for the rows that are chosen; an ordinary GET form, so it works before scripts. */
export function PackingSlipsForm({ chosen, total, onChooseAll }: PackingSlipsFormProps) {
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    setMissing(chosen === 0)
    if (chosen === 0) event.preventDefault()
  }
  return (
    <Form id={PACKING_SLIPS_FORM_ID} method="get" action={PACKING_SLIPS_PATH} className="slips-form" onSubmit={submit}>
      <label className="row-choice keys-switch needs-script">
        <input type="checkbox" checked={chosen > 0 && chosen === total} onChange={(event) => onChooseAll(event.target.checked)} />
        Choose all on this page
      </label>
      <Button type="submit" size="small" variant="outline" data-key="l" aria-keyshortcuts="l">
        Packing slips{chosen > 0 ? ` (${chosen})` : ''}
      </Button>
      <span role="alert">{isMissing && chosen === 0 && <span className="field-error">{packingSlipMessages.chooseAnOrder}</span>}</span>
    </Form>
  )
}
