import { useState, type KeyboardEvent } from 'react'
import { GOES_WELL_WITH_COUNT } from '#shop/constants.ts'
import {
  HAS_PAIRINGS_FIELD,
  PAIRS_WITH_FIELD,
  pairingMessages,
  type PickedProduct,
} from '#features/catalogue/pairings/product-pairings.ts'
import { requestPageData } from '#kit/page-data/fetch-page-data.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import { Button } from '#kit/form/button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { TextField } from '#kit/form/text-field.tsx'

const MAX_RESULTS = 6
const SEARCH_ID = 'find-pairing'

type GoesWellWithProps = { productId: string | null; picks: readonly PickedProduct[] }

/** Without scripts, a checkbox removes a pick; finding another needs scripts. */
export function GoesWellWithFields({ productId, picks: savedPicks }: GoesWellWithProps) {
  const [picks, setPicks] = useState(savedPicks)
  const [results, setResults] = useState<readonly PickedProduct[] | 'failed' | null>(null)
  const isFull = picks.length >= GOES_WELL_WITH_COUNT
  const find = async () => {
    const text = searchField()?.value.trim()
    if (!text) return
    const isOther = ({ id }: PickedProduct) => id !== productId && !picks.some((pick) => pick.id === id)
    const found = await findProducts(text).then(
      (products) => products.filter(isOther).slice(0, MAX_RESULTS),
      () => 'failed' as const,
    )
    setResults(found)
    announce(messageAbout(found) ?? `${found.length} found`)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter would save the product.
    event.preventDefault()
    void find()
  }
  const add = ({ id, name }: PickedProduct) => {
    setPicks([...picks, { id, name }])
    setResults(null)
    announce(`${name} picked`)
    searchField()?.focus()
  }
  return (
    <fieldset className="form-group">
      <legend>{pairingMessages.legend}</legend>
      <p className="field-hint span-all">{pairingMessages.hint}</p>
      <input type="hidden" name={HAS_PAIRINGS_FIELD} value="on" />
      {picks.map(({ id, name }) => (
        <Checkbox
          key={id}
          id={`${PAIRS_WITH_FIELD}-${id}`}
          name={PAIRS_WITH_FIELD}
          value={id}
          label={name}
          defaultChecked
          className="span-all"
        />
      ))}
      <div className="span-all needs-script grid gap-3">
        {isFull ? (
          <p className="field-hint">{pairingMessages.full}</p>
        ) : (
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              id={SEARCH_ID}
              name={SEARCH_ID}
              label={pairingMessages.searchLabel}
              type="search"
              autoComplete="off"
              onKeyDown={handleKeyDown}
              className="grow"
            />
            <Button variant="outline" onClick={() => void find()}>
              Find
            </Button>
          </div>
        )}
        {results && !isFull && <Results results={results} onPick={add} />}
      </div>
    </fieldset>
  )
}

const searchField = () => document.querySelector<HTMLInputElement>(`#${SEARCH_ID}`)

type Results = readonly PickedProduct[] | 'failed'

const messageAbout = (results: Results) =>
  results === 'failed'
    ? pairingMessages.searchFailed
    : results.length === 0
      ? pairingMessages.noneFound
      : null

function Results({ results, onPick }: { results: Results; onPick: (product: PickedProduct) => void }) {
  const message = messageAbout(results)
  if (results === 'failed' || message) return <p>{message}</p>
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Products found">
      {results.map((product) => (
        <li key={product.id}>
          <Button variant="outline" size="small" onClick={() => onPick(product)}>
            <span className="visually-hidden">Pick </span>
            <span>{product.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Uses the search of the product list, active or not. */
async function findProducts(search: string): Promise<readonly PickedProduct[]> {
  const { loaderData } = await requestPageData(productListPath({ search }), {})
  const list = loaderData?.['admin-products'] as
    | { products: { products: PickedProduct[] } | null }
    | undefined
  if (!list?.products) throw new Error('The products could not be searched.')
  return list.products.products
}
