import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { categoryForm, productForm } from '#features/catalogue/product-form/catalogue-forms.ts'
import { addCategory, addProduct } from '#features/catalogue/products/insert-catalogue.server.ts'
import { DEMO_PICTURE_TIME } from './demo-products.ts'
import { categoryPictureKey, pictureUrl, productPictureKey } from '#shop/picture-key.ts'
import { storePicture } from '#features/pictures/store-picture.server.ts'
import type { Outcome } from '#shop/outcome.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { preparedFilesOf, readDemoCatalogue, readManifest } from './demo-files.server.ts'
import type { DemoCatalogue, DemoManifest, DemoProduct } from './demo-files.server.ts'

const MAX_CONCURRENT_PICTURES = 8

/** Loads the demo into an empty shop or continues an interrupted load; does nothing if there are other products or any orders. */
export async function loadDemoCatalogue(shop: ShopDependencies, shutdownSignal?: AbortSignal): Promise<void> {
  // Several nodes may start on one empty database. A transaction lock, because a pooler may keep a session.
  await shop.db.worker.transaction().execute(async (trx) => {
    await sql`
      select set_config('idle_in_transaction_session_timeout', '0', true),
             pg_advisory_xact_lock(hashtextextended('ninth-bend: load the demo', 0))`.execute(trx)
    await loadMissingEntries(shop, shutdownSignal)
  })
}

async function loadMissingEntries(shop: ShopDependencies, shutdownSignal: AbortSignal | undefined) {
  const catalogue = await readDemoCatalogue()
  const admin = await firstAdministrator(shop)
  const present = await readExistingEntries(shop, admin)
  const missing = {
    categories: catalogue.categories.filter(({ slug }) => !present.categories.has(slug)),
    products: interleaveByCategory(catalogue).filter(({ slug }) => !present.products.has(slug)),
  }
  const isDemoOnly = present.categories.size + missing.categories.length === catalogue.categories.length
    && present.products.size + missing.products.length === catalogue.products.length
  if (!isDemoOnly || present.hasOrders || missing.categories.length + missing.products.length === 0) return

  const started = performance.now()
  const manifest = await readManifest()
  const pictured = [...missing.categories.map(pictureOfCategory), ...missing.products.map(pictureOfProduct)]
  await runConcurrently(pictured, ({ name, key }) => {
    shutdownSignal?.throwIfAborted()
    return storePreparedPicture(shop, manifest, name, key)
  })
  for (const category of missing.categories) {
    const image_url = pictureUrl(pictureOfCategory(category).key)
    const { id } = valueOrThrow(await addCategory(shop, admin, { ...categoryForm.parse(category), image_url, position: category.position }), category.name)
    present.categories.set(category.slug, id)
  }
  // Sequential, so that `created_at` gives the order of 'Newest'.
  for (const product of missing.products) {
    shutdownSignal?.throwIfAborted()
    const form = productForm.parse({ ...product, category_id: present.categories.get(product.category) })
    valueOrThrow(await addProduct(shop, admin, { ...form, image_url: pictureUrl(pictureOfProduct(product).key) }), product.name)
  }
  const milliseconds = Math.round(performance.now() - started)
  shop.log.info({ products: missing.products.length, milliseconds }, 'The demo catalogue is loaded.')
}

const pictureOfCategory = ({ slug }: { slug: string }) => ({ name: `categories/${slug}`, key: categoryPictureKey(slug, DEMO_PICTURE_TIME) })
const pictureOfProduct = ({ slug, category }: DemoProduct) => ({
  name: `products/${slug}`,
  key: productPictureKey(category, slug, DEMO_PICTURE_TIME),
})

/** Takes one product of each category in turn, so that the newest products are from several categories. */
function interleaveByCategory({ categories, products }: DemoCatalogue): DemoProduct[] {
  const productsByCategory = categories.map(({ slug }) => products.filter(({ category }) => category === slug))
  const rounds = Math.max(...productsByCategory.map((categoryProducts) => categoryProducts.length))
  return Array.from({ length: rounds }, (_, round) => productsByCategory.flatMap((categoryProducts) => categoryProducts[round] ?? [])).flat()
}

/** Only an administrator may edit the catalogue; compose-shop.ts creates the first one beforehand. */
async function firstAdministrator({ db }: ShopDependencies): Promise<Admin> {
  const { rows } = await db.accounts.query<{ id: string; email: string }>(
    'select person.id, person.email from administrator join "user" person on person.id = administrator.user_id order by administrator.created_at limit 1',
  )
  const [person] = rows
  if (!person) throw new Error('The demo catalogue needs an administrator. Make one first.')
  return { kind: 'admin', role: 'owner', userId: person.id, email: person.email }
}

async function readExistingEntries({ db }: ShopDependencies, admin: Admin) {
  return db.withActor(admin, async (trx) => {
    const categories = await trx.selectFrom('categories').select(['slug', 'id']).execute()
    const products = await trx.selectFrom('products').select('slug').limit(1000).execute()
    const orders = await trx.selectFrom('orders').select('id').limit(1).execute()
    return {
      categories: new Map(categories.map(({ slug, id }) => [slug, id])),
      products: new Set(products.map(({ slug }) => slug)),
      hasOrders: orders.length > 0,
    }
  })
}

async function storePreparedPicture(shop: ShopDependencies, manifest: DemoManifest, name: string, key: string) {
  const picture = manifest.pictures[name]
  if (!picture) throw new Error(`demo/pictures has no ${name}. Run node scripts/pictures/generate-demo-pictures.ts.`)
  const files = await Promise.all(
    preparedFilesOf(name, picture).map(async ({ width, format, path }) => ({ width, format, bytes: await readFile(path) })),
  )
  await storePicture(shop, key, { ...picture, files })
}

async function runConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const queue = [...items]
  const runWorker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_PICTURES }, runWorker))
}

function valueOrThrow<Value>(outcome: Outcome<Value>, name: string): Value {
  if (outcome.ok) return outcome.value
  throw new Error(`The demo's ${name} was refused: ${JSON.stringify(outcome.refusal)}`)
}
