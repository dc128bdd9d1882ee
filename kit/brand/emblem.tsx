import type { SVGProps } from 'react'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'

export function Emblem(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="-41 -32 82 56"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {useShopIdentity().mark.emblem.map(({ d, width }) => (
        <path key={d} strokeWidth={width} d={d} />
      ))}
    </svg>
  )
}
