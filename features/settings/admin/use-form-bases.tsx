import { useState } from 'react'
import { useNavigation } from 'react-router'

type FormResult<Part extends string, View> = {
  kind?: string | undefined
  part?: Part | undefined
  current?: View | undefined
}

/**
 * The values with which each form was filled: `loaded` when the page was opened or the form saved. Values saved by somebody else become a
 * base only after the user has seen them; `earlierBaseOf` is the previous base.
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
  // Until the page data are reloaded, `loaded` is older than the save.
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
