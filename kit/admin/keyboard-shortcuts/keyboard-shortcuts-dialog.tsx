import { useState, useSyncExternalStore } from 'react'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { areShortcutsEnabled, setShortcutsEnabled, useKeyboardShortcuts } from './keyboard-shortcuts.ts'

export type KeyboardShortcut = readonly [keys: readonly string[], description: string]

const OF_EVERY_SCREEN: readonly KeyboardShortcut[] = [
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]

const subscribeToNothing = () => () => {}

export function KeyboardShortcuts({ rows }: { rows: readonly KeyboardShortcut[] }) {
  const [isOpen, setOpen] = useState(false)
  const isStoredEnabled = useSyncExternalStore(subscribeToNothing, areShortcutsEnabled, () => true)
  const [userEnabled, setUserEnabled] = useState<boolean>()
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
            {[...rows, ...OF_EVERY_SCREEN].map(([keys, description]) => (
              <tr key={description}>
                <th scope="row">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{description}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <label className="keys-switch">
          <input
            type="checkbox"
            checked={userEnabled ?? isStoredEnabled}
            onChange={(event) => {
              setShortcutsEnabled(event.target.checked)
              setUserEnabled(event.target.checked)
            }}
          />
          Use these keys
        </label>
      </Dialog>
    </>
  )
}
