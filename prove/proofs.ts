import { access } from './access/access-proof.ts'
import { accessibility } from './accessibility/accessibility-proof.ts'
import { accounts } from './accounts/accounts-proof.ts'
import { allergens } from './allergens/allergens-proof.ts'
import { catalogue } from './catalogue/catalogue-proof.ts'
import { crashes } from './crashes/crashes-proof.ts'
import { formerBuild } from './former-build/former-build-proof.ts'
import { fleet } from './fleet/fleet-proof.ts'
import { fuzzing } from './fuzzing/fuzzing-proof.ts'
import { fleetProxies } from './fleet/fleet-proxies-proof.ts'
import { mail } from './mail/mail-proof.ts'
import { pages } from './pages/pages-proof.ts'
import { supply } from './supply-chain/supply-chain-proof.ts'
import { postgres15 } from './postgres-15/postgres-15-proof.ts'
import { recipes } from './recipes/recipes-proof.ts'
import type { ProofDefinition } from './runner/proof.ts'
import { idempotency } from './idempotency/idempotency-proof.ts'
import { orderConcurrency } from './order-concurrency/order-concurrency-proof.ts'
import { stock } from './stock/stock-proof.ts'
import { tampering } from './tampering/tampering-proof.ts'

export const proofs: readonly ProofDefinition[] = [
  access,
  tampering,
  stock,
  idempotency,
  orderConcurrency,
  catalogue,
  crashes,
  fuzzing,
  pages,
  accessibility,
  accounts,
  mail,
  supply,
  allergens,
  fleet,
  fleetProxies,
  postgres15,
  formerBuild,
  recipes,
]
