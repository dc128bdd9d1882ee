import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * The present by the server's clock, which is what the deadline was reckoned with: it starts from the instant that
 * the page came with and moves on each full minute, also after the machine slept.
 */
export function useServerTime(serverNow: string): Date {
  const [now, setNow] = useState(() => new Date(serverNow))
  useEffect(() => {
    const clockOffset = Date.parse(serverNow) - Date.now()
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      const serverTime = Date.now() + clockOffset
      setNow(new Date(serverTime))
      timer = setTimeout(tick, MINUTE - (serverTime % MINUTE))
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [serverNow])
  return now
}
