import { backOfficeSentences } from './spec-sentences/back-office.ts'
import { customerSentences } from './spec-sentences/customers.ts'
import { decisionSentences } from './spec-sentences/decisions.ts'

/** Every sentence of the spec and its decisions, with what holds it. */
export const specSentences = [...customerSentences, ...backOfficeSentences, ...decisionSentences]
