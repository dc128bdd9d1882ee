import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { categoryForm, productForm } from './catalogue-forms.ts'
import { findNonNumericNutrients, productEntries, type FormValues } from './product-form-values.ts'

/** Version posted by a form; 0, which no record has, if it is not a valid integer of up to 9 digits. */
export const parseVersion = (text: string | undefined): number =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : 0

const version = z.string().optional().transform(parseVersion)
const tick = z
  .string()
  .optional()
  .transform((text) => text === 'on')
const picture = z.instanceof(Uint8Array)
const newPicture = z.instanceof(Uint8Array, { error: messages.chooseImage })

/** Browsers send nested fields under names like `nutrition_info.fat.value`. */
const withNestedFields = (submitted: unknown) => ({
  ...productEntries(submitted as FormValues),
  nonNumericNutrients: findNonNumericNutrients(submitted as FormValues),
})
const submittedProduct = productForm.extend({
  nonNumericNutrients: z.custom<ReturnType<typeof findNonNumericNutrients>>(),
  confirmed: tick,
})

/** A new product as its form sends it. */
export const productToAdd = z.preprocess(
  withNestedFields,
  submittedProduct
    .extend({ image: newPicture })
    .transform(({ nonNumericNutrients, confirmed: isConfirmed, image: upload, ...product }) => ({
      product,
      nonNumericNutrients,
      isConfirmed,
      upload,
    })),
)

/** A changed product as its form sends it; `expectedStock` is the stock that the form was opened with. */
export const productToChange = z.preprocess(
  withNestedFields,
  submittedProduct
    .extend({
      id: z.string().default(''),
      version,
      stock_seen: z.string().default(''),
      image: picture.nullable(),
    })
    .transform(
      ({ id, version: seen, stock_seen, nonNumericNutrients, confirmed, image: upload, ...product }) => ({
        id,
        version: seen,
        product,
        expectedStock: /^\d{1,7}$/.test(stock_seen) ? Number(stock_seen) : product.stock,
        nonNumericNutrients,
        isConfirmed: confirmed,
        upload,
      }),
    ),
)

/** The identifiers of a category and of the one beside it. */
export const categoryToMove = z.object({ id: z.string().default(''), neighbour_id: z.string().default('') })

export const categoryToAdd = categoryForm
  .extend({ image: newPicture, is_on_home_page: tick })
  .transform(({ image: upload, ...category }) => ({ category, upload }))

/** `position` is the selected one, from 1; null if it is unchanged since the form was opened. */
export const categoryToChange = categoryForm
  .extend({
    id: z.string().default(''),
    version,
    is_on_home_page: tick,
    place: z.string().default(''),
    place_seen: z.string().optional(),
    image: picture.nullable(),
  })
  .transform(({ id, version: seen, place, place_seen, image: upload, ...category }) => ({
    id,
    version: seen,
    upload,
    category,
    position: place !== place_seen && /^[1-9]\d{0,4}$/.test(place) ? Number(place) : null,
  }))
