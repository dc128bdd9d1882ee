const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Checked first, because PostgreSQL throws for any other text. */
export const isValidId = (text: string): boolean => ID.test(text)
