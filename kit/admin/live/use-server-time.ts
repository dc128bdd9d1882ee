import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The current time of the server's clock, on which deadlines are based; ticks every full minute, also after the device slept. */
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
