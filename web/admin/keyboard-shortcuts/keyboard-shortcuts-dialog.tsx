import { useState, useSyncExternalStore } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { areShortcutsEnabled, setShortcutsEnabled, useKeyboardShortcuts } from './keyboard-shortcuts.ts'

/** A key as it is pressed, and what it does. */
export type KeyboardShortcut = readonly [keys: readonly string[], does: string]

const neverChanges = () => () => {}

/** The keys of a screen, with a way to learn them: `?`, or this button. */
export function KeyboardShortcuts({ rows }: { rows: readonly KeyboardShortcut[] }) {
  const [isOpen, setOpen] = useState(false)
  const isStoredEnabled = useSyncExternalStore(neverChanges, areShortcutsEnabled, () => true)
  const [chosenEnabled, setChosenEnabled] = useState<boolean>()
  useKeyboardShortcuts()
  return (
    <>
      <button
        type="button"
        className="bar-link keys-button needs-script"
        data-key="?"
        aria-keyshortcuts="Shift+?"
        onClick={() => setOpen(true)}
      >
        Keys <kbd aria-hidden="true">?</kbd>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keys" initialFocus="title">
        <table className="table keys-table">
          <caption className="visually-hidden">Keys of this screen</caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([keys, does]) => (
              <tr key={does}>
                <th scope="row">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <label className="keys-switch">
          <input
            type="checkbox"
            checked={chosenEnabled ?? isStoredEnabled}
            onChange={(event) => {
              setShortcutsEnabled(event.target.checked)
              setChosenEnabled(event.target.checked)
            }}
          />
          Use these keys
        </label>
      </Dialog>
    </>
  )
}
