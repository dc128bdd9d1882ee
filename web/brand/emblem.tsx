import type { SVGProps } from 'react'

/** Two peaks and the ghat road that winds down between them: the mark that the packs carry. */
export function Emblem(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="-41 -32 82 56" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" {...props}>
      <path strokeWidth="2.6" d="M-38 17-9-29 6-6 15-18 38 17" />
      <path strokeWidth="2.2" d="M-8-16C2-13 3-9-5-6" />
      <path strokeWidth="3.2" d="M-5-6C-16-2-15 3-1 5" />
      <path strokeWidth="4.4" d="M-1 5C16 7 18 13-3 19" />
    </svg>
  )
}
