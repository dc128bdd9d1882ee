import { useState, type FocusEvent } from 'react'
import type { DeliveryWarnings, WarnedField } from '#shop/checkout/address/delivery-warnings.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'

type FieldBlurEvent = FocusEvent<HTMLInputElement>

/**
 * What checkout would refuse is hinted at its field once that is left, and blocks nothing here.
 * In: the remarks about what stood in the fields when the page was made. Out: what each of the fields takes.
 */
export function useDeliveryWarnings(initialWarnings: DeliveryWarnings = {}) {
  const [updatedWarnings, setUpdatedWarnings] = useState<DeliveryWarnings>({})
  /** The rules come once they are needed: most pages are left without. */
  const checkField = async (name: WarnedField, field: HTMLInputElement) => {
    const [{ deliveryWarning }, { normalisePostCode }] = await Promise.all([
      import('#shop/checkout/address/delivery-warnings.ts'),
      import('#shop/checkout/address/post-code.ts'),
    ])
    if (name === 'post_code') field.value = normalisePostCode(field.value)
    const warning = deliveryWarning(name, field.value)
    setUpdatedWarnings((before) => ({ ...before, [name]: warning }))
    if (warning) announce(warning)
  }
  return (name: WarnedField) => ({
    warning: updatedWarnings[name] === undefined ? initialWarnings[name] : updatedWarnings[name],
    onBlur: ({ currentTarget }: FieldBlurEvent) => void checkField(name, currentTarget).catch(() => undefined),
  })
}
export type WarnedFields = ReturnType<typeof useDeliveryWarnings>
