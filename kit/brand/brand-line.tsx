import type { SVGProps } from 'react'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'

export function BrandLine(props: SVGProps<SVGSVGElement>) {
  const { d, dot } = useShopIdentity().mark.line
  return (
    <svg
      viewBox="16 -8 300 314"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
      {...props}
    >
      <path d={d} />
      {dot && <circle cx={dot.x} cy={dot.y} r="5" fill="var(--color-turmeric)" stroke="none" />}
    </svg>
  )
}
