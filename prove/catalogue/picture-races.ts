import { randomUUID } from 'node:crypto'
import { MAX_PRODUCT_PICTURES } from '#shop/constants.ts'
import { toPictureReferences, type PictureReference } from '#features/catalogue/products/product-pictures.ts'
import { PUBLIC_PICTURE_PATH } from '#shop/picture-key.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter, ProofStep } from '#prove/runner/proof.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import {
  createRandomOfRounds,
  pickRandom,
  randomInteger,
  SEED,
  type Random,
} from '#prove/runner/seeded-random.ts'
import {
  CONFLICT,
  createEditors,
  DONE,
  productForm,
  readProduct,
  saveProduct,
  type ProductRow,
} from './catalogue-requests.ts'

const MIN_PHOTO_SIDE = 16
const INVALID = 'refused with 422'

type Pictures = { database: DatabaseClient; visitor: HttpClient; photo: File; checks: CheckCounter }

export const pictureRaces: ProofStep = {
  name: 'pictures',
  scenario:
    'two editors, of whom one presses Save twice, describe, reorder, add and remove the pictures of one product at once; and forms with too many pictures, none, one twice or one of another product',
  async runProof(proofContext, checks) {
    const { url, database, editors } = await createEditors(proofContext)
    const bytes = await createPhoto('#2f5d3a', MIN_PHOTO_SIDE)
    const photo = new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' })
    const shared: Pictures = { database, visitor: new HttpClient(url), photo, checks }
    const rounds = createRandomOfRounds(proofContext.times(20, 6))
    let stored = 0
    await runConcurrently(2, rounds, async (ofRound) => {
      const opened = await addPictures(shared, editors[0], 3)
      const forms = editors.map(() => arrange(toPictureReferences(opened), ofRound))
      const sent = [forms[0]!, forms[0]!, forms[1]!]
      const answers = await Promise.all(
        sent.map((pictures, index) =>
          saveProduct(editors[index === 2 ? 1 : 0], pictureForm(shared, opened, pictures)),
        ),
      )
      const saved = await readProduct(database, opened.id)
      const expected = sent[answers.indexOf(DONE)]
      const pictures = toPictureReferences(saved)
      checks.expect(
        answers.filter((answer) => answer === DONE).length === 1 &&
          answers.every((answer) => answer === DONE || answer === CONFLICT) &&
          pictures.length === expected?.length &&
          pictures.every(({ image_url, alt }, index) => {
            const wanted = expected[index]!
            const isNew = !toPictureReferences(opened).some((before) => before.image_url === image_url)
            return alt === wanted.alt && (wanted.image_url === '' ? isNew : wanted.image_url === image_url)
          }),
        () => `${answers.join(', ')}; of ${toShortJson(sent)} saved: ${toShortJson(pictures)}`,
      )
      await expectStored(shared, saved, toPictureReferences(opened))
      await expectRefused(shared, editors[1], saved, await addPictures(shared, editors[0], 1), ofRound)
      stored += pictures.length
    })
    return `seed ${SEED}; ${stored} pictures in the order of the form that was saved, each of them served, and no others kept`
  },
}

/** A product with this many uploaded pictures. */
async function addPictures(shared: Pictures, editor: HttpClient, count: number): Promise<ProductRow> {
  const product = await insertProduct(shared.database, { name: `Pictured Tea ${randomUUID()}` })
  const added = Array.from({ length: count }, (_, index) => ({ image_url: '', alt: `view ${index}` }))
  const opened = await readProduct(shared.database, product.id)
  const answer = await saveProduct(editor, pictureForm(shared, opened, added))
  shared.checks.expect(answer === DONE, () => `${count} pictures: ${answer}`)
  return readProduct(shared.database, product.id)
}

