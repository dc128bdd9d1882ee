/** Of each answer 503 that has no better estimate, such as while the database is away. */
export const RETRY_AFTER_SECONDS = '5'
