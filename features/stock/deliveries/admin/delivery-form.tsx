import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ProductSearch } from '#features/catalogue/products/admin/stock-product-search.ts'
import { deliveryMessages } from '#features/stock/deliveries/delivery-messages.ts'
import {
  lineField,
  MAX_DELIVERY_LINES,
  type DeliveryDraft,
  type DeliveryLine,
} from '#features/stock/deliveries/delivery.ts'
import { useHasJustChanged } from '#kit/admin/screen/guarded-button.tsx'
import { SearchPicker } from '#kit/admin/lines/search-picker.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { DeliveryLineFields } from './delivery-line-fields.tsx'
import type { action } from './delivery-page.server.ts'
import type { DeliveryResult } from './delivery-result.ts'

const NO_ERRORS: Record<string, string> = {}

export function DeliveryForm({ loaded }: { loaded: DeliveryDraft }) {
  const result = useActionResult<typeof action>()
  const [draft, setDraft] = useState(result?.draft ?? loaded)
  const [handledResult, setHandledResult] = useState(result)
  const [removals, setRemovals] = useState(0)
  const hasJustRemoved = useHasJustChanged(removals)
  const receiveButton = useRef<HTMLButtonElement>(null)
  if (result !== handledResult) {
    setHandledResult(result)
    if (result?.draft) setDraft(result.draft)
  }
  const errors = result?.errors ?? NO_ERRORS
  const change = (next: DeliveryDraft, focusId: string) => {
    flushSync(() => setDraft(next))
    document.getElementById(focusId)?.focus()
  }
  const addLine = (product: ProductSearch['products'][number]) => {
    if (draft.lines.length === MAX_DELIVERY_LINES) return
    const line = { ...product, quantity: '', batch_number: '', best_before: '', unit_cost: '' }
    change({ ...draft, lines: [...draft.lines, line] }, lineField('quantity', draft.lines.length))
  }
  const changeLine = (index: number, line: DeliveryLine) =>
    setDraft({ ...draft, lines: draft.lines.map((other, at) => (at === index ? line : other)) })
  const handleKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) receiveButton.current?.click()
    // A scanner sends Enter, and the next product follows.
    else document.getElementById('product_search')?.focus()
  }
  return (
    <PostForm replace noValidate className="grid gap-4 min-w-0" onKeyDown={handleKey}>
      {/* Without JavaScript, Enter in a field must not save: browsers use the first button of a form. */}
      <button type="submit" name="intent" value="update" hidden>
        {deliveryMessages.saveDraft}
      </button>
      <input type="hidden" name="delivery_id" value={draft.id} />
      <input type="hidden" name="version" value={draft.version} />
      <input
        type="hidden"
        name="products"
        value={draft.lines.map(({ product_id }) => product_id).join(' ')}
      />
      <ErrorSummary
        errors={errors}
        message={result?.kind === 'done' ? undefined : result?.message}
        title={deliveryMessages.cannotBeReceived}
        cause={result}
      />
      <section className="panel" aria-labelledby="delivery-lines-title">
        <h2 id="delivery-lines-title">{deliveryMessages.linesTitle}</h2>
        <div className="panel-body">
          <SearchPicker
            name="product_search"
            label={deliveryMessages.findProduct}
            hint={deliveryMessages.findProductHint}
            error={errors['product_search']}
            findIntent="find-products"
            fields={{ delivery_id: draft.id, version: String(draft.version) }}
            chooseButton={{ name: 'add', label: deliveryMessages.add }}
            listLabel={deliveryMessages.productsFound}
            foundIn={(answer: DeliveryResult) => answer.found}
            submitted={result?.found}
            toOptions={({ products }) =>
              products.map((product) => ({
                id: product.product_id,
                name: product.name,
                aside: product.net_weight && <span className="minor">{product.net_weight}</span>,
                body: <span className="block">{deliveryMessages.inStock(product.stock)}</span>,
                onChoose: () => addLine(product),
              }))
            }
            noneFound={deliveryMessages.noneFound}
            takesScans
            isFirst={loaded.version === 0 && result === undefined}
          />
          {draft.lines.length === 0 ? (
            <p className="minor">{deliveryMessages.noProducts}</p>
          ) : (
            <ol className="list-rows delivery-lines *:px-0" aria-label={deliveryMessages.linesTitle}>
              {draft.lines.map((line, index) => (
                <DeliveryLineFields
                  key={index}
                  line={line}
                  index={index}
                  errors={errors}
                  onChange={(next) => changeLine(index, next)}
                  hasJustRemoved={hasJustRemoved}
                  onRemove={() => {
                    setRemovals(removals + 1)
                    change({ ...draft, lines: draft.lines.filter((_, at) => at !== index) }, 'product_search')
                  }}
                />
              ))}
            </ol>
          )}
        </div>
      </section>
      <section className="panel grid gap-4 p-4" aria-label={deliveryMessages.receive}>
        <TextField
          name="supplier"
          label={deliveryMessages.supplier}
          hint={deliveryMessages.supplierHint}
          autoComplete="off"
          maxLength={200}
          value={draft.supplier}
          onChange={({ target: { value } }) => setDraft({ ...draft, supplier: value })}
        />
        <TextField
          name="reason"
          label={deliveryMessages.reason}
          hint={deliveryMessages.reasonHint}
          error={errors['reason']}
          required
          autoComplete="off"
          maxLength={500}
          value={draft.reason}
          onChange={({ target: { value } }) => setDraft({ ...draft, reason: value })}
        />
        <p className="flex flex-wrap gap-3">
          <SendButton
            intent="receive"
            ref={receiveButton}
            pendingLabel={deliveryMessages.receiving}
            aria-keyshortcuts="Control+Enter"
          >
            {deliveryMessages.receive}
          </SendButton>
          <SendButton intent="save" variant="outline">
            {deliveryMessages.saveDraft}
          </SendButton>
          {draft.version > 0 && (
            <SendButton intent="delete" variant="quiet">
              {deliveryMessages.deleteDraft}
            </SendButton>
          )}
        </p>
      </section>
    </PostForm>
  )
}
