import type { FormValues } from '#shop/catalogue/product-form/product-form-values.ts'

export const categoryFormValues = ({
  name,
  description,
}: {
  name: string
  description: string | null
}): FormValues => ({ name, description: description ?? '' })
