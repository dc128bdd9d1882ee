/** For each 503 answer that has no better estimate, such as while the database is away. */
export const RETRY_AFTER_SECONDS = '5'

/** While a process starts or closes, which takes a moment. */
export const RETRY_AFTER_START_SECONDS = '2'
