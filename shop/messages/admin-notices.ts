import type { Notices } from './notices.ts'

export const adminNotices: Notices = {
  'delivery-saved': 'The draft is saved. Nothing is in stock yet.',
  'delivery-received': 'The delivery is in stock.',
  'products-imported': 'The products are imported.',
  'categories-imported': 'The categories are imported. Shoppers see them now.',
  'products-undone': 'The import is undone.',
  'prices-changed': 'The prices are changed. Shoppers see them from now on.',
  'prices-undone': 'The old prices are back.',
  'offer-made': 'The offer is made. It begins and ends by itself.',
  'offer-ended': 'The offer is over. The former price is back.',
  'offer-withdrawn': 'The offer is withdrawn. No price has changed.',
  'stock-take-saved': 'The counts are saved. No stock has changed yet.',
  'stock-take-applied': 'The counts are in the stock.',
  'recall-started': 'The batches are off sale. Now tell the customers below.',
}
