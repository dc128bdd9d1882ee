import { MEMORY_OFF_COOKIE } from './storage-keys.ts'

type Device = { document?: { cookie: string }; localStorage?: Storage; sessionStorage?: Storage }
const device = globalThis as Device

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** True unless the shopper switched it off on /privacy; a cookie, because sign-out clears both storages. */
export const isMemoryOn = () => !device.document?.cookie.split('; ').includes(`${MEMORY_OFF_COOKIE}=1`)

export function switchMemory(isOn: boolean) {
  document.cookie = `${MEMORY_OFF_COOKIE}=1; Path=/; SameSite=Lax; Max-Age=${isOn ? 0 : YEAR_SECONDS}`
}

/** For conveniences only: searches, seen products, drafts, avoided allergens. Null if the shopper or the browser allows none of it. */
export const getMemory = (storage: 'localStorage' | 'sessionStorage'): Storage | null => {
  try {
    return isMemoryOn() ? (device[storage] ?? null) : null
  } catch {
    return null
  }
}
