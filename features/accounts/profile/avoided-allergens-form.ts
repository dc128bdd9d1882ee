import { z } from 'zod'
import { ALLERGEN_KEYS } from '#features/catalogue/labels/allergen-statements.ts'

const keyList = z.array(z.enum(ALLERGEN_KEYS)).max(ALLERGEN_KEYS.length)

/** What a browser sends to save in the account. */
export const avoidedAllergensForm = z.object({
  /** The user that the page shows; another one may have signed in since. */
  userId: z.string().min(1).max(100),
  /** The list that the editor started from; another device may have changed it since. */
  base: keyList,
  /** Null if the account must delete the list. */
  keys: keyList.nullable(),
})
