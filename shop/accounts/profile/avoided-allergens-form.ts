import { z } from 'zod'
import { ALLERGEN_KEYS } from '#shop/catalogue/labels/allergen-statements.ts'

/** As a browser sends it to the account; without allergens, the account forgets the list. */
export const avoidedAllergensForm = z.object({
  /** Whom the page shows: another user may have signed in since. */
  userId: z.string().min(1).max(100),
  keys: z.array(z.enum(ALLERGEN_KEYS)).max(ALLERGEN_KEYS.length),
})
