import type { SVGProps } from 'react'

type IconProps = SVGProps<SVGSVGElement>

function Icon({ children, ...rest }: IconProps) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {children}
    </svg>
  )
}

const icon = (d: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={d} />
  </Icon>
)

export const CloseIcon = icon('M6 6l12 12M18 6L6 18')
export const MenuIcon = icon('M3.5 7h17M3.5 12h17M3.5 17h11')
export const SearchIcon = icon('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.2 15.2l5.3 5.3')
export const BasketIcon = icon(
  'M3 9.5h18l-1.8 10.2a1.5 1.5 0 0 1-1.5 1.3H6.3a1.5 1.5 0 0 1-1.5-1.3zM8 9.5 11 3M16 9.5 13 3M9.5 13.5v4M14.5 13.5v4',
)
export const PersonIcon = icon(
  'M12 12.5a4.25 4.25 0 1 0 0-8.5 4.25 4.25 0 0 0 0 8.5ZM4.5 21c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
)
export const ChevronDownIcon = icon('m6 9.5 6 6 6-6')
export const ChevronLeftIcon = icon('m14.5 6-6 6 6 6')
export const ChevronRightIcon = icon('m9.5 6 6 6-6 6')
export const TickIcon = icon('m5 12.5 4.5 4.5L19 7.5')
export const MinusIcon = icon('M6 12h12')
export const PlusIcon = icon('M6 12h12M12 6v12')
export const PhoneIcon = icon(
  'M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3c0 1-.8 2-2 2C10.5 20 4 13.5 4 5.5c0-1.2 1-2 2-2Z',
)
