import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLIC_PICTURE_PATH } from '#shop/picture-key.ts'
import { insertCategory } from '#tests/fixtures/databases/test-records.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { getAccessScenario, ACTORS } from './access-actors.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

export const pictureAccess: ProofStep = {
  name: 'pictures',
  scenario: 'each stored picture, similar keys and its folders, read and written by each actor',
  async runProof(proofContext, checks) {
    const { as, url, db, dataDir } = await getAccessScenario(proofContext)
    const upload = new FormData()
    const fields = {
      intent: 'add',
      name: 'Pictured Pepper',
      category_id: await insertCategory(db, 'Pictured'),
      price: '4.50',
      stock: '1',
      is_active: 'on',
      ingredients: 'Pepper.',
      allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
      confirmed: 'on',
    }
    for (const [name, value] of Object.entries(fields)) upload.set(name, value)
    upload.set('image', new File([new Uint8Array(await createPhoto())], 'photo.jpg', { type: 'image/jpeg' }))
    const added = await as('administrator').fetch('/admin/products?add=product', {
      method: 'POST',
      body: upload,
      headers: { origin: url },
    })
    checks.expect(added.status === 302, () => `the picture of this proof was refused: ${added.status}`)
    const storedFiles = () =>
      readdirSync(join(dataDir, 'storage/product-images'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) =>
          join(parentPath, name).slice(join(dataDir, 'storage/product-images').length + 1),
        )
        .sort()
    const keys = storedFiles()
    const malformedKeys = [
      '',
      'products',
      'products/',
      '..%2f..%2fsecret',
      '%2e%2e/%2e%2e/secret',
      '..%5c..%5csecret',
      '%252e%252e%252fsecret',
      'products/..%2f..%2f..%2fsecret',
      'products/pictured/%00.webp',
      '.%2fproducts',
      'products//x.webp',
      'categories/',
      'products/nothing/nothing-1.webp',
      '*',
      '?list=1',
      '..%2f..%2f..%2fmail',
    ]
    for (const actor of ACTORS) {
      for (const key of keys) {
        const response = await as(actor).fetch(PUBLIC_PICTURE_PATH + key)
        const size = (await response.arrayBuffer()).byteLength
        const isAPicture = response.headers.get('content-type')?.startsWith('image/') === true && size > 0
        const isPicture = isAPicture && response.headers.getSetCookie().length === 0
        checks.expect(response.status === 200 && isPicture, () => `${actor} sees ${key}: ${response.status}`)
      }
      const missing = await as(actor).fetch(`${PUBLIC_PICTURE_PATH}products/nothing/nothing-2.webp`)
      const expected = toShortJson([
        missing.status,
        await missing.text(),
        missing.headers.get('content-type'),
      ])
      for (const key of malformedKeys) {
        const response = await as(actor).fetch(PUBLIC_PICTURE_PATH + key)
        const received = toShortJson([
          response.status,
          await response.text(),
          response.headers.get('content-type'),
        ])
        const isOutsideBucket =
          !new URL(url + PUBLIC_PICTURE_PATH + key).pathname.startsWith(PUBLIC_PICTURE_PATH) &&
          response.status === 404
        checks.expect(
          received === expected || isOutsideBucket,
          () => `${actor} at ${key}: ${received}, expected ${expected}`,
        )
      }
      for (const key of [keys[0]!, 'products/nothing/nothing-1.webp']) {
        for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
          const response = await as(actor).fetch(PUBLIC_PICTURE_PATH + key, {
            method,
            headers: { origin: url },
          })
          checks.expect(response.status === 405, () => `${actor}: ${method} ${key}: ${response.status}`)
        }
      }
    }
    checks.expect(
      toShortJson(storedFiles()) === toShortJson(keys),
      () => `the store holds other files now: ${toShortJson(storedFiles())}`,
    )
    return `${keys.length} pictures`
  },
}
