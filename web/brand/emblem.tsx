import type { SVGProps } from 'react'
import { useIdentity } from '#web/client/contexts/shop-identity-context.tsx'

/** The shop's mark. */
export function Emblem(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="-41 -32 82 56" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" {...props}>
      {useIdentity().mark.emblem.map(({ d, width }) => (
        <path key={d} strokeWidth={width} d={d} />
      ))}
    </svg>
  )
}
