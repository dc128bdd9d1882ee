import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLIC_PICTURE_PATH } from '#shop/media/picture-key.ts'
import { insertCategory } from '#tests/fixtures/databases/test-records.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { getAccessScenario, ACTORS } from './access-actors.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

/** One picture by its exact key and nothing else, by the shop's own hand alone. */
export const pictureAccess: ProofStep = {
  name: 'pictures',
  scenario: 'every picture of the store by its exact address, its neighbours and its folders, read and written by everybody',
  async runProof(proofContext, checks) {
    const { as, url, db, dataDir } = await getAccessScenario(proofContext)
    const upload = new FormData()
    const fields = { intent: 'add', name: 'Pictured Pepper', category_id: await insertCategory(db, 'Pictured'), price: '4.50', stock: '1', is_active: 'on', ingredients: 'Pepper.', allergy_advice: 'None.', confirmed: 'on' }
    for (const [name, value] of Object.entries(fields)) upload.set(name, value)
    upload.set('image', new File([new Uint8Array(await createPhoto())], 'photo.jpg', { type: 'image/jpeg' }))
    const added = await as('administrator').fetch('/admin/products?add=product', { method: 'POST', body: upload, headers: { origin: url } })
    checks.expect(added.status === 302, () => `the picture of this proof was refused: ${added.status}`)
    const kept = () => readdirSync(join(dataDir, 'storage/product-images'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(dataDir, 'storage/product-images').length + 1)).sort()
    const keys = kept()
    const strange = [
      '', 'products', 'products/', '..%2f..%2fsecret', '%2e%2e/%2e%2e/secret', '..%5c..%5csecret', '%252e%252e%252fsecret', 'products/..%2f..%2f..%2fsecret',
      'products/pictured/%00.webp', '.%2fproducts', 'products//x.webp', 'categories/', 'products/nothing/nothing-1.webp', '*', '?list=1', '..%2f..%2f..%2fmail',
    ]
    for (const actor of ACTORS) {
      for (const key of keys) {
        const answer = await as(actor).fetch(PUBLIC_PICTURE_PATH + key)
        const size = (await answer.arrayBuffer()).byteLength
        const isAPicture = answer.headers.get('content-type')?.startsWith('image/') === true && size > 0
        const isPicture = isAPicture && answer.headers.getSetCookie().length === 0
        checks.expect(answer.status === 200 && isPicture, () => `${actor} sees ${key}: ${answer.status}`)
      }
      const missing = await as(actor).fetch(`${PUBLIC_PICTURE_PATH}products/nothing/nothing-2.webp`)
      const expected = toShortJson([missing.status, await missing.text(), missing.headers.get('content-type')])
      for (const key of strange) {
        const answer = await as(actor).fetch(PUBLIC_PICTURE_PATH + key)
        const seen = toShortJson([answer.status, await answer.text(), answer.headers.get('content-type')])
        const leftTheBucket = !new URL(url + PUBLIC_PICTURE_PATH + key).pathname.startsWith(PUBLIC_PICTURE_PATH) && answer.status === 404
        checks.expect(seen === expected || leftTheBucket, () => `${actor} at ${key}: ${seen}, expected ${expected}`)
      }
      for (const key of [keys[0]!, 'products/nothing/nothing-1.webp']) {
        for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
          const answer = await as(actor).fetch(PUBLIC_PICTURE_PATH + key, { method, headers: { origin: url } })
          checks.expect(answer.status === 405, () => `${actor}: ${method} ${key}: ${answer.status}`)
        }
      }
    }
    checks.expect(toShortJson(kept()) === toShortJson(keys), () => `the store holds other files now: ${toShortJson(kept())}`)
    return `${keys.length} pictures`
  },
}
