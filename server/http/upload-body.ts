import { MAX_UPLOAD_BYTES } from '#shop/constants.ts'
import { createSemaphore } from '#shop/concurrency/semaphore.ts'
import { readBodyUpTo, FORM_MAX_BYTES, parseForm, readFormRequest, requestWithForm } from './form-body.ts'

/** Pictures are prepared one after another; more bodies than these would only lie in memory meanwhile. */
const readingSemaphore = createSemaphore(2)
const processingSemaphore = createSemaphore(1)
/** Up to here it is read past, so that whoever sends it gets to read the answer. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/**
 * Answers a posted form that may carry a picture, with never more than a few pictures in memory and one being worked on.
 * Refused: a body that is larger than a picture and its form, and one that is no form.
 */
export async function handleUpload<Answer>(request: Request, answer: (sent: Request) => Promise<Answer>): Promise<Answer | 'too-large' | 'no-form'> {
  const declaredLength = Number(request.headers.get('content-length') ?? Infinity)
  if (declaredLength <= FORM_MAX_BYTES) {
    const sent = await readFormRequest(request, FORM_MAX_BYTES)
    return typeof sent === 'string' ? sent : answer(sent)
  }
  if (Number.isFinite(declaredLength) && declaredLength > MAX_UPLOAD_BYTES + FORM_MAX_BYTES) {
    if (declaredLength <= MAX_DISCARDED_BYTES) await discardBody(request)
    return 'too-large'
  }
  return readingSemaphore(async () => {
    const body = await readBodyUpTo(request, MAX_UPLOAD_BYTES + FORM_MAX_BYTES)
    if (!body) return 'too-large'
    return processingSemaphore(async () => {
      const form = await parseForm(body, request.headers)
      return form ? answer(requestWithForm(request, form)) : 'no-form'
    })
  })
}

/** A browser reads no answer before it has sent everything, unless the connection is cut, which it then speaks of instead. */
async function discardBody(request: Request) {
  await request.body?.pipeTo(new WritableStream()).catch(() => undefined)
}
