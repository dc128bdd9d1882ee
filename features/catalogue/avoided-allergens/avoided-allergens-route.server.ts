import { Hono, type Context } from 'hono'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import { avoidedAllergensForm } from '#features/accounts/profile/avoided-allergens-form.ts'
import {
  readAvoidedAllergens,
  saveAvoidedAllergens,
} from '#features/accounts/profile/avoided-allergens.server.ts'
import {
  AVOIDED_ALLERGENS_PATH,
  type KeptAvoidedAllergens,
} from '#features/catalogue/labels/avoided-allergens.ts'
import { messages } from '#shop/messages/messages.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { readBodyUpTo } from '#platform/http/form-body.ts'

const BODY_MAX_BYTES = 1024

type Dependencies = { shop: ShopDependencies; accounts: Pick<Accounts, 'readActor'> }

/** The customer's list of avoided allergens in the account. Health data: never logged. */
export function avoidedAllergensRoute({ shop, accounts }: Dependencies): Hono {
  const routes = new Hono()

  const readCustomer = async (context: Context) => {
    context.header('cache-control', 'no-store')
    const { actor, setCookies } = await accounts.readActor(context.req.raw.headers, 'shop')
    for (const cookie of setCookies) context.header('set-cookie', cookie, { append: true })
    return actor.kind === 'customer' ? actor : null
  }

  routes.get(AVOIDED_ALLERGENS_PATH, async (context) => {
    const customer = await readCustomer(context)
    if (!customer) return context.json({ message: messages.badRequest }, 401)
    try {
      return context.json({ keys: await readAvoidedAllergens(shop, customer) } satisfies KeptAvoidedAllergens)
    } catch (error) {
      shop.log.error({ error }, 'a list of avoided allergens could not be read')
      return context.json({ message: messages.somethingWentWrong }, 503)
    }
  })

  routes.put(AVOIDED_ALLERGENS_PATH, async (context) => {
    const customer = await readCustomer(context)
    if (!customer) return context.json({ message: messages.badRequest }, 401)
    const body = await readBodyUpTo(context.req.raw, BODY_MAX_BYTES)
    const form = avoidedAllergensForm.safeParse(parseJson(body?.toString() ?? ''))
    if (!form.success) return context.json({ message: messages.badRequest }, 400)
    const { userId, ...change } = form.data
    if (userId !== customer.userId) return context.json({ message: messages.badRequest }, 409)
    try {
      const saved = await saveAvoidedAllergens(shop, customer, change)
      return saved.ok
        ? context.json({ keys: saved.value } satisfies KeptAvoidedAllergens)
        : context.json({ message: messages.somethingWentWrong }, 409)
    } catch (error) {
      shop.log.error({ error }, 'a list of avoided allergens could not be saved')
      return context.json({ message: messages.somethingWentWrong }, 503)
    }
  })

  return routes
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
