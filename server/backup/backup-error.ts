/** The operator must solve it; the message of one line is printed without a stack. */
export class BackupError extends Error {}
