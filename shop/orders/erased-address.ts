/** What erase_customer() leaves of a field of an address; its name is 'Erased customer'. */
export const ERASED = 'erased'

export const withoutErased = (fields: readonly string[]): string[] =>
  fields.filter((field) => field !== ERASED)
