import type { SVGProps } from 'react'

type IconProps = SVGProps<SVGSVGElement>

/** Thin lines on a 24 unit square, in the colour of the text around them; the words beside them carry the meaning. */
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
export const BasketIcon = icon('M3 9.5h18l-1.8 10.2a1.5 1.5 0 0 1-1.5 1.3H6.3a1.5 1.5 0 0 1-1.5-1.3zM8 9.5 11 3M16 9.5 13 3M9.5 13.5v4M14.5 13.5v4')
export const PersonIcon = icon('M12 12.5a4.25 4.25 0 1 0 0-8.5 4.25 4.25 0 0 0 0 8.5ZM4.5 21c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5')
export const ChevronDownIcon = icon('m6 9.5 6 6 6-6')
export const ChevronLeftIcon = icon('m14.5 6-6 6 6 6')
export const ChevronRightIcon = icon('m9.5 6 6 6-6 6')
export const TickIcon = icon('m5 12.5 4.5 4.5L19 7.5')
export const MinusIcon = icon('M6 12h12')
export const PlusIcon = icon('M6 12h12M12 6v12')
export const BinIcon = icon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5')
export const SearchIcon = icon('M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM15.7 15.7 21 21')
export const VanIcon = icon('M2.5 6h11v10.5h-11zM13.5 9.5h4.2l3.8 3.7v3.3h-8M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z')
export const ReturnIcon = icon('M4 9.5h11a5 5 0 0 1 0 10H8M8 5 3.5 9.5 8 14')
export const LeafIcon = icon('M5 19c0-9 5-14 15-14 0 10-5 14.5-11.5 14.5C6.5 19.5 5 19 5 19Zm0 0C7.5 14 11 11 15 9.5')
export const PhoneIcon = icon('M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3c0 1-.8 2-2 2C10.5 20 4 13.5 4 5.5c0-1.2 1-2 2-2Z')
