export const FEATURED_ORDER_PATH = '/admin/products/featured'
