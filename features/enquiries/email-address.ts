const LOCAL_PART = /^[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*$/
const DOMAIN = /^([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** The email format of the account forms without zod, to keep the enquiry pages small. Takes a trimmed entry. */
export function isEmailAddress(entry: string): boolean {
  const [name, host, ...more] = entry.split('@')
  if (name === undefined || host === undefined || more.length > 0) return false
  return LOCAL_PART.test(name) && !name.endsWith("'") && DOMAIN.test(host)
}
