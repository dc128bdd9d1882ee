import { Emblem } from './emblem.tsx'

export function PlaceholderPicture({ label, className }: { label: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 200 200"
      preserveAspectRatio="xMidYMid slice"
      role={label ? 'img' : undefined}
      aria-label={label || undefined}
      aria-hidden={label ? undefined : true}
      className={className}
    >
      <path fill="var(--color-cream)" d="M0 0h200v200H0z" />
      <path
        fill="var(--color-paper)"
        stroke="var(--color-turmeric-deep)"
        strokeOpacity=".45"
        d="M60 160V78c0-19 19-22 40-38 21 16 40 19 40 38v82Z"
      />
      <Emblem x="72" y="88" width="56" height="38" color="var(--color-turmeric-deep)" />
    </svg>
  )
}
