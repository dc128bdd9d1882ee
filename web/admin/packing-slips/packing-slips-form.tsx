import { useState, type FormEvent } from 'react'
import { Form } from 'react-router'
import { packingSlipMessages } from '#shop/orders/admin-order-messages.ts'
import { Button } from '#web/ui/form/button.tsx'
import { PACKING_SLIPS_PATH } from './packing-slips-url.ts'

export const PACKING_SLIPS_FORM_ID = 'slips'

type PackingSlipsFormProps = {
  selectedCount: number
  total: number
  onSelectAll: (isSelected: boolean) => void
}

export function PackingSlipsForm({ selectedCount, total, onSelectAll }: PackingSlipsFormProps) {
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    setMissing(selectedCount === 0)
    if (selectedCount === 0) event.preventDefault()
  }
  return (
    <Form
      id={PACKING_SLIPS_FORM_ID}
      method="get"
      action={PACKING_SLIPS_PATH}
      className="slips-form"
      onSubmit={submit}
    >
      <label className="row-choice keys-switch needs-script">
        <input
          type="checkbox"
          checked={selectedCount > 0 && selectedCount === total}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        Choose all on this page
      </label>
      <Button type="submit" size="small" variant="outline" data-key="l" aria-keyshortcuts="l">
        Packing slips{selectedCount > 0 ? ` (${selectedCount})` : ''}
      </Button>
      <span role="alert">
        {isMissing && selectedCount === 0 && (
          <span className="field-error">{packingSlipMessages.chooseAnOrder}</span>
        )}
      </span>
    </Form>
  )
}
