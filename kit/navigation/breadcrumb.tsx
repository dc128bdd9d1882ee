import { ShopLink } from './shop-link.tsx'

type BreadcrumbProps = { trail: readonly { label: string; to: string }[]; current: string }

export function Breadcrumb({ trail, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={to}>
            <ShopLink to={to}>{label}</ShopLink>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
