const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text from an address, a form or a cart can be an id at all; asked before it reaches the database, which takes nothing else. */
export const isValidId = (text: string): boolean => ID.test(text)
