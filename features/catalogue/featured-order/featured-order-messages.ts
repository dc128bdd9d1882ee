import { FEATURED_ORDER_LIMIT } from '#shop/constants.ts'

export const featuredOrderMessages = {
  title: 'Order of Featured',
  lead: 'These products come first where the shop is sorted by Featured, and on the home page as long as there is no best seller. All others follow by name.',
  none: 'No product is featured. Tick Featured in the form of a product.',
  more: `The first ${FEATURED_ORDER_LIMIT} can be put in order; other featured products follow by name.`,
  isByName: 'They are in order of their names now.',
  list: 'Featured products',
  inactive: 'Inactive',
  save: 'Save the order',
  saving: 'Saving...',
  byName: 'Order by name again',
  saved: 'The order is saved.',
  savedByName: 'Featured products are in order of their names again.',
  changedMeanwhile:
    'Somebody else has changed which products are featured, or their order. Nothing was saved; this is the order now.',
  failed: 'The order could not be saved. Try again in a moment.',
  notLoaded: 'The featured products could not be loaded. Try again in a moment.',
  toTop: (name: string) => `Move ${name} to the top`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  place: (name: string) => `Place of ${name}`,
  moved: (name: string, place: number, count: number) => `${name} is number ${place} of ${count}`,
}
