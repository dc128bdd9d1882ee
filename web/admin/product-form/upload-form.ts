import { useEffect, useRef, useState } from 'react'
import { useActionData, useNavigate } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { DATA_PATH, type PageData } from '#web/client/page-data/page-data.ts'
import { withPageOwner } from '#web/forms/page-user.tsx'
import type { AnyAnswer } from './catalogue-action-result.ts'

type OnProgress = (share: number) => void

/** Posts a form as the router does, but tells how much of it is on its way, which fetch cannot. */
function send(path: string, form: FormData, signal: AbortSignal, onProgress: OnProgress): Promise<PageData> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${DATA_PATH}?u=${encodeURIComponent(path)}`)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1))
    request.addEventListener('load', () => (request.response ? resolve(request.response as PageData) : reject(new Error('no page'))))
    request.addEventListener('error', () => reject(new Error('no answer')))
    request.addEventListener('abort', () => reject(new Error('called off')))
    signal.addEventListener('abort', () => request.abort())
    request.send(withPageOwner(form))
  })
}

type Sent = { answer?: AnyAnswer; isSending: boolean; progress: number }

/**
 * A form that may carry a picture. What it is answered with stays with it, and what was typed stays in its fields; a form
 * that was sent before scripts ran finds its answer in the page.
 */
export function useSentForm(routeId: string, about: 'form' | 'stock') {
  const rendered = useActionData() as AnyAnswer | undefined
  const [sent, setSent] = useState<Sent>({ isSending: false, progress: 0 })
  const calling = useRef<AbortController>(undefined)
  const navigate = useNavigate()
  useEffect(() => () => calling.current?.abort(), [])

  /** True once it was accepted: the page then shows what it led to. */
  const submit = async (path: string, form: FormData): Promise<boolean> => {
    if (sent.isSending) return false
    calling.current = new AbortController()
    const { signal } = calling.current
    setSent((before) => ({ ...before, isSending: true, progress: 0 }))
    try {
      const page = await send(path, form, signal, (progress) => setSent((before) => ({ ...before, progress })))
      if (page.redirect?.reload) {
        location.assign(page.redirect.to)
        return true
      }
      if (page.redirect) await navigate(page.redirect.to, { replace: true, preventScrollReset: true })
      const refusal = Object.values(page.errors ?? {})[0]
      const answer = (page.actionData?.[routeId] ?? (refusal && { message: refusal.message })) as AnyAnswer | undefined
      if (!signal.aborted) setSent({ ...(answer && { answer }), isSending: false, progress: 0 })
      return page.redirect !== undefined
    } catch {
      if (!signal.aborted) setSent({ answer: { message: messages.networkLost }, isSending: false, progress: 0 })
    }
    return false
  }
  const answer = sent.answer ?? (rendered && (rendered.about ?? about) === about ? rendered : undefined)
  return { ...sent, answer, submit }
}
