/** The value of address fields after erase_customer(); the name becomes 'Erased customer'. */
export const ERASED = 'erased'

export const withoutErased = (fields: readonly string[]): string[] =>
  fields.filter((field) => field !== ERASED)
