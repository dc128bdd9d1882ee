import { useIdentity } from '#web/kernel/identity-context.tsx'
import { Emblem } from './emblem.tsx'

/** NINTH BEND in one thin line, as on the packs. */
const LETTERS =
  'M0 20V0L14 20V0M22 0V20M30 20V0L44 20V0M50 0H67M58.5 0V20M73 0V20M87 0V20M73 9.5H87' +
  'M108 0V20H114.5A5.3 5.3 0 0 0 114.5 9.4H108H113.8A4.7 4.7 0 0 0 113.8 0ZM137 0H127V20H137.5M127 9.5H136' +
  'M145 20V0L159 20V0M168 0H172.5A10 10 0 0 1 172.5 20H168Z'

/** The shop's name as its mark; a name set by the owner stands in letters instead. */
export function Wordmark() {
  const { name } = useIdentity()
  return (
    <span className="wordmark">
      <Emblem className="wordmark-emblem" />
      {name === 'Ninth Bend' ? (
        <>
          <svg viewBox="-1 -1 185 22" className="wordmark-letters" fill="none" stroke="currentColor" strokeWidth="1.9" aria-hidden="true">
            <path d={LETTERS} />
          </svg>
          <span className="visually-hidden">{name}</span>
        </>
      ) : (
        <span className="display text-lg">{name}</span>
      )}
    </span>
  )
}
