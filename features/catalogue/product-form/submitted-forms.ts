import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { categoryForm, productForm } from './catalogue-forms.ts'
import { PICTURE_FILES } from './pictures-value.ts'
import { pictureFields, toSubmittedPictures } from './submitted-pictures.ts'
import { findNonNumericNutrients, productEntries, type FormValues } from './product-form-values.ts'

/** The version in a form; 0, which no record has, if it is not an integer of up to 9 digits. */
export const parseVersion = (text: string | undefined): number =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : 0

const version = z.string().optional().transform(parseVersion)
const tick = z
  .string()
  .optional()
  .transform((text) => text === 'on')
const upload = z.instanceof(Uint8Array)
const newPicture = z.instanceof(Uint8Array, { error: messages.chooseImage })

/** Browsers send nested fields with names such as `nutrition_info.fat.value`. */
const withNestedFields = (submitted: unknown) => ({
  ...productEntries(submitted as FormValues),
  nonNumericNutrients: findNonNumericNutrients(submitted as FormValues),
})
const submittedProduct = productForm.extend({
  nonNumericNutrients: z.custom<ReturnType<typeof findNonNumericNutrients>>(),
  confirmed: tick,
  ...pictureFields,
})
type SubmittedProduct = z.output<typeof submittedProduct>

const toProductEntries = (
  {
    nonNumericNutrients,
    confirmed: isConfirmed,
    picture,
    picture_alt,
    picture_place,
    picture_removed,
    image,
    ...product
  }: SubmittedProduct,
  context: z.RefinementCtx,
) => ({
  product,
  nonNumericNutrients,
  isConfirmed,
  pictures: toSubmittedPictures({ picture, picture_alt, picture_place, picture_removed, image }, context),
})

/** A new product, as the form sends it. */
export const productToAdd = z.preprocess(
  withNestedFields,
  submittedProduct
    .extend({
      [PICTURE_FILES]: pictureFields[PICTURE_FILES].refine((files) => files.length > 0, messages.chooseImage),
    })
    .transform(toProductEntries),
)

/** A changed product, as the form sends it; `expectedStock` is the stock when the form was opened. */
export const productToChange = z.preprocess(
  withNestedFields,
  submittedProduct
    .extend({ id: z.string().default(''), version, stock_seen: z.string().default('') })
    .transform(({ id, version: seen, stock_seen, ...submitted }, context) => ({
      id,
      version: seen,
      expectedStock: /^\d{1,7}$/.test(stock_seen) ? Number(stock_seen) : submitted.stock,
      ...toProductEntries(submitted, context),
    })),
)

/** The IDs of a category and its neighbour. */
export const categoryToMove = z.object({ id: z.string().default(''), neighbour_id: z.string().default('') })

export const categoryToAdd = categoryForm
  .extend({ image: newPicture, is_on_home_page: tick })
  .transform(({ image, ...category }) => ({ category, upload: image }))

/** `position` is the chosen one, from 1; null if it has not changed since the form was opened. */
export const categoryToChange = categoryForm
  .extend({
    id: z.string().default(''),
    version,
    is_on_home_page: tick,
    place: z.string().default(''),
    place_seen: z.string().optional(),
    image: upload.nullable(),
  })
  .transform(({ id, version: seen, place, place_seen, image, ...category }) => ({
    id,
    version: seen,
    upload: image,
    category,
    position: place !== place_seen && /^[1-9]\d{0,4}$/.test(place) ? Number(place) : null,
  }))
