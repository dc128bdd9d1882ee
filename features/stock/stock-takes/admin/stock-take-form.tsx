import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react'
import { stockTakeMessages } from '#features/stock/stock-takes/stock-take-messages.ts'
import { countDifference, countField, type StockTake } from '#features/stock/stock-takes/stock-take.ts'
import { SearchPicker } from '#kit/admin/lines/search-picker.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { CountLine } from './count-line.tsx'
import type { StockTakeResult } from './stock-take-result.ts'
import type { action } from './stock-take-page.server.ts'
import { useLiveSave } from './use-live-save.tsx'

const NO_ERRORS: Record<string, string> = {}

export function StockTakeForm({ loaded }: { loaded: StockTake }) {
  const result = useActionResult<typeof action>()
  const form = useRef<HTMLFormElement>(null)
  const live = useLiveSave(form, { version: result?.version ?? loaded.version, lines: loaded.lines })
  const [typed, setTyped] = useState<Partial<Record<string, string>>>(result?.typed ?? {})
  const [reason, setReason] = useState(loaded.reason ?? stockTakeMessages.usualReason)
  const addedId = useRef('')
  const { lines, version } = live
  // A product that was added or is already on the list is counted next.
  useEffect(() => {
    const added = lines.find(({ product_id }) => product_id === addedId.current)
    if (!added) return
    addedId.current = ''
    document.getElementById(countField(added.id))?.focus()
  }, [lines])
  const typedOf = ({ id, counted }: StockTake['lines'][number]) =>
    typed[countField(id)] ?? (counted === null ? '' : String(counted))
  const errors = live.errors ?? result?.errors ?? NO_ERRORS
  const counted = lines.filter((line) => line.counted !== null)
  const isNewCount = ({ name, value }: HTMLInputElement) =>
    lines.some(({ id, counted: saved }) => countField(id) === name && value.trim() !== String(saved ?? ''))
  const handleBlur = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement && isNewCount(target)) live.save(null)
  }
  // Enter saves the current count and moves to the next line; after the last one, to the search.
  const handleKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    // A new count is saved when its field loses the focus.
    if (!isNewCount(event.target)) live.save(null)
    const fields = lines.map(({ id }) => countField(id))
    const next = fields[fields.indexOf(event.target.name) + 1]
    document.getElementById(next ?? 'product_search')?.focus()
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (live.sendAfterSave(submitter)) event.preventDefault()
  }
  return (
    <PostForm
      ref={form}
      replace
      noValidate
      className="grid gap-4 min-w-0"
      onKeyDown={handleKey}
      onBlur={handleBlur}
      onSubmit={send}
    >
      {/* Without JavaScript, Enter in a field saves the counts: browsers use the first button of a form. */}
      <button type="submit" name="intent" value="save" hidden>
        {stockTakeMessages.save}
      </button>
      <input type="hidden" name="take_id" value={loaded.id} />
      <input type="hidden" name="version" value={version} />
      <ErrorSummary
        errors={result?.errors ?? NO_ERRORS}
        message={result?.kind === 'done' ? undefined : result?.message}
        title={stockTakeMessages.cannotBeApplied}
        cause={result}
      />
      {/* Keeps the focus in the field that is being typed in. */}
      {live.message && <Notice tone="error">{live.message}</Notice>}
      <section className="panel" aria-labelledby="count-title">
        <h2 id="count-title">{stockTakeMessages.linesTitle}</h2>
        <div className="panel-body">
          {lines.length === 0 ? (
            <p className="minor">{stockTakeMessages.noLines}</p>
          ) : (
            <ol className="list-rows delivery-lines *:px-0" aria-label={stockTakeMessages.linesTitle}>
              {lines.map((line) => (
                <CountLine
                  key={line.id}
                  line={line}
                  typed={typedOf(line)}
                  error={errors[countField(line.id)]}
                  onChange={(value) => setTyped({ ...typed, [countField(line.id)]: value })}
                />
              ))}
            </ol>
          )}
          <SearchPicker
            name="product_search"
            label={stockTakeMessages.findProduct}
            hint={stockTakeMessages.findProductHint}
            error={errors['product_search']}
            findIntent="find-products"
            fields={{ take_id: loaded.id, version: String(version) }}
            chooseButton={{ name: 'add', label: stockTakeMessages.add }}
            listLabel={stockTakeMessages.productsFound}
            foundIn={(answer: StockTakeResult) => answer.found}
            submitted={result?.found}
            toOptions={({ products }) =>
              products.map(({ product_id: id, name, net_weight }) => ({
                id,
                name,
                aside: net_weight && <span className="minor">{net_weight}</span>,
                onChoose: () => {
                  addedId.current = id
                  live.save(id)
                },
              }))
            }
            noneFound={stockTakeMessages.noneFound}
            takesScans
            isFirst={loaded.lines.length === 0}
          />
        </div>
      </section>
      <section className="panel grid gap-4 p-4" aria-label={stockTakeMessages.apply}>
        <p aria-live="polite">
          <strong>{stockTakeMessages.progress(counted.length, lines.length)}</strong>
          <span>{`, ${stockTakeMessages.differences(counted.filter((line) => countDifference(line) !== 0).length)}`}</span>
        </p>
        <TextField
          name="reason"
          label={stockTakeMessages.reason}
          hint={stockTakeMessages.reasonHint}
          error={errors['reason']}
          required
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={({ target: { value } }) => setReason(value)}
        />
        <p className="flex flex-wrap gap-3">
          <SendButton intent="apply" pendingLabel={stockTakeMessages.applying}>
            {stockTakeMessages.apply}
          </SendButton>
          <SendButton intent="save" variant="outline">
            {stockTakeMessages.save}
          </SendButton>
          <SendButton intent="delete" variant="quiet">
            {stockTakeMessages.deleteDraft}
          </SendButton>
        </p>
      </section>
    </PostForm>
  )
}
