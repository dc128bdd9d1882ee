import { useState } from 'react'
import { messages } from '#shop/messages.ts'
import { AddButton, useAddable } from './add-button.tsx'
import type { Buyable } from './buyable.ts'
import { lateModule } from '#web/ui/late-module.ts'

/** The popup comes when somebody looks about to ask for it: most cards of a page are passed by. */
const popup = lateModule(() => import('./add-dialog.tsx'))
const prepare = () => void popup.load().catch(() => undefined)

/** The button of a card: a popup asks how many. */
export function AddFromCard({ product }: { product: Buyable }) {
  const { addable } = useAddable(product)
  // The popup is made at the first question and kept: only a dialog that stays in the page gives the focus back.
  const [asking, setAsking] = useState({ isOpen: false, times: 0 })
  const ask = () => setAsking(({ times }) => ({ isOpen: true, times: times + 1 }))
  const dialog = popup.useModule(asking.isOpen)
  return (
    <div>
      <AddButton product={product} addable={addable} isSmall isNamed onClick={ask} onIntent={prepare} />
      {dialog === 'lost' && asking.isOpen && (
        <p role="alert" className="mt-1 text-sm">
          {messages.outOfReach}
        </p>
      )}
      {dialog && dialog !== 'lost' && (
        <dialog.AddDialog
          product={product}
          addable={addable}
          isOpen={asking.isOpen}
          times={asking.times}
          onClose={() => setAsking(({ times }) => ({ isOpen: false, times }))}
        />
      )}
    </div>
  )
}
