import type { ReactNode } from 'react'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

type ListRow = {
  key: string | number
  to: string
  label: string
  /** In its own column, between the link and the facts. */
  middle?: ReactNode
  facts?: readonly (string | false | null | undefined)[]
}

type ListPanelProps = {
  /** Without an ID there is no visible heading, and the title is for screen readers only. */
  titleId?: string
  title: string
  /** The text of an empty list. */
  none?: string
  rows: readonly ListRow[]
  className?: string
  children?: ReactNode
}

export const ListPanel = ({ titleId, title, none, rows, className = 'panel', children }: ListPanelProps) => (
  <section className={className} {...(titleId ? { 'aria-labelledby': titleId } : { 'aria-label': title })}>
    {titleId && <h2 id={titleId}>{title}</h2>}
    {children}
    {none && rows.length === 0 ? <p className="panel-body minor">{none}</p> : <ListRows rows={rows} />}
  </section>
)

export const ListRows = ({ rows }: Pick<ListPanelProps, 'rows'>) => (
  <ul className="list-rows list-columns">
    {rows.map(({ key, to, label, middle, facts }) => (
      <li key={key}>
        <ShopLink to={to} className="link">
          {label}
        </ShopLink>
        {middle !== undefined && <span>{middle}</span>}
        {facts && <span className="minor">{facts.filter(Boolean).join(' · ')}</span>}
      </li>
    ))}
  </ul>
)
