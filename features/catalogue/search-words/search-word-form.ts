import { z } from 'zod'
import { parseVersion } from '#features/catalogue/product-form/submitted-forms.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { parseSearchGroupId, splitSearchWords } from './search-group.ts'

const id = z.string().optional().transform(parseSearchGroupId)
const version = z.string().optional().transform(parseVersion)
const words = z
  .string()
  .default('')
  .transform((text) => splitSearchWords(stripNul(text)))
const confirmed = z
  .string()
  .optional()
  .transform((text) => text === 'on')

/** New words as the form sends them. The procedure checks them, because it knows their stems. */
export const searchWordsToAdd = z
  .object({ words, confirmed })
  .transform(({ confirmed: isConfirmed, ...rest }) => ({ ...rest, isConfirmed }))

/** Changed words as the form sends them. */
export const searchWordsToChange = z
  .object({ id, version, words, confirmed })
  .transform(({ confirmed: isConfirmed, ...rest }) => ({ ...rest, isConfirmed }))

export const searchWordsToDelete = z.object({ id, version })
