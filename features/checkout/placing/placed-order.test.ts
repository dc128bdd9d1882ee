import { expect, test } from 'vitest'
import { removeOrderedQuantities } from './placed-order.ts'

const line = (id: string, quantity: number) => ({ id, name: id, image_url: null, price: 4.5, quantity })
const order = {
  order_id: 'o',
  status: 'pending' as const,
  items: [
    { product_id: 'honey', quantity: 2 },
    { product_id: 'cloves', quantity: 1 },
  ],
}

test('CHECKOUT-21 ordered quantities leave the cart, also if reduced to the remaining stock', () => {
  expect(removeOrderedQuantities([line('honey', 2), line('cloves', 1)], order)).toEqual([])
  expect(removeOrderedQuantities([line('honey', 1)], order)).toEqual([])
})

test('CHECKOUT-21 quantities added after the order stay', () => {
  expect(removeOrderedQuantities([line('honey', 3), line('tea', 4)], order)).toEqual([
    line('honey', 1),
    line('tea', 4),
  ])
})
