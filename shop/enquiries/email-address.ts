const LOCAL_PART = /^[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*$/
const DOMAIN = /^([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/**
 * A valid email format, as the account forms understand it, without what checks those: the pages of enquiries stay small.
 * In: a trimmed entry. Out: whether it has the form of an e-mail address; whether it exists, only a mail can tell.
 */
export function isEmailAddress(entry: string): boolean {
  const [name, host, ...more] = entry.split('@')
  if (name === undefined || host === undefined || more.length > 0) return false
  return LOCAL_PART.test(name) && !name.endsWith("'") && DOMAIN.test(host)
}
