import { access } from './access.ts'
import { accounts } from './accounts.ts'
import { crashes } from './crashes.ts'
import { hostile } from './hostile.ts'
import { mail } from './mail.ts'
import { pages } from './pages.ts'
import { supply } from './supply.ts'
import type { Part } from './part.ts'
import { onceOnly } from './once.ts'
import { people } from './people.ts'
import { stock } from './stock.ts'
import { tampering } from './tampering.ts'

/** Every long proof, in the order of the report; tests/requests/proofs.test.ts runs a short form of each. */
export const parts: readonly Part[] = [access, tampering, stock, onceOnly, people, crashes, hostile, pages, accounts, mail, supply]
