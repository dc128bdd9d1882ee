import { useEffect, useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { ALLERGEN_KEYS, ALLERGEN_NAMES, listWords } from '#features/catalogue/labels/allergen-statements.ts'
import { avoidedMessages } from '#features/catalogue/labels/avoided-messages.ts'
import { useSignal } from '#kit/hydration/signal.ts'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { readAccountList, type AccountList } from './account-list.tsx'
import { avoidedAllergens } from './avoided-list.tsx'
import { saveAvoidedList } from './save-avoided-list.tsx'

const FORM_ID = 'avoided-allergens'
const ACCOUNT_FIELD = 'in-account'

/** A separate React root, so that pages need no code for it; the focus returns to the opener. */
export function showAvoidedEditor(opener: HTMLElement | null, isMerged: boolean) {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const close = (message?: string) => {
    root.unmount()
    container.remove()
    opener?.focus()
    if (message) announce(message)
  }
  root.render(<AvoidedEditor isMerged={isMerged} onClose={close} />)
}

type AvoidedEditorProps = { isMerged: boolean; onClose: (message?: string) => void }

function AvoidedEditor({ isMerged, onClose }: AvoidedEditorProps) {
  const { keys } = useSignal(avoidedAllergens)
  // Frozen: the list that a failed save stored on the device must not become the base of the next save.
  const [start] = useState(avoidedAllergens.get)
  const [account, setAccount] = useState<AccountList | null>(null)
  useEffect(() => void readAccountList().then((read) => setAccount((known) => known ?? read)), [])
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    const close = () => onClose()
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [onClose])

  const save = async (form: FormData | null) => {
    const chosen = ALLERGEN_KEYS.filter((key) => form?.getAll('avoided').includes(key))
    const isAsked = account?.kind === 'read'
    setSaving(true)
    const saved = await saveAvoidedList({
      start,
      account,
      keys: chosen,
      wantsAccount: form ? (isAsked ? form.get(ACCOUNT_FIELD) === 'on' : null) : false,
    })
    setSaving(false)
    setAccount(saved.account)
    if (saved.problem) return setProblem(saved.problem)
    onClose(
      saved.keys.length > 0
        ? `${avoidedMessages.marked} ${listWords(saved.keys)}`
        : avoidedMessages.nothingMarked,
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      open
      onClose={() => onClose()}
      title="Things I avoid"
      initialFocus="title"
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={FORM_ID} pending={isSaving} pendingLabel="Saving...">
            Save
          </Button>
          {keys.length > 0 && (
            <Button variant="outline" onClick={() => void save(null)}>
              Clear the list
            </Button>
          )}
        </div>
      }
    >
      <form id={FORM_ID} onSubmit={submit} className="grid gap-4">
        {isMerged && <Notice title={avoidedMessages.mergedTitle}>{avoidedMessages.merged}</Notice>}
        {problem && <Notice tone="error">{problem}</Notice>}
        <p>{avoidedMessages.about}</p>
        <fieldset>
          <legend className="font-semibold">Mark products with</legend>
          <div className="grid sm:grid-cols-2">
            {ALLERGEN_KEYS.map((key) => (
              <Checkbox
                key={key}
                id={`avoided-${key}`}
                name="avoided"
                value={key}
                label={<span className="inline-block first-letter:uppercase">{ALLERGEN_NAMES[key]}</span>}
                defaultChecked={start.keys.includes(key)}
              />
            ))}
          </div>
        </fieldset>
        {account?.kind === 'read' && (
          <Checkbox
            name={ACCOUNT_FIELD}
            label={avoidedMessages.keepInAccount}
            hint={avoidedMessages.accountHint}
            defaultChecked={account.keys !== null}
          />
        )}
        {account?.kind === 'visitor' && <p className="text-sm text-muted">{avoidedMessages.deviceOnly}</p>}
        {account?.kind === 'unread' && <p className="text-sm text-muted">{avoidedMessages.accountNotRead}</p>}
      </form>
    </Dialog>
  )
}
