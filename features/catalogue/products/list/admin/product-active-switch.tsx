import { useRef, useState, type RefObject } from 'react'
import { useFetcher } from 'react-router'
import type { AdminProductRow } from '#features/catalogue/products/admin/admin-product.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { DismissButton } from '#kit/admin/screen/dismiss-button.tsx'
import { ConfirmSwitchForm, SwitchMessage, switchFetcherKey } from './product-switch-toasts.tsx'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'

type ActiveSwitchProps = {
  product: AdminProductRow
  nameId: string
  onSwitch: (productId: string, isOn: boolean) => void
}

export function ActiveSwitch({ product: { id, is_active }, nameId, onSwitch }: ActiveSwitchProps) {
  const fetcher = useFetcher<CatalogueActionResult>({ key: switchFetcherKey(id) })
  const [dismissed, setDismissed] = useState<CatalogueActionResult>()
  const button = useRef<HTMLButtonElement>(null)
  const requestedState = fetcher.formData?.get('is_active')
  const isOn = requestedState === undefined ? is_active : requestedState === 'on'
  const actionResult = fetcher.data
  const refusal =
    actionResult &&
    actionResult.kind !== 'done' &&
    actionResult !== dismissed &&
    fetcher.state !== 'submitting'
      ? actionResult
      : null
  const refusalId = `${nameId}-refused`
  const close = () => {
    setDismissed(actionResult)
    button.current?.focus()
  }
  return (
    <>
      <PostForm by={fetcher.Form} preventScrollReset onSubmit={() => onSwitch(id, !isOn)}>
        <input type="hidden" name="intent" value="switch" />
        <input type="hidden" name="product_id" value={id} />
        <input type="hidden" name="is_active" value={isOn ? 'off' : 'on'} />
        <button
          ref={button}
          type="submit"
          role="switch"
          aria-checked={isOn}
          aria-label="Active"
          aria-describedby={refusal ? `${nameId} ${refusalId}` : nameId}
          className="switch"
          data-key="a"
        >
          <span className="switch-track" aria-hidden="true" />
          <span className="min-w-[4em] text-sm text-left" aria-hidden="true">
            {isOn ? 'Active' : 'Inactive'}
          </span>
        </button>
      </PostForm>
      {refusal && (
        <SwitchRefusal
          id={refusalId}
          productId={id}
          actionResult={refusal}
          returnFocusTo={button}
          onClose={close}
        />
      )}
    </>
  )
}

type SwitchRefusalProps = {
  id: string
  productId: string
  actionResult: CatalogueActionResult
  returnFocusTo: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** Must not move the rows below, because the next click may already be aimed at them. */
function SwitchRefusal({ id, productId, actionResult, returnFocusTo, onClose }: SwitchRefusalProps) {
  return (
    <div
      className="absolute top-[calc(100%_-_0.25rem)] right-0 z-9 w-88 whitespace-normal max-md:inset-x-0 max-md:w-auto outcome"
      data-tone="error"
      role="alert"
    >
      <div>
        <div id={id}>
          <SwitchMessage actionResult={actionResult} />
        </div>
        {actionResult.toConfirm && (
          <ConfirmSwitchForm productId={productId} onSubmit={() => returnFocusTo.current?.focus()} />
        )}
      </div>
      <DismissButton onClick={onClose} />
    </div>
  )
}
