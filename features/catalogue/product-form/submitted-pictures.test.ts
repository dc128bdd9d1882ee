import { expect, test } from 'vitest'
import { z } from 'zod'
import { MAX_ALT_LENGTH } from '#shop/constants.ts'
import { productPictureMessages } from '#features/catalogue/products/product-picture-messages.ts'
import {
  parsePicturesValue,
  picturesValue,
  submittedPicturesValue,
  withoutLostPictures,
} from './pictures-value.ts'
import { pictureFields, toSubmittedPictures } from './submitted-pictures.ts'

const form = z.object(pictureFields).transform(toSubmittedPictures)
const [first, second] = [new Uint8Array([1]), new Uint8Array([2])]

test('PICTURE-14 a picture without an address takes the next file; other files come last', () => {
  expect(
    form.parse({ picture: ['/a', '', '/b'], picture_alt: ['A', ' New ', ' '], image: [first, second] }),
  ).toEqual([
    { image_url: '/a', alt: 'A' },
    { upload: first, alt: 'New' },
    { image_url: '/b', alt: null },
    { upload: second, alt: null },
  ])
})

test('PICTURE-14 without scripts, places and removals are fields', () => {
  const picture = ['/a', '/b', '/c']
  const sent = {
    picture,
    picture_alt: ['A', 'B', 'C'],
    picture_place: ['3', '1', '2'],
    picture_removed: ['/c'],
  }
  expect(form.parse(sent)).toEqual([
    { image_url: '/b', alt: 'B' },
    { image_url: '/a', alt: 'A' },
  ])
  expect(form.parse({ ...sent, picture_removed: picture }), 'none is left').toEqual([])
})

test('PICTURE-12 a form that says nothing of pictures keeps them; a text has a limit', () => {
  expect(form.parse({})).toBeNull()
  const { error } = form.safeParse({ picture: ['/a'], picture_alt: ['x'.repeat(MAX_ALT_LENGTH + 1)] })
  expect(error?.issues).toMatchObject([{ path: ['pictures'], message: productPictureMessages.altTooLong }])
})

test('CATALOGUE-21 a form that was not changed has the value of the product, and forgets a picture that is gone', () => {
  const more_pictures = [{ image_url: '/b', alt: null }]
  const value = picturesValue({ image_url: '/a', image_alt: 'A', more_pictures })
  const sent = { picture: ['/a', '/b'], picture_alt: ['A ', ''], picture_place: [], picture_removed: [] }
  expect(submittedPicturesValue(sent)).toBe(value)
  const withNew = submittedPicturesValue({ ...sent, picture: ['/a', '/b', ''] })
  expect(parsePicturesValue(withoutLostPictures(withNew, more_pictures))).toEqual([
    { image_url: '/b', alt: null },
    { image_url: '', alt: null },
  ])
})
