import { toCheckboxValue, type FormValues } from '#features/catalogue/product-form/product-form-values.ts'

type CategoryValues = { name: string; description: string | null; is_on_home_page: boolean }

export const categoryFormValues = ({ name, description, is_on_home_page }: CategoryValues): FormValues => ({
  name,
  description: description ?? '',
  is_on_home_page: toCheckboxValue(is_on_home_page),
})
