import { useState, useSyncExternalStore } from 'react'
import { isMemoryOn, switchMemory } from '#kit/storage/device-memory.ts'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { STORED_BROWSER_ITEMS } from './stored-browser-items.ts'

function forgetAll() {
  for (const { names, storage, isOptional } of STORED_BROWSER_ITEMS)
    try {
      if (!isOptional) continue
      const store = storage === 'Local storage' ? localStorage : sessionStorage
      for (const name of names) store.removeItem(name)
    } catch {
      // A browser that refuses storage has stored nothing.
    }
}

const neverChanges = () => () => {}

/** For everybody, with or without an account. */
export function MemorySwitch() {
  const isOnAtStart = useSyncExternalStore(neverChanges, isMemoryOn, () => true)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const change = (isOn: boolean) => {
    switchMemory(isOn)
    if (!isOn) forgetAll()
    setChosen(isOn)
  }
  return (
    <div className="needs-script paper-card grid gap-2">
      <Checkbox
        name="device-memory"
        label="Remember my searches, products seen, drafts and allergens to avoid on this device"
        hint="Untick to delete them here and store no more. Products are then not marked for allergens."
        checked={chosen ?? isOnAtStart}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <p role="status">
        {chosen === null ? '' : chosen ? 'Switched on.' : 'Switched off, and deleted from this browser.'}
      </p>
    </div>
  )
}
