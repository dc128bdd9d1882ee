import { expect, test } from 'vitest'
import { restoreRows, toPictureRows } from './picture-rows.tsx'

test('CATALOGUE-21 PICTURE-12 PICTURE-15 after a refusal the form has the pictures that the shop sent, and the files that were chosen', () => {
  const added = { ready: Promise.resolve(null), cut: null }
  const rows = [
    ...toPictureRows([{ image_url: '/a', alt: 'A' }]),
    { key: 'new-1', image_url: '', alt: 'mine', added },
  ]
  const restored = restoreRows(rows, [
    { image_url: '', alt: 'mine' },
    { image_url: '/b', alt: null },
    { image_url: '', alt: 'a file that is gone' },
  ])
  expect(restored).toEqual([
    { key: 'new-1', image_url: '', alt: 'mine', added },
    { key: '/b', image_url: '/b', alt: '', added: null },
  ])
  const since = { key: 'new-2', image_url: '', alt: 'chosen since', added }
  expect(restoreRows([...rows, since], [{ image_url: '', alt: 'mine' }]), 'none is lost').toEqual([
    { key: 'new-1', image_url: '', alt: 'mine', added },
    since,
  ])
})
