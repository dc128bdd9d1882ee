import { MAX_ALT_LENGTH, MAX_PRODUCT_PICTURES } from '#shop/constants.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import type { PictureReference } from './product-pictures.ts'

const ALT_LABEL = 'Alternative text'

export const productPictureMessages = {
  legend: 'Pictures',
  altLabel: ALT_LABEL,
  altHint:
    'Say what each picture shows, for people who cannot see it. Without a text, the name of the product is read out.',
  altTooLong: tooLongMessage(ALT_LABEL, MAX_ALT_LENGTH),
  mainPicture: 'Main picture',
  mainHint: 'The first picture is the main one: lists, the cart and emails show it.',
  addLabel: 'Add pictures',
  addAnother: 'Add another picture',
  thisOne: (place: number, count: number) => (count === 1 ? 'picture' : `picture ${place}`),
  full: `A product has at most ${MAX_PRODUCT_PICTURES} pictures. Remove one to add another.`,
  dropHint: 'You can also drop pictures here, or paste one.',
  tooMany: `Choose at most ${MAX_PRODUCT_PICTURES} pictures`,
  gone: 'A picture was removed meanwhile. Open the product again',
  count: (count: number) => `${count} of ${MAX_PRODUCT_PICTURES} pictures`,
  picture: (place: number) => `Picture ${place}`,
  alt: (place: number) => `${ALT_LABEL} of picture ${place}`,
  moveUp: (place: number) => `Move picture ${place} up`,
  moveDown: (place: number) => `Move picture ${place} down`,
  remove: (place: number) => `Remove picture ${place}`,
  place: (place: number) => `Place of picture ${place}`,
  added: (count: number) => (count === 1 ? 'Picture added' : `${count} pictures added`),
  removed: (place: number) => `Picture ${place} removed`,
  moved: (place: number, count: number) => `Now picture ${place} of ${count}`,
}

/** For the audit log and a second editor: the alternative texts, in order. */
export function describePictures(pictures: readonly Pick<PictureReference, 'alt'>[]): string {
  if (pictures.length === 0) return ''
  const texts = pictures.map(({ alt }) => (alt ? `‘${alt}’` : 'no text')).join(', ')
  return `${pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`}: ${texts}`
}
