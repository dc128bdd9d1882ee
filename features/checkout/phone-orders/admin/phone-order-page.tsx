import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLoaderData } from 'react-router'
import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { deliveryServiceLabels, formatCharge } from '#shop/delivery/delivery-messages.ts'
import { serviceCharge } from '#shop/delivery/delivery-rates.ts'
import { formatPounds, sumPounds } from '#shop/money/money.ts'
import { orderNoteMessages } from '#features/orders/order-details-messages.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { TextArea } from '#kit/form/text-field.tsx'
import { ORDERS_PATH } from '#features/orders/admin/list/order-list-url.ts'
import { createPhoneOrderDraft, phoneOrderTotal, type PhoneOrderDraft } from './phone-order-draft.ts'
import { PhoneCustomerFields } from './phone-customer-fields.tsx'
import { PhoneProductFields } from './phone-product-fields.tsx'
import type { action, loader } from './phone-order-page.server.ts'

export const head = adminHead(phoneOrderMessages.title)

const NO_ERRORS: Record<string, string> = {}

export const failureMessage = () => phoneOrderMessages.notPlaced

export default function PhoneOrderPage() {
  const { key, rates: loadedRates } = useLoaderData<typeof loader>()
  const result = useActionResult<typeof action>()
  const [draft, setDraft] = useState<PhoneOrderDraft>(() => result?.draft ?? createPhoneOrderDraft(key))
  const [handledResult, setHandledResult] = useState(result)
  const form = useRef<HTMLFormElement>(null)
  const placeButton = useRef<HTMLButtonElement>(null)
  if (result !== handledResult) {
    setHandledResult(result)
    if (result?.draft) setDraft(result.draft)
  }
  const errors = result?.errors ?? NO_ERRORS
  const items = phoneOrderTotal(draft)
  const rates = result?.rates === undefined ? loadedRates : result.rates
  const charge = rates && items !== null && items > 0 ? serviceCharge(items, rates, 'standard') : null
  const total = items === null ? null : sumPounds([items, charge ?? 0])
  const change = (next: PhoneOrderDraft, focusId?: string) => {
    flushSync(() => setDraft(next))
    if (focusId) document.getElementById(focusId)?.focus()
  }
  const handleKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      placeButton.current?.click()
    } else if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') {
      // Enter in a field must not place an order in the middle of a call.
      event.preventDefault()
    }
  }
  return (
    <>
      <ScreenHead
        back={{ to: ORDERS_PATH, label: phoneOrderMessages.back }}
        title={phoneOrderMessages.title}
      />
      <PostForm ref={form} replace noValidate className="grid gap-3.5 min-w-0" onKeyDown={handleKey}>
        {/* Without JavaScript, Enter in a field updates the total: browsers use the first button of a form. */}
        <button type="submit" name="intent" value="phone-order-update" hidden>
          {phoneOrderMessages.updateTotal}
        </button>
        <input type="hidden" name="idempotency_key" value={draft.key} />
        <ErrorSummary
          errors={errors}
          message={result?.kind === 'done' ? undefined : result?.message}
          title={phoneOrderMessages.cannotBePlaced}
          cause={result}
        />
        <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <PhoneCustomerFields
            draft={draft}
            errors={errors}
            submitted={result?.foundCustomers}
            onChange={change}
          />
          <div className="grid gap-3.5 min-w-0">
            <PhoneProductFields
              draft={draft}
              errors={errors}
              submitted={result?.foundProducts}
              onChange={change}
            />
            <section
              className="panel grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-y-4 gap-x-8 p-4"
              aria-label={phoneOrderMessages.place}
            >
              <div>
                <TextArea
                  label={phoneOrderMessages.noteTitle}
                  name="note"
                  hint={phoneOrderMessages.noteHint}
                  error={errors['note']}
                  rows={2}
                  maxLength={MAX_ORDER_NOTE_LENGTH}
                  value={draft.note}
                  onChange={({ target: { value } }) => setDraft({ ...draft, note: value })}
                />
                <Checkbox
                  label={orderNoteMessages.forPackers}
                  name="note_for_packers"
                  hint={orderNoteMessages.forPackersHint}
                  checked={draft.isNoteForPackers}
                  onChange={({ target: { checked } }) => setDraft({ ...draft, isNoteForPackers: checked })}
                />
              </div>
              <div className="phone-order-place">
                {charge !== null && (
                  <>
                    <input type="hidden" name="delivery_charge" value={charge} />
                    <input type="hidden" name="delivery_rate" value={rates?.standard} />
                    {rates?.free_over != null && (
                      <input type="hidden" name="delivery_free_over" value={rates.free_over} />
                    )}
                    <p>{`${deliveryServiceLabels.standard}: ${formatCharge(charge)}`}</p>
                  </>
                )}
                <p className="edit-total">
                  <span>{phoneOrderMessages.total}</span>{' '}
                  <output>{total === null ? '–' : formatPounds(total)}</output>
                </p>
                <p>
                  {`${phoneOrderMessages.reminder} ${draft.email !== '' ? phoneOrderMessages.emailConfirms : ''}`}
                </p>
                {draft.email === '' && <p className="minor">{phoneOrderMessages.noEmail}</p>}
                <SendButton
                  intent="phone-order"
                  ref={placeButton}
                  pendingLabel={phoneOrderMessages.placing}
                  aria-keyshortcuts="Control+Enter"
                >
                  {phoneOrderMessages.place}
                </SendButton>
                <p className="minor needs-script pointer-coarse:hidden">{phoneOrderMessages.placeKeys}</p>
              </div>
            </section>
          </div>
        </div>
      </PostForm>
    </>
  )
}
