import { useState, type FocusEvent } from 'react'
import type { DeliveryWarnings, WarnedField } from '#features/checkout/address/delivery-warnings.ts'
import { announce } from '#kit/feedback/live-region.tsx'

type FieldBlurEvent = FocusEvent<HTMLInputElement>

export function useDeliveryWarnings(initialWarnings: DeliveryWarnings = {}) {
  const [updatedWarnings, setUpdatedWarnings] = useState<DeliveryWarnings>({})
  const checkField = async (name: WarnedField, field: HTMLInputElement) => {
    const [{ deliveryWarning }, { normalisePostCode }] = await Promise.all([
      import('#features/checkout/address/delivery-warnings.ts'),
      import('#features/checkout/address/post-code.ts'),
    ])
    if (name === 'post_code') field.value = normalisePostCode(field.value)
    const warning = deliveryWarning(name, field.value)
    setUpdatedWarnings((before) => ({ ...before, [name]: warning }))
    if (warning) announce(warning)
  }
  return (name: WarnedField) => ({
    warning: updatedWarnings[name] === undefined ? initialWarnings[name] : updatedWarnings[name],
    onBlur: ({ currentTarget }: FieldBlurEvent) =>
      void checkField(name, currentTarget).catch(() => undefined),
  })
}
export type WarnedFields = ReturnType<typeof useDeliveryWarnings>
