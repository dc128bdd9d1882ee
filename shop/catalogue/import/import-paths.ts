export const PRODUCTS_CSV_PATH = '/admin/products/products.csv'
export const CATEGORIES_CSV_PATH = '/admin/categories/categories.csv'
export const IMPORT_PROGRESS_PATH = '/admin/products/import/progress.json'
