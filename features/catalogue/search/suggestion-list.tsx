import type { MouseEvent } from 'react'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { CloseIcon, SearchIcon } from '#kit/display/icons.tsx'
import { Picture } from '#kit/display/picture.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import type { SuggestionOption } from './suggestion-options.ts'

const GROUPS = [
  { kind: 'history', title: 'Searched before' },
  { kind: 'product', title: 'Products' },
  { kind: 'category', title: 'Categories' },
  { kind: 'search', title: null },
] as const

type SuggestionListProps = {
  id: string
  options: readonly SuggestionOption[]
  activeIndex: number
  idOf: (index: number) => string
  correctedSearch: string | null
  onChoose: () => void
  onForget: (search: string) => void
  onForgetAll: () => void
}

export function SuggestionList(props: SuggestionListProps) {
  const { id, options, activeIndex, idOf, correctedSearch, onChoose, onForget, onForgetAll } = props
  const indexed = options.map((option, index) => ({ option, index }))
  return (
    // The search box keeps the focus.
    <div role="presentation" className="suggestions raised" onMouseDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label="Suggestions">
        {GROUPS.map(({ kind, title }) => {
          const inGroup = indexed.filter(({ option }) => option.kind === kind)
          const shownTitle =
            kind === 'product' && correctedSearch ? `Products for “${correctedSearch}”` : title
          return (
            inGroup.length > 0 && (
              <div key={kind} role="group" aria-label={shownTitle ?? 'Search'} className="suggestion-group">
                {shownTitle && (
                  <p aria-hidden="true" className="suggestion-title">
                    {shownTitle}
                  </p>
                )}
                {inGroup.map(({ option, index }) => (
                  <ShopLink
                    key={index}
                    id={idOf(index)}
                    to={option.to}
                    role="option"
                    aria-selected={index === activeIndex}
                    tabIndex={-1}
                    className="suggestion"
                    onClick={onChoose}
                  >
                    <SuggestionContent option={option} onForget={onForget} />
                  </ShopLink>
                ))}
              </div>
            )
          )
        })}
      </div>
      {options[0]?.kind === 'history' && (
        <button type="button" className="button button-quiet button-small" onClick={onForgetAll}>
          Clear searches made before
        </button>
      )}
    </div>
  )
}

function SuggestionContent({
  option,
  onForget,
}: {
  option: SuggestionOption
  onForget: (search: string) => void
}) {
  if (option.kind === 'category') return option.name
  if (option.kind === 'search')
    return (
      <>
        <SearchIcon width="20" height="20" />
        <span>{`Search for “${option.search}”`}</span>
      </>
    )
  if (option.kind === 'product') {
    const { name, net_weight, price, picture } = option.product
    return (
      <>
        <Picture picture={picture} alt="" slot={PICTURE_SLOTS.thumbnail} />
        <span className="suggestion-name">
          <span>{name}</span> <span className="text-sm text-muted">{net_weight}</span>
        </span>
        <Price pounds={price} className="font-semibold" />
      </>
    )
  }
  const forget = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onForget(option.search)
  }
  return (
    <>
      <span className="suggestion-name">
        <span>{option.search}</span>
        <span className="visually-hidden">. Delete removes it</span>
      </span>
      {/* The Delete key and the button below the list do the same. */}
      <span aria-hidden="true" className="suggestion-forget" onClick={forget}>
        <CloseIcon width="16" height="16" />
      </span>
    </>
  )
}
