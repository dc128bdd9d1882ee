import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Form, useFetcher } from 'react-router'
import { deliveryMessages } from '#shop/stock/deliveries/delivery-messages.ts'
import {
  lineField,
  MAX_DELIVERY_LINES,
  type DeliveryDraft,
  type DeliveryLine,
} from '#shop/stock/deliveries/delivery.ts'
import { useHasJustChanged } from '#web/admin/layout/guarded-button.tsx'
import { SearchPicker } from '#web/admin/phone-orders/search-picker.tsx'
import { useActionResult } from '#web/forms/action-result.ts'
import { FormUserIdInput, withPageUserId } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { SendButton } from '#web/ui/form/send-button.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
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
  const fetcher = useFetcher<DeliveryResult>()
  if (result !== handledResult) {
    setHandledResult(result)
    if (result?.draft) setDraft(result.draft)
  }
  const found = fetcher.data?.found ?? result?.found
  const errors = result?.errors ?? NO_ERRORS
  const change = (next: DeliveryDraft, focusId: string) => {
    flushSync(() => setDraft(next))
    document.getElementById(focusId)?.focus()
  }
  const addLine = (productId: string) => {
    const product = found?.products.find(({ product_id }) => product_id === productId)
    if (!product || draft.lines.length === MAX_DELIVERY_LINES) return
    const line = { ...product, quantity: '', batch_number: '', best_before: '', unit_cost: '' }
    change({ ...draft, lines: [...draft.lines, line] }, lineField('quantity', draft.lines.length))
  }
  const changeLine = (index: number, line: DeliveryLine) =>
    setDraft({ ...draft, lines: draft.lines.map((other, at) => (at === index ? line : other)) })
  const findProducts = (search: string) =>
    void fetcher.submit(
      withPageUserId(
        new URLSearchParams({
          intent: 'find-products-live',
          delivery_id: draft.id,
          version: String(draft.version),
          product_search: search,
        }),
      ),
      { method: 'post' },
    )
  const handleKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) receiveButton.current?.click()
    // A scanner sends Enter, and the next product follows.
    else document.getElementById('product_search')?.focus()
  }
  return (
    <Form method="post" replace noValidate className="delivery" onKeyDown={handleKey}>
      {/* Without JavaScript, Enter in a field must not save: browsers use the first button of a form. */}
      <button type="submit" name="intent" value="update" hidden>
        {deliveryMessages.saveDraft}
      </button>
      <FormUserIdInput />
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
            chooseButton={renderAddButton}
            listLabel={deliveryMessages.productsFound}
            searched={found?.search}
            takesScans
            scanned={found?.scanned}
            options={(found?.products ?? []).map(({ product_id, name, net_weight, stock }) => ({
              id: product_id,
              name,
              label: (
                <span className="picker-option">
                  <strong>{name}</strong> {net_weight && <span className="minor">{net_weight}</span>}
                  <span className="block">{deliveryMessages.inStock(stock)}</span>
                </span>
              ),
            }))}
            noneFound={deliveryMessages.noneFound}
            failure={fetcher.data?.kind === 'done' ? undefined : fetcher.data}
            isFirst={loaded.version === 0 && result === undefined}
            onSearch={findProducts}
            onChoose={addLine}
          />
          {draft.lines.length === 0 ? (
            <p className="minor">{deliveryMessages.noProducts}</p>
          ) : (
            <ol className="delivery-lines" aria-label={deliveryMessages.linesTitle}>
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
      <section className="panel delivery-end" aria-label={deliveryMessages.receive}>
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
        <p className="delivery-buttons">
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
    </Form>
  )
}

const renderAddButton = ({ id, name }: { id: string; name: string }) => (
  <Button type="submit" name="add" value={id} variant="outline" size="small">
    {deliveryMessages.add} <span className="visually-hidden">{name}</span>
  </Button>
)
