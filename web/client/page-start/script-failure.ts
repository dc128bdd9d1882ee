/** Sent after an error that has ended the scripts of the page. */
export const SCRIPTS_FAILED = 'scripts-failed'

/** The messages of all browsers about a failed `import()` match it. */
const SCRIPT_NOT_LOADED = /import.*module/i

export const isScriptMissing = (error: unknown): error is TypeError =>
  error instanceof TypeError && SCRIPT_NOT_LOADED.test(error.message)
