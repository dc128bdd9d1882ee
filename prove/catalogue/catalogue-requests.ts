import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewAdministrator } from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { signInAsAdmin, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'

export const DONE = 'done'
export const CONFLICT = 'refused with 409'

export async function createEditors(proofContext: ProofContext) {
  const [{ url }, database] = [await proofContext.shop(), await proofContext.db()]
  const [owner, manager] = [
    await signInAsAdmin(url),
    (await signInNewAdministrator(url, database, 'manager')).client,
  ]
  return { url, database, owner, manager, editors: [owner, manager] as const }
}

/** Sends the form as a browser without scripts does. Returns {@link DONE}, or the status of the refusal. */
export async function send(
  client: HttpClient,
  path: string,
  body: FormData | URLSearchParams | Record<string, string>,
): Promise<string> {
  const response = await client.fetch(path, {
    method: 'POST',
    body: body instanceof FormData ? body : new URLSearchParams(body),
    headers: { origin: client.origin },
  })
  await response.text()
  const isSaved = response.ok || response.headers.get('location')?.startsWith('/admin/products')
  return isSaved ? DONE : `refused with ${response.status}`
}

export type ProductRow = {
  id: string
  version: number
  name: string
  price: number
  stock: number
  category_id: string
  image_url: string | null
  image_alt: string | null
  more_pictures: { image_url: string; alt: string | null }[]
  reference_price: number | null
  is_on_offer: boolean
}

export async function readProduct(database: DatabaseClient, id: string): Promise<ProductRow> {
  const [row] = await database.query<ProductRow>(
    `select id, version, name, price, stock, category_id, image_url, image_alt, more_pictures, reference_price,
            offer_ends_at is not null as is_on_offer
       from products where id = $1`,
    [id],
  )
  return row!
}

/** The product form as it was opened; pictures are unchanged. */
export function productForm({ id, version, name, price, stock, category_id }: ProductRow): FormData {
  const form = new FormData()
  const fields = {
    intent: 'edit',
    id,
    version,
    name,
    category_id,
    price: price.toFixed(2),
    stock,
    stock_seen: stock,
    is_active: 'on',
    ingredients: 'Tea.',
    allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
    confirmed: 'on',
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  return form
}

export const saveProduct = (client: HttpClient, form: FormData) =>
  send(client, `/admin/products?edit=${String(form.get('id'))}`, form)
