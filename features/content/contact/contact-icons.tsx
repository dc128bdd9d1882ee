const ICON_PROPS = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

export const EnvelopeIcon = () => (
  <svg {...ICON_PROPS}>
    <path d="M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5" />
  </svg>
)

export const LocationIcon = () => (
  <svg {...ICON_PROPS}>
    <path d="M12 21c4.5-4.6 6.8-8.2 6.8-11.2a6.8 6.8 0 1 0-13.6 0C5.2 12.8 7.5 16.4 12 21ZM12 12.2a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
  </svg>
)
