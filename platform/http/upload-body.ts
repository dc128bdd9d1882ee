import { MAX_UPLOAD_BYTES } from '#shop/constants.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { readBodyUpTo, FORM_MAX_BYTES, parseForm, readFormRequest, requestWithForm } from './form-body.ts'

/** Pictures are processed one at a time; more bodies would only occupy memory. */
const readingSemaphore = createSemaphore(2)
const processingSemaphore = createSemaphore(1)
/** Bodies that are too large are discarded up to this size, so that the browser shows the response. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/** At most two bodies are in memory and one is processed. Refuses bodies that are too large or not a form. */
export async function handleUpload<Answer>(
  request: Request,
  handle: (formRequest: Request) => Promise<Answer>,
): Promise<Answer | 'too-large' | 'no-form'> {
  const declaredLength = Number(request.headers.get('content-length') ?? Infinity)
  if (declaredLength <= FORM_MAX_BYTES) {
    const formRequest = await readFormRequest(request, FORM_MAX_BYTES)
    return typeof formRequest === 'string' ? formRequest : handle(formRequest)
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
      return form ? handle(requestWithForm(request, form)) : 'no-form'
    })
  })
}

/** Browsers show a connection error instead of the response if the connection is closed before the body is read. */
async function discardBody(request: Request) {
  await request.body?.pipeTo(new WritableStream()).catch(() => undefined)
}
