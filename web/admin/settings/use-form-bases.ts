import { useState } from 'react'
import { useNavigation } from 'react-router'

type FormResult<Part extends string, View> = {
  kind?: string | undefined
  part?: Part | undefined
  current?: View | undefined
}

/**
 * What the fields of each form of the page were filled with: `loaded` as it was when the page was opened or the form saved.
 * What somebody else saves meanwhile never becomes the base of a form unless its user has been shown it; `earlierBaseOf` is the one before.
 */
export function useFormBases<Part extends string, View>(
  loaded: View,
  result: FormResult<Part, View> | undefined,
): { baseOf: (part: Part) => View; earlierBaseOf: (part: Part) => View } {
  const isIdle = useNavigation().state === 'idle'
  const [opened] = useState(loaded)
  const [bases, setBases] = useState<Partial<Record<Part, View>>>({})
  const [earlierBases, setEarlierBases] = useState<Partial<Record<Part, View>>>({})
  const baseOf = (part: Part) => bases[part] ?? opened
  const [handled, setHandled] = useState<typeof result>()
  // Until the page has been loaded again, `loaded` is from before the save.
  if (isIdle && result !== handled) {
    setHandled(result)
    const base = result?.current ?? (result?.kind === 'done' ? loaded : undefined)
    if (result?.part && base !== undefined) {
      setEarlierBases({ ...earlierBases, [result.part]: baseOf(result.part) })
      setBases({ ...bases, [result.part]: base })
    }
  }
  return { baseOf, earlierBaseOf: (part) => earlierBases[part] ?? opened }
}
