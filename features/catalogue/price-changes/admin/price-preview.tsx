import { useLoaderData } from 'react-router'
import { priceChangeMessages } from '#features/catalogue/price-changes/price-change-messages.ts'
import type { PreviewLine } from '#features/catalogue/price-changes/price-change.ts'
import { PricePreviewForm, PricePreviewRow } from './price-preview-form.tsx'
import type { loader } from './price-changes-page.server.ts'

const COLUMNS = [
  { label: 'Change', isLabelHidden: true },
  { label: 'Name' },
  { label: priceChangeMessages.now, isNumber: true },
  { label: priceChangeMessages.new, isNumber: true },
]

const changedPrice = (line: PreviewLine): number | null =>
  'newPrice' in line && line.newPrice !== line.price ? line.newPrice : null

export function PricePreview({ preview }: { preview: readonly PreviewLine[] }) {
  const { values, changeId } = useLoaderData<typeof loader>()
  const count = preview.filter((line) => changedPrice(line) !== null).length
  return (
    <PricePreviewForm
      title={priceChangeMessages.previewTitle}
      intent="change"
      formId={{ name: 'change_id', value: changeId }}
      values={values}
      count={count}
      texts={{
        nothingChanges: priceChangeMessages.nothingChanges,
        lead: priceChangeMessages.previewLead,
        submit: priceChangeMessages.apply(count),
        sending: priceChangeMessages.applying,
      }}
      columns={COLUMNS}
    >
      {preview.map((line) => (
        <PricePreviewRow
          key={line.id}
          line={line}
          newPrice={changedPrice(line)}
          includeLabel={priceChangeMessages.include(line.name)}
          stays={'problem' in line ? priceChangeMessages.problems[line.problem] : priceChangeMessages.stays}
        />
      ))}
    </PricePreviewForm>
  )
}
