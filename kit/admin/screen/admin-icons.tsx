import type { SVGProps } from 'react'

const icon = (d: string) => (props: SVGProps<SVGSVGElement>) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...props}
  >
    <path d={d} />
  </svg>
)

export const PersonIcon = icon(
  'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-3.6 3.6-6 7.5-6s6.9 2.4 7.5 6',
)
export const SunIcon = icon(
  'M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M19.1 4.9l-1.4 1.4M6.3 17.7l-1.4 1.4',
)
export const MoonIcon = icon('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z')

/** By the name that a route gives its entry in the menu. */
export const MENU_ICONS = {
  dashboard: icon('M4 4h7v9H4zM13.5 4H20v5h-6.5zM13.5 11.5H20V20h-6.5zM4 15.5h7V20H4z'),
  products: icon(
    'M7 8.5h10l1.5 12h-13zM8.5 8.5V5.25c0-1 .75-1.75 1.75-1.75h3.5c1 0 1.75.75 1.75 1.75V8.5M9 12.5h6v4H9z',
  ),
  categories: icon('M3.5 12.5v-8a1 1 0 0 1 1-1h8L21 12l-8.5 8.5zM8 8h.01'),
  orders: icon('M5 3.5h14V21l-2.3-1.6L14.3 21 12 19.4 9.7 21l-2.4-1.6L5 21zM8.5 8.5h7M8.5 12.5h7'),
  customers: icon(
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-3.4 3.1-5.5 6.5-5.5s6 2.1 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18 15c2 .8 3.2 2.6 3.5 5',
  ),
  figures: icon('M4 4v16h16M8 16v-4M12 16V8M16 16v-6M20 16V6'),
  'audit-log': icon(
    'M6.5 3.5H18a1 1 0 0 1 1 1V20.5H6.5a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM4.5 18.5a2 2 0 0 1 2-2H19M9 8h6M9 11.5h6',
  ),
  'search-words': icon('M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.2 15.2 20.5 20.5'),
  settings: icon('M4 7h9M17 7h3M4 12h2M10 12h10M4 17h11M19 17h1M15 5v4M8 10v4M17 15v4'),
}
