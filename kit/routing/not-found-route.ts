export const NOT_FOUND_ROUTE = 'not-found'
export const NOT_FOUND_PATH = '/not-found'
