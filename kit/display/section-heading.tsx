import { ShopLink } from '#kit/navigation/shop-link.tsx'

export function SectionHeading({
  id,
  title,
  link,
}: {
  id: string
  title: string
  link: { to: string; label: string }
}) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      <ShopLink to={link.to} className="link">
        {link.label}
      </ShopLink>
    </div>
  )
}
