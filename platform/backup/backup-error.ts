/** A problem that the operator must solve; the message is one line, printed without a stack. */
export class BackupError extends Error {}
