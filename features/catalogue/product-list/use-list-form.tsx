import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { isFormChanged } from '#kit/hydration/changed-form.ts'
import { parsePrice, parseProductListQuery, PRICE_FIELDS } from './parse-product-list-query.ts'
import { productListPath, type ProductListQuery } from './product-list-query.ts'

export const LIST_FORM_ID = 'product-list'
const isPriceField = (name: string | undefined) => PRICE_FIELDS.some((field) => field === name)
const TYPING_PAUSE_MS = 500

/** A plain GET form before hydration; then each choice is applied at once. A change resets to page 1. */
export function useListForm(listQuery: ProductListQuery) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [arePricesInverted, setPricesInverted] = useState(false)
  const isHydrated = useRef(false)

  // Read from the form, because the navigation of an earlier change may still be pending.
  const apply = () => {
    clearTimeout(typing.current)
    const entries = formEntries(form.current!)
    const [min, max] = PRICE_FIELDS.map((name) => parsePrice(entries.get(name)) ?? Number.NaN)
    // Swapping between two keystrokes would change what is being typed.
    const isInverted = min! > max!
    setPricesInverted(isInverted)
    if (isInverted) for (const name of PRICE_FIELDS) entries.delete(name)
    void navigate(productListPath(parseProductListQuery(entries)), { preventScrollReset: true })
  }
  const handleInput = useEffectEvent(({ target }: Event) => {
    const control = target as HTMLInputElement | HTMLSelectElement
    if (control.form !== form.current) return
    clearTimeout(typing.current)
    if (isPriceField(control.name)) typing.current = setTimeout(apply, TYPING_PAUSE_MS)
    else apply()
  })
  useEffect(() => {
    // Category and sort order are controls outside the form element.
    document.addEventListener('input', handleInput)
    return () => {
      document.removeEventListener('input', handleInput)
      clearTimeout(typing.current)
    }
  }, [])
  const showQuery = useEffectEvent(() => {
    if (!isHydrated.current && isFormChanged(form.current!)) apply()
    else showChoices(form.current!, listQuery)
    isHydrated.current = true
  })
  // Back and Forward change the choices too; the focused control keeps the focus, and a price its text.
  useEffect(() => showQuery(), [listQuery])
  return {
    form,
    arePricesInverted,
    handleSubmit(event: FormEvent) {
      event.preventDefault()
      apply()
    },
  }
}

const formEntries = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)] as [string, string][])

function showChoices(form: HTMLFormElement, listQuery: ProductListQuery) {
  const params = new URLSearchParams(productListPath(listQuery).split('?')[1])
  const isPriceFocused = isPriceField((document.activeElement as HTMLInputElement | null)?.name)
  for (const control of form.elements) {
    if (control instanceof HTMLSelectElement)
      control.value = control.name === 'sort' ? listQuery.sort : (params.get(control.name) ?? '')
    else if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = params.getAll(control.name).includes(control.value)
    else if (control instanceof HTMLInputElement && control.type === 'text' && !isPriceFocused)
      control.value = params.get(control.name) ?? ''
  }
}
