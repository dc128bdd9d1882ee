import { productForm, type ProductForm } from '#shop/catalogue/catalogue-forms.ts'
import { findAnyProduct } from '#shop/catalogue/office.server.ts'
import { addPicturedProduct, changeProduct, type ProductChange } from '#shop/catalogue/save-product.server.ts'
import type { Admin } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop.server.ts'

const TOLD = { ingredients: 'Honey.', allergy_advice: 'None of the 14.' }

type Office = { shop: Shop; admin: Admin; photo: Buffer; shelf: string }

/** What an owner does in the form of a product, with everything filled in that a test does not care about. */
export function productEditing({ shop, admin, photo, shelf }: Office) {
  const form = (entries: object = {}): ProductForm =>
    productForm.parse({ name: `Honey ${crypto.randomUUID()}`, price: '11.50', stock: '40', category_id: shelf, ...TOLD, ...entries })
  const stands = async (id: string) => (await findAnyProduct(shop, admin, id))!
  return {
    form,
    stands,
    async added(entries: object = {}): Promise<string> {
      const answer = await addPicturedProduct(shop, admin, { product: form(entries), upload: photo, isConfirmed: false })
      if (!answer.ok) throw new Error(`The product of this test was refused: ${answer.refusal.code}`)
      return answer.value.id
    },
    async change(id: string, entries: object, more: Partial<ProductChange> = {}, who: Admin = admin) {
      const { version, stock, name, category_id } = await stands(id)
      const product = form({ name, category_id, stock: String(stock), ...entries })
      return changeProduct(shop, who, { id, version, stockSeen: stock, product, upload: null, isConfirmed: false, ...more })
    },
  }
}
