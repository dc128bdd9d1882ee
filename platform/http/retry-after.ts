/** For 503 responses without a better estimate, such as while the database is away. */
export const RETRY_AFTER_SECONDS = '5'

/** For a process that starts or closes, which takes a moment. */
export const RETRY_AFTER_START_SECONDS = '2'