/** Some pictures in another order, some with another text, and up to two new ones without an address. */
function arrange(pictures: readonly PictureReference[], random: Random): PictureReference[] {
  const kept = pictures
    .map((picture) =>
      random() < 0.5 ? { ...picture, alt: `label ${randomInteger(1, 1e6, random)}` } : picture,
    )
    .map((picture) => ({ picture, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ picture }) => picture)
    .slice(0, randomInteger(1, pictures.length, random))
  const added = Array.from({ length: randomInteger(0, 2, random) }, () => ({
    image_url: '',
    alt: `new ${randomInteger(1, 1e6, random)}`,
  }))
  return random() < 0.5 ? [...added, ...kept] : [...kept, ...added]
}

function pictureForm(
  { photo }: Pictures,
  product: ProductRow,
  pictures: readonly PictureReference[],
): FormData {
  const form = productForm(product)
  for (const { image_url, alt } of pictures) {
    form.append('picture', image_url)
    form.append('picture_alt', alt ?? '')
    if (image_url === '') form.append('image', photo)
  }
  return form
}

/** The store has exactly the product's pictures. */
async function expectStored(
  { database, visitor, checks }: Pictures,
  product: ProductRow,
  before: readonly PictureReference[],
) {
  const addresses = toPictureReferences(product).map(({ image_url }) => image_url)
  const rows = await database.query<{ image_url: string }>(
    'select image_url from pictures where image_url like $1 order by image_url',
    [`${PUBLIC_PICTURE_PATH}%/product-${product.id}-%`],
  )
  const kept = rows.map(({ image_url }) => image_url)
  const gone = before.map(({ image_url }) => image_url).filter((address) => !addresses.includes(address))
  const statuses = await Promise.all(
    [...addresses, ...gone].map(async (address) => {
      const response = await visitor.fetch(address)
      await response.arrayBuffer()
      return response.status
    }),
  )
  checks.expect(
    toShortJson(kept) === toShortJson(addresses.toSorted()) &&
      statuses.every((status, index) => status === (index < addresses.length ? 200 : 404)),
    () =>
      `of ${addresses.length} pictures ${kept.length} are kept; they and ${gone.length} that were removed are served with ${statuses.join(', ')}`,
  )
}

async function expectRefused(
  shared: Pictures,
  editor: HttpClient,
  product: ProductRow,
  other: ProductRow,
  random: Random,
) {
  const own = toPictureReferences(product)
  const added = { image_url: '', alt: null }
  const [foreign] = toPictureReferences(other) as [PictureReference]
  const excess = randomInteger(1, 2, random)
  const forms: Record<string, PictureReference[]> = {
    'too many': [...own, ...Array.from({ length: MAX_PRODUCT_PICTURES - own.length + excess }, () => added)],
    'one of another product': pickRandom([[foreign], [foreign, ...own], [...own, foreign]], random),
    'one twice': [...own, own[0]!],
  }
  const none = pictureForm(shared, product, own)
  for (const { image_url } of own) none.append('picture_removed', image_url)
  const sent = [
    ...Object.entries(forms).map(
      ([what, pictures]) => [what, pictureForm(shared, product, pictures)] as const,
    ),
    ['none', none] as const,
  ]
  for (const [what, form] of sent) {
    const answer = await saveProduct(editor, form)
    const now = await readProduct(shared.database, product.id)
    shared.checks.expect(
      answer === INVALID && toShortJson(now) === toShortJson(product),
      () => `${what}: ${answer}, and saved is ${toShortJson(toPictureReferences(now))}`,
    )
  }
  await expectStored(shared, product, [])
  await expectStored(shared, other, [])
}

const SAVE = 'features/catalogue/products/save-product.server.ts'
const PICTURES = 'features/catalogue/products/store-product-pictures.server.ts'

export const pictureMutants: Mutant[] = [
  {
    guard: 'a product is saved only as it was seen',
    step: 'pictures',
    file: SAVE,
    from: `.where('version', '=', version)`,
    to: '',
  },
  {
    guard: 'a refused save removes the pictures that it stored',
    step: 'pictures',
    file: SAVE,
    from: 'if (added.length === 0) return',
    to: 'if (added.length < 99) return',
  },
  {
    guard: 'a form names only pictures of its product',
    step: 'pictures',
    file: PICTURES,
    from: 'if (!kept.every(isOwn) ||',
    to: 'if (',
  },
]
