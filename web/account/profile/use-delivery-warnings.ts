import { useState, type FocusEvent } from 'react'
import type { DeliveryRemarks, RemarkedField } from '#shop/checkout/address/delivery-warnings.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'

type Left = FocusEvent<HTMLInputElement>

/**
 * D32: what checkout would refuse is hinted at its field once that is left, and blocks nothing here.
 * In: the remarks about what stood in the fields when the page was made. Out: what each of the fields takes.
 */
export function useDeliveryRemarks(given: DeliveryRemarks = {}) {
  const [found, setFound] = useState<DeliveryRemarks>({})
  /** The rules come once they are needed: most pages are left without. */
  const look = async (name: RemarkedField, field: HTMLInputElement) => {
    const [{ deliveryRemark }, { tidyPostCode }] = await Promise.all([
      import('#shop/checkout/address/delivery-warnings.ts'),
      import('#shop/checkout/address/post-code.ts'),
    ])
    if (name === 'post_code') field.value = tidyPostCode(field.value)
    const remark = deliveryRemark(name, field.value)
    setFound((before) => ({ ...before, [name]: remark }))
    if (remark) announce(remark)
  }
  return (name: RemarkedField) => ({
    remark: found[name] === undefined ? given[name] : found[name],
    onBlur: ({ currentTarget }: Left) => void look(name, currentTarget).catch(() => undefined),
  })
}
export type RemarkedFields = ReturnType<typeof useDeliveryRemarks>
