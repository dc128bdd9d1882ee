import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import { MAX_RECALL_REASON_LENGTH, type Recall } from '#features/stock/recalls/recall.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { TextField } from '#kit/form/text-field.tsx'

export function RecallEnd({ recall }: { recall: Recall }) {
  const failure = useFormFailure()
  const left = recall.batches.reduce((sum, { remaining }) => sum + remaining, 0)
  if (recall.ended_at !== null && recall.end_outcome !== null)
    return (
      <section className="panel mt-4" aria-labelledby="recall-end">
        <h2 id="recall-end">{recallMessages.ended[recall.end_outcome]}</h2>
        <p className="panel-body">
          {recallMessages.endedOn(
            recall.end_reason ?? '',
            formatLondonDateTime(recall.ended_at),
            recall.ended_by,
          )}
        </p>
      </section>
    )
  return (
    <section className="panel mt-4" aria-labelledby="recall-end">
      <h2 id="recall-end">{recallMessages.endTitle}</h2>
      <PostForm noValidate className="panel-body grid gap-4 min-w-0">
        <input type="hidden" name="recall_id" value={recall.id} />
        <p className="minor">{recallMessages.endLead}</p>
        <TextField
          name="end_reason"
          label={recallMessages.endReason}
          error={failure?.errors['end_reason']}
          required
          autoComplete="off"
          maxLength={MAX_RECALL_REASON_LENGTH}
          defaultValue={failure?.values?.['end_reason']}
        />
        <p className="flex flex-wrap gap-3">
          <SendButton intent="sell-again" variant="outline">
            {recallMessages.sellAgain}
          </SendButton>
          <SendButton intent="write-off" variant="outline">
            {recallMessages.writeOff(left)}
          </SendButton>
        </p>
      </PostForm>
    </section>
  )
}
