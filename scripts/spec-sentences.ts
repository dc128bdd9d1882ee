import { calls } from './spec-sentences/calls.ts'
import { decisionsOnBuying } from './spec-sentences/decisions-on-buying.ts'
import { decisionsOnFood } from './spec-sentences/decisions-on-food.ts'
import { decisionsOnOrders } from './spec-sentences/decisions-on-orders.ts'
import { decisionsOnTheHouse } from './spec-sentences/decisions-on-the-house.ts'
import { decisionsOnIdentity } from './spec-sentences/decisions-on-identity.ts'
import { entities } from './spec-sentences/entities.ts'
import { errors } from './spec-sentences/errors.ts'
import { limits } from './spec-sentences/limits.ts'
import { purpose } from './spec-sentences/purpose.ts'
import { roles } from './spec-sentences/roles.ts'
import { rules } from './spec-sentences/rules.ts'
import { backOfficeScreens } from './spec-sentences/screens-of-the-back-office.ts'
import { shopScreens } from './spec-sentences/screens-of-the-shop.ts'
import type { SpecSentence } from './spec-sentences/sentence.ts'
import { states } from './spec-sentences/states.ts'

export type { SpecSentence } from './spec-sentences/sentence.ts'

/** The spec and the decisions, sentence by sentence: where each is held, or why it is not yet. */
export const specSentences: SpecSentence[] = [
  ...purpose,
  ...shopScreens,
  ...backOfficeScreens,
  ...entities,
  ...states,
  ...rules,
  ...roles,
  ...calls,
  ...errors,
  ...limits,
  ...decisionsOnTheHouse,
  ...decisionsOnIdentity,
  ...decisionsOnBuying,
  ...decisionsOnOrders,
  ...decisionsOnFood,
]
