/** Sent after an error that has stopped the page's scripts. */
export const SCRIPTS_FAILED = 'scripts-failed'

/** Matches all browsers' messages about a failed `import()`. */
const SCRIPT_NOT_LOADED = /import.*module/i

export const isScriptMissing = (error: unknown): error is TypeError =>
  error instanceof TypeError && SCRIPT_NOT_LOADED.test(error.message)
